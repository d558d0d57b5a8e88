import { amrOf, authTimeOf, heldAcrs, reportedAcr, type SignIn } from '../assurance.ts';
import { wantedAcr } from '../library/requests.ts';

/** The sign-in behind a request that was decided on another device, as the library stores it with the request. */
export interface Authentication {
  authTime: number;
  acr: string | undefined;
  amr: string[];
}

export function authenticationOf(
  signIn: SignIn,
  params: Readonly<Record<string, unknown>>,
  now: Date,
): Authentication {
  return {
    authTime: Math.floor(authTimeOf(signIn, now).getTime() / 1000),
    acr: reportedAcr(heldAcrs(signIn, now), wantedAcr(params)),
    amr: [...amrOf(signIn, now)],
  };
}

/** The phone asked for PIN1 just now. */
export const signInByPush = (now: Date): SignIn => ({
  method: 'eid',
  created_at: now.toISOString(),
  pin2_at: null,
});
