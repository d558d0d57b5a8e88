import type { RelayRequest } from '../../api/relay.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { relayWords } from './words.ts';

const TONES: Record<RelayRequest['status'], Tone> = {
  received: 'wait',
  dispatched: 'wait',
  in_progress: 'wait',
  overdue: 'bad',
  fulfilled: 'good',
  rejected: 'plain',
};

export function RequestBadge({ status }: Pick<RelayRequest, 'status'>) {
  const { states } = usePageWords(relayWords);
  return <Badge tone={TONES[status]}>{states[status]}</Badge>;
}
