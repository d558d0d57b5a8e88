import type { SpaceFile } from '../../api/space.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { spaceWords } from './words.ts';

const TONES: Record<SpaceFile['state'], Tone> = {
  ready: 'good',
  waiting: 'wait',
  infected: 'bad',
  unscannable: 'bad',
};

export function StateBadge({ state }: Pick<SpaceFile, 'state'>) {
  const { states } = usePageWords(spaceWords);
  return <Badge tone={TONES[state]}>{states[state]}</Badge>;
}
