import { usePageWords } from '../../i18n/provider.tsx';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import { isLive, type SignInState } from './machine.ts';
import { signInWords } from './words.ts';

interface StatusWords {
  title: string;
  text: string;
}

/** The text of each state; an ended state has a title and a next step. */
export function useStatusWords(state: SignInState): StatusWords {
  const signIn = usePageWords(signInWords);
  const waitSeconds = useSecondsLeft(state.step === 'failed' ? state.retryAtMs : null);

  if (isLive(state)) {
    if (!state.connected) return { title: signIn.states.reconnecting, text: '' };
    if (state.step === 'waiting' && state.session.kind === 'push')
      return { title: signIn.states.waitingPush, text: '' };
    return { title: signIn.states[state.step], text: '' };
  }
  switch (state.step) {
    case 'refused': {
      const reasons: Record<string, string> = signIn.reasons;
      const text = Object.hasOwn(reasons, state.reason) ? reasons[state.reason] : undefined;
      return { title: signIn.ended.refusedTitle, text: text ?? signIn.reasons.other };
    }
    case 'expired':
      return signIn.ended.expired;
    case 'failed':
      if (state.problem === 'rate_limited' && waitSeconds === 0)
        return { title: signIn.retryReady, text: '' };
      return signIn.ended[state.problem];
    default:
      return { title: signIn.states[state.step], text: '' };
  }
}
