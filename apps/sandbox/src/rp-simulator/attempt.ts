import type { Citizen } from '../citizens.ts';
import type { Drive } from './driver.ts';
import type { RpFaultId } from './faults.ts';
import type { ClientAuthentication } from './requests.ts';

/** One sign-in: an authorization request and every call that follows from it. */
export interface Attempt {
  number: number;
  /** The fault of the run at that time. */
  fault: RpFaultId;
  startedAt: Date;
  citizen: Citizen;
  redirectUri: string;
  scope: string;
  nonce: string | undefined;
  hasState: boolean;
  challenge: { value: string; method: string } | undefined;
  code: string | null;
  accessToken: string | null;
  clientAuthentication: ClientAuthentication | null;
  codePresented: boolean;
  userinfoCalled: boolean;
  /** The application waited for a slow answer to its end. */
  waitedToTheEnd: boolean;
  /** From the application itself or its tests; null while nobody said. */
  reportedSignedIn: boolean | null;
  /** null unless the sandbox drove the sign-in. */
  drive: Drive | null;
}
