import type { RelayPlatform } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { platformWords } from './platform-words.ts';

type Shown = RelayPlatform['health'] | 'off' | 'paused' | 'desk';

const TONES: Record<Shown, Tone> = {
  off: 'plain',
  paused: 'warn',
  desk: 'plain',
  unknown: 'wait',
  well: 'good',
  ill: 'bad',
  recovered: 'good',
};

/** True if messages go to a system, and not to people in this portal or the demonstration. */
export const isConnected = ({ endpoint_url }: RelayPlatform): boolean => /^https?:/.test(endpoint_url);

/** What an operator has to know first. */
function readHealth(platform: RelayPlatform): Shown {
  if (!platform.enabled) return 'off';
  if (platform.paused) return 'paused';
  return isConnected(platform) ? platform.health : 'desk';
}

export function useHealthText(): (platform: RelayPlatform) => string {
  const words = usePageWords(platformWords);
  return (platform) => {
    const health = readHealth(platform);
    return health === 'off' || health === 'paused' || health === 'desk'
      ? words[health]
      : words.healths[health];
  };
}

export function HealthBadge({ platform }: { platform: RelayPlatform }) {
  return <Badge tone={TONES[readHealth(platform)]}>{useHealthText()(platform)}</Badge>;
}
