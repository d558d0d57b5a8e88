import { useMemo, useState } from 'react';
import { signInCalls } from '../../api/eid.ts';
import { loginChallengeQuery } from '../../api/provider.ts';
import { loadFreshSession } from '../../api/session.ts';
import type { EidUse } from '../../features/eid-sign-in/eid-use.ts';

/**
 * A sign-in for a challenge. A session alone proves nothing here, because the person may have had one before: the
 * server says whether it is recent enough. `attempt` changes after a sign-in of the wrong person, so that the card
 * starts again.
 */
export function useChallengeSignIn(challenge: string): { use: EidUse; attempt: number } {
  const [attempt, setAttempt] = useState(0);
  const use = useMemo<EidUse>(
    () => ({
      name: 'sign-in',
      calls: signInCalls,
      isDone: async (client) => {
        const session = await loadFreshSession(client);
        if (session === null) return false;
        const query = loginChallengeQuery(challenge, session.user.id);
        const asked = await client.fetchQuery({ ...query, staleTime: 0 });
        if (asked.other_person === 'required') setAttempt((count) => count + 1);
        return !asked.reauthenticate;
      },
    }),
    [challenge],
  );
  return { use, attempt };
}
