import type { QueryClient } from '@tanstack/react-query';
import { type EidCalls, signInCalls } from '../../api/eid.ts';
import { loadFreshSession } from '../../api/session.ts';
import type { PendingUse } from './pending.ts';

/** The use case of an eID confirmation: its calls, and the check that it is done. */
export interface EidUse {
  name: PendingUse;
  calls: EidCalls;
  isDone(client: QueryClient): Promise<boolean>;
}

export const signInUse: EidUse = {
  name: 'sign-in',
  calls: signInCalls,
  isDone: async (client) => (await loadFreshSession(client)) !== null,
};
