import type { KoaContextWithOIDC } from 'oidc-provider';
import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { fail } from '../../../kernel/http/errors.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import type { ClientDirectory } from '../../oauth-clients/index.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { showFailure } from '../library/pages.ts';
import {
  addState,
  deleteSessionsByUid,
  findSessionByUid,
  findState,
  settleState,
} from '../library/state-store.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import type { LogoutView } from '../schemas.ts';
import { publishRevoked } from '../tokens/revocation.ts';
import { deleteGrantsOfSession, findLogin } from '../tokens/store.ts';
import { type Challenges, randomId } from './challenges.ts';

export const logoutJob = 'oidc.backchannel_logout';

export interface LogoutDeps {
  database: Database;
  keyring: Keyring;
  directory: ClientDirectory;
  challenges: Challenges;
  issuer: string;
  now: () => Date;
}

/** A sign-out request, kept until the person confirms it. */
interface Logout {
  sessionUid: string;
  clientId: string | null;
  redirectUri: string | null;
  state: string | null;
}

/**
 * The library has checked the client and the return address; the portal's page replaces the library's form.
 * Only this browser gets the challenge, so that a link elsewhere cannot sign a person out (CSRF).
 */
export async function askToSignOut(deps: LogoutDeps, ctx: KoaContextWithOIDC): Promise<void> {
  const { session, client, params } = ctx.oidc;
  if (session === undefined) return;
  if (client === undefined && ctx.query['post_logout_redirect_uri'] !== undefined) {
    ctx.status = 400;
    const error_description = 'post_logout_redirect_uri needs id_token_hint or client_id';
    return showFailure(ctx, { error: 'invalid_request', error_description }, deps.issuer);
  }
  const now = deps.now();
  const id = randomId();
  const asked: Logout = {
    sessionUid: session.uid,
    clientId: client?.clientId ?? null,
    redirectUri: textOf(params?.['post_logout_redirect_uri']),
    state: textOf(params?.['state']),
  };
  const expiresAt = secondsAfter(now, lifetimes.challenge);
  const state = { model: 'Logout', id, uid: null, payload: { ...asked }, now, expiresAt } as const;
  await addState(deps.database.reader(systemIdentity), deps.keyring, state);
  ctx.body = undefined;
  ctx.redirect(deps.challenges.pageOf('logout', id));
}

export interface PreparedLogout {
  id: string;
  asked: Logout;
  accountId: string | undefined;
  /** Clients of this session with back-channel logout, and their session id. */
  listeners: { clientId: string; sid: string }[];
}

interface OpSession {
  accountId?: string;
  tamgaSessionId?: string;
  authorizations?: Record<string, { sid?: string }>;
}

async function findLogout(deps: LogoutDeps, db: Reader, challenge: string, now: Date) {
  const id = deps.challenges.open('logout', challenge, now);
  const row = await findState(db, deps.keyring, { model: 'Logout', id, now });
  if (row === undefined || row.settledAt !== null) fail(errors.already_decided);
  const asked = row.payload as unknown as Logout;
  const found = await findSessionByUid(db, deps.keyring, asked.sessionUid, now);
  return { id, asked, session: found?.payload as OpSession | undefined };
}

/** A sign-in at the provider ends with the Tamga session that it relies on, also without a sign-out here. */
export async function viewLogout(deps: LogoutDeps, db: Reader, challenge: string): Promise<LogoutView> {
  const now = deps.now();
  const { asked, session } = await findLogout(deps, db, challenge, now);
  const client = asked.clientId === null ? undefined : await deps.directory.client(asked.clientId);
  const { accountId: userId, tamgaSessionId: sessionId } = session ?? {};
  const login =
    userId === undefined || sessionId === undefined
      ? undefined
      : await findLogin(db, { sessionId, userId, now });
  return { client_name: client?.name ?? '', signed_in: login?.alive === true };
}

export async function prepareLogout(
  deps: LogoutDeps,
  db: Reader,
  challenge: string,
): Promise<PreparedLogout> {
  const now = deps.now();
  const { id, asked, session } = await findLogout(deps, db, challenge, now);
  const listeners: PreparedLogout['listeners'] = [];
  for (const [clientId, { sid }] of Object.entries(session?.authorizations ?? {})) {
    const client = await deps.directory.client(clientId);
    if (client?.options.backchannelLogoutUri !== undefined && sid !== undefined)
      listeners.push({ clientId, sid });
  }
  return { id, asked, accountId: session?.accountId, listeners };
}

/** Ends the provider's session and its tokens, except those with offline access. */
export async function signOut(
  deps: LogoutDeps,
  tx: WriteTx,
  { id, asked, accountId, listeners }: PreparedLogout,
): Promise<{ redirect_to: string }> {
  if (!(await settleState(tx, deps.keyring, { model: 'Logout', id, now: tx.now })))
    fail(errors.already_decided);
  const grants = await deleteGrantsOfSession(tx, asked.sessionUid);
  await deleteSessionsByUid(tx, asked.sessionUid);
  publishRevoked(tx, grants);
  for (const { clientId, sid } of listeners)
    if (accountId !== undefined) tx.enqueue(logoutJob, { client_id: clientId, user_id: accountId, sid });
  tx.audit(events.sessionEnded, {
    ...(accountId === undefined ? {} : { target: accountId, subject: accountId }),
    metadata: { client_id: asked.clientId, grants: grants.length },
  });
  return { redirect_to: returnAddress(deps.issuer, asked) };
}

function returnAddress(issuer: string, { redirectUri, state }: Logout): string {
  if (redirectUri === null) return `${issuer}/oauth/signed-out`;
  if (state === null) return redirectUri;
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}state=${encodeURIComponent(state)}`;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
