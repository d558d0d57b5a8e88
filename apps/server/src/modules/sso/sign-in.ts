import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { type Refused, type RequestFacts, refused } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import {
  type Arrival,
  admit,
  identityErrors,
  identityEvents,
  type SecondFactor,
  type SessionDeps,
  turnAway,
} from '../identity/index.ts';
import { type AccountDeps, findOrCreate } from './accounts.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { FlowOutcome } from './flow.ts';
import { issueLogoutRef } from './logout.ts';
import type { SignedInView } from './schemas.ts';
import type { OfflineTokens, SsoClientKind } from './sso-port.ts';

export const tokensPurpose = 'sso-tokens';

export interface SignInDeps extends AccountDeps {
  keyring: Keyring;
  sessions: SessionDeps;
  secondFactor: SecondFactor;
  /** Work that waits for a person's sign-in, such as a role that needs their approval. */
  afterSignIn: (tx: WriteTx, userId: string) => Promise<void>;
}

/** Turns a proven person into a session, through the admission rules that every sign-in method shares. */
export async function conclude(
  deps: SignInDeps,
  tx: WriteTx,
  returned: FlowOutcome,
  from: { client: SsoClientKind; request: RequestFacts },
): Promise<SignedInView | Refused> {
  const arrival: Arrival = { method: 'sso', request: from.request };
  if (returned.kind === 'rejected') {
    await turnAway(tx, undefined, errors.exchange_failed, arrival);
    return refused(errors.exchange_failed, { detail: returned.detail });
  }
  const { person, idToken, offline } = returned.grant;
  const found = await findOrCreate(deps, tx, person, sealTokens(deps.keyring, offline));
  if (found === 'private') {
    await turnAway(tx, undefined, identityErrors.private_platform, arrival);
    return refused(identityErrors.private_platform);
  }
  const { user, foundBy } = found;
  const admission = await admit({ ...deps.sessions, secondFactor: deps.secondFactor }, tx, user, arrival);
  if (admission.kind === 'refused') return refused(admission.error);
  await deps.afterSignIn(tx, user.id);
  const logoutRef = await issueLogoutRef(deps, tx, { userId: user.id, client: from.client, idToken });
  const rest = { sso_logout_ref: logoutRef, ...(from.client === 'web' ? { next: returned.next } : {}) };
  if (admission.kind === 'second-factor') {
    tx.audit(identityEvents.secondFactorAsked, { target: user.id, subject: user.id });
    return { mfa_required: true, mfa_token: admission.token, ...rest };
  }
  tx.audit(events.signedIn, {
    target: user.id,
    subject: user.id,
    metadata: {
      client: from.client,
      session_id: admission.sessionId,
      found_by: foundBy,
      new_device: admission.isNewDevice,
    },
  });
  const { token, refresh_token, access_expires_at, refresh_expires_at, ...view } = admission.view;
  return {
    token,
    refresh_token,
    access_expires_at,
    refresh_expires_at,
    user_id: view.id,
    username: view.username,
    user: view,
    ...rest,
  };
}

function sealTokens(keyring: Keyring, offline: OfflineTokens | null): string | null {
  return offline === null ? null : keyring.seal(JSON.stringify(offline), tokensPurpose);
}
