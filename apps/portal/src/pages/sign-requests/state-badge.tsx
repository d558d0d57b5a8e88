import type { RequestState } from '../../api/sign-requests.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { requestsWords } from './words.ts';

const TONES: Record<RequestState, Tone> = {
  open: 'wait',
  completed: 'good',
  declined: 'bad',
  withdrawn: 'plain',
  expired: 'warn',
};

/** The state, or that it waits for this person. */
export function StateBadge({ state, isMyTurn }: { state: RequestState; isMyTurn: boolean }) {
  const words = usePageWords(requestsWords);
  return (
    <Badge tone={isMyTurn ? 'warn' : TONES[state]}>{isMyTurn ? words.myTurn : words.states[state]}</Badge>
  );
}
