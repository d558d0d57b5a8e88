import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type Access, other } from '../../kernel/http/access.ts';
import type { CallerFacts } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Capability, capabilitiesOf, type OperatorRole } from './capabilities.ts';
import type { Alarm } from './console-gate.ts';
import { errors } from './errors.ts';
import { hashCookieValue, readCookie } from './session-cookie.ts';
import { touchSession } from './store.ts';

/** The operator behind a call. An operator is no user of the platform, so RLS does not apply to them. */
export interface Operator {
  readonly operatorId: string;
  readonly email: string;
  readonly name: string;
  readonly role: OperatorRole;
  readonly tokenHash: string;
  readonly expiresAt: string;
  readonly steppedUpUntil: string | null;
}

export interface ConsoleAccess {
  /** For the sign-in rows. */
  readonly signIn: Access<null>;
  readonly signedIn: Access<Operator>;
  /** An operator with this capability; with `stepUp`, one who also entered a code within the last minutes. */
  needs(capability: Capability, options?: { stepUp: true }): Access<Operator>;
}

export function createConsoleAccess(deps: {
  database: Database;
  now: () => Date;
  preAccess: (caller: CallerFacts) => Promise<void>;
  alarm: Alarm;
  secureCookie: boolean;
}): ConsoleAccess {
  const { preAccess, alarm } = deps;
  const db = deps.database.reader(systemIdentity);
  const why = 'a session of the operator console, by its cookie alone';

  // Bearer tokens are ignored: a citizen's session has no meaning here.
  const authenticate = async (caller: CallerFacts): Promise<Operator> => {
    const value = readCookie(caller.headers.cookie, { secure: deps.secureCookie });
    if (value === undefined) fail(kernelErrors.unauthorized);
    const tokenHash = hashCookieValue(value);
    const session = await touchSession(db, tokenHash, deps.now());
    if (session === undefined) fail(kernelErrors.unauthorized);
    return {
      operatorId: session.operator_id,
      email: session.email,
      name: session.name,
      role: session.role,
      tokenHash,
      expiresAt: session.expires_at,
      steppedUpUntil: session.stepped_up_until,
    };
  };

  return {
    signIn: other(
      'operator-sign-in',
      'the host and the network are checked first; eID with TOTP is the proof',
      () => null,
      preAccess,
    ),
    signedIn: other('operator', why, authenticate, preAccess),
    needs: (capability, options) => ({
      ...(options?.stepUp === true ? { freshProof: true } : {}),
      ...other(
        'operator',
        `${why}; ${capability}`,
        async (caller) => {
          const operator = await authenticate(caller);
          if (!capabilitiesOf[operator.role].includes(capability)) {
            const detail = { operator_id: operator.operatorId, role: operator.role, capability };
            alarm('privilege_denied', caller, { detail });
            fail(kernelErrors.forbidden, { detail: `lacks ${capability}` });
          }
          if (options?.stepUp === true && !isSteppedUp(operator, deps.now())) fail(errors.step_up_required);
          return operator;
        },
        preAccess,
      ),
    }),
  };
}

export function isSteppedUp(operator: Pick<Operator, 'steppedUpUntil'>, now: Date): boolean {
  return operator.steppedUpUntil !== null && new Date(operator.steppedUpUntil) > now;
}
