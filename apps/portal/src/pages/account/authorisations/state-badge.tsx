import type { Authorisation } from '../../../api/authorisations.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { dayAt } from '../../../i18n/time.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { authorisationWords } from './words.ts';

const TONES: Record<Authorisation['state'], Tone> = {
  offered: 'wait',
  accepted: 'good',
  declined: 'bad',
  revoked: 'plain',
  given_up: 'plain',
  expired: 'plain',
  lapsed: 'warn',
};

/** The state in words for this person: an accepted one may begin later, or rest while its grantor has no right. */
export function useStateWords(): (one: Authorisation) => { tone: Tone; text: string } {
  const words = usePageWords(authorisationWords);
  return ({ state, direction, holds, from }) => {
    if (state === 'offered' && direction === 'received') return { tone: 'warn', text: words.myTurn };
    if (state === 'accepted' && !holds)
      return from > dayAt(new Date())
        ? { tone: 'wait', text: words.later }
        : { tone: 'warn', text: words.paused };
    return { tone: TONES[state], text: words.states[state] };
  };
}

export function StateBadge({ one }: { one: Authorisation }) {
  const { tone, text } = useStateWords()(one);
  return <Badge tone={tone}>{text}</Badge>;
}
