import { loadFreshSession } from '../../api/session.ts';
import { type EidUse, signInUse } from './eid-use.ts';

/** A new sign-in in place: the page and the input stay. It succeeds only for the same person. */
export function createSamePersonUse(ownId: string, onEnd: (isSamePerson: boolean) => void): EidUse {
  let isComplete = false;
  return {
    ...signInUse,
    calls: {
      ...signInUse.calls,
      poll: async (sid, verifier, signal) => {
        const answer = await signInUse.calls.poll(sid, verifier, signal);
        isComplete ||= answer.state === 'COMPLETE';
        return answer;
      },
    },
    isDone: async (client) => {
      if (!isComplete) return false;
      const session = await loadFreshSession(client);
      onEnd(session?.user.id === ownId);
      return session !== null;
    },
  };
}
