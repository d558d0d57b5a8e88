import { onboardingEidCalls, onboardingQuery } from '../../api/onboarding.ts';
import type { EidUse } from './eid-use.ts';

export const ONBOARDING_PATH = '/superadmin/onboarding';

/** An eID confirmation that creates no session and only advances an onboarding. */
export const onboardingUse: EidUse = {
  name: 'onboarding',
  calls: onboardingEidCalls,
  isDone: async (client) => {
    const state = await client.fetchQuery({ ...onboardingQuery, staleTime: 0 });
    return state !== null && state.step !== 'eid';
  },
};
