import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import {
  type Client,
  type ClientDirectory,
  isToolScope,
  keepDocumentClient,
} from '../../oauth-clients/index.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { mayGrantTools, needsPerson, splitScope } from '../library/scopes.ts';
import { deleteSessionsByUid, findState, settleState } from '../library/state-store.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import type { ChallengeView } from '../schemas.ts';
import { findLogin, grantInsert, hashOf } from '../tokens/store.ts';
import { type Challenges, randomId } from './challenges.ts';
import { findConsent, rememberConsent } from './consent-store.ts';

export interface DecisionDeps {
  keyring: Keyring;
  directory: ClientDirectory;
  challenges: Challenges;
}

/** A sign-in or consent that waits for a person, in the library's form. */
interface Interaction {
  prompt: { name: string };
  params: Record<string, unknown>;
  returnTo: string;
  iat: number;
  session?: { accountId: string; uid: string };
  lastSubmission?: Record<string, unknown>;
  result?: Record<string, unknown>;
}

export interface Question {
  readonly id: string;
  readonly interaction: Interaction;
  readonly client: Client;
  readonly asked: readonly string[];
}

/** Unknown, expired, decided, or of a disabled client: all answer the same 404. */
export async function findQuestion(
  deps: DecisionDeps,
  db: Reader,
  name: 'login' | 'consent',
  given: { challenge: string; now: Date },
): Promise<Question> {
  const id = deps.challenges.open(name, given.challenge, given.now) ?? fail(kernelErrors.not_found);
  const row = await findState(db, deps.keyring, { model: 'Interaction', id, now: given.now });
  if (row === undefined || row.settledAt !== null) fail(kernelErrors.not_found);
  const interaction = row.payload as unknown as Interaction;
  if (interaction.prompt.name !== name) fail(kernelErrors.not_found);
  const client = await deps.directory.client(String(interaction.params['client_id']));
  if (client?.enabled !== true) fail(kernelErrors.not_found);
  return { id, interaction, client, asked: splitScope(interaction.params['scope']) };
}

export async function viewQuestion(
  db: Reader,
  question: Question,
  given: { challenge: string; now: Date },
): Promise<ChallengeView> {
  const { interaction, client, asked } = question;
  return {
    challenge: given.challenge,
    client_id: client.id,
    client_name: client.name,
    client_origin: client.origin,
    client_host: hostOf(client.documentUrl),
    redirect_host: hostOf(interaction.params['redirect_uri']),
    requested_scope: [...asked],
    subject_type: client.options.pairwise === undefined ? 'public' : 'pairwise',
    subject: interaction.session?.accountId ?? '',
    skip: interaction.prompt.name === 'consent' && (await maySkip(db, question, given.now)),
    reauthenticate: interaction.prompt.name === 'login' && freshSince(interaction, given.now) !== undefined,
  };
}

const hostOf = (address: unknown): string => URL.parse(String(address ?? ''))?.host ?? '';

/** The library skips most of these by itself; a page that still receives one need not ask. */
async function maySkip(db: Reader, { interaction, client, asked }: Question, now: Date): Promise<boolean> {
  const { prompt, redirect_uri } = interaction.params;
  const userId = interaction.session?.accountId;
  if (splitScope(prompt).includes('consent') || needsPerson(client, redirect_uri) || userId === undefined)
    return false;
  if (client.firstParty) return true;
  const kept = await findConsent(db, { userId, clientId: client.id, now });
  return asked.every((scope) => kept?.scopes.includes(scope) === true);
}

/** The earliest acceptable sign-in time, if the client requires a recent one (`prompt=login`, `max_age`). */
function freshSince({ params, iat }: Interaction, now: Date): Date | undefined {
  if (splitScope(params['prompt']).includes('login')) return new Date(iat * 1000);
  const maxAge = Number(params['max_age'] ?? Number.NaN);
  return Number.isFinite(maxAge) ? secondsAfter(now, -maxAge) : undefined;
}

/**
 * `auth_time` is the time of the sign-in at Tamga, not of this decision. `amr` carries the id of the Tamga
 * session, which the library stores and never discloses, so that this sign-in ends with that session.
 */
export async function acceptLogin(
  deps: DecisionDeps,
  tx: WriteTx,
  actor: Actor,
  { id, interaction, client }: Question,
): Promise<{ redirect_to: string }> {
  const login = await findLogin(tx, { sessionId: actor.sessionId, userId: actor.userId, now: tx.now });
  if (login?.alive !== true) fail(kernelErrors.unauthorized);
  const signedInAt = new Date(login.created_at);
  const since = freshSince(interaction, tx.now);
  if (since !== undefined && signedInAt < since) fail(errors.fresh_sign_in_required);
  const { session, ...rest } = interaction;
  const own = session === undefined || session.accountId === actor.userId;
  // A session of another person in this browser is ended instead of taken over.
  if (!own) await deleteSessionsByUid(tx, session.uid);
  tx.audit(events.loginAccepted, { target: client.id, metadata: { client_id: client.id } });
  return decide(deps, tx, id, own ? interaction : rest, {
    login: {
      accountId: actor.userId,
      ts: Math.floor(signedInAt.getTime() / 1000),
      amr: [actor.sessionId],
    },
  });
}

/** Only the person who signed in may consent, and only to requested scopes. */
export async function acceptConsent(
  deps: DecisionDeps,
  tx: WriteTx,
  actor: Actor,
  { id, interaction, client, asked }: Question,
  chosen: readonly string[] | undefined,
): Promise<{ redirect_to: string }> {
  const { session } = interaction;
  if (session?.accountId !== actor.userId) fail(kernelErrors.forbidden, { detail: 'not the subject' });
  if (chosen?.some((scope) => !asked.includes(scope))) fail(errors.scope_not_requested);
  if (asked.some(isToolScope) && !mayGrantTools(actor.roleId)) fail(errors.tools_for_administrators);
  const allowed = asked.filter(
    (scope) => chosen === undefined || scope === 'openid' || chosen.includes(scope),
  );
  const grantId = randomId();
  await keepDocumentClient(tx, client);
  await tx.run(
    grantInsert({
      id: grantId,
      userId: actor.userId,
      clientId: client.id,
      sessionUid: session.uid,
      scopes: allowed,
      rejectedScopes: asked.filter((scope) => !allowed.includes(scope)),
      createdAt: tx.now,
      expiresAt: secondsAfter(tx.now, lifetimes.grant),
    }),
  );
  if (allowed.length > 0)
    await rememberConsent(tx, {
      userId: actor.userId,
      clientId: client.id,
      asked,
      allowed,
      now: tx.now,
      expiresAt: secondsAfter(tx.now, lifetimes.consent),
    });
  tx.audit(events.consentGiven, {
    target: client.id,
    metadata: { client_id: client.id, scopes: allowed },
  });
  return decide(deps, tx, id, interaction, { ...interaction.lastSubmission, consent: { grantId } });
}

/** The client learns that access was denied; the reason is recorded but not disclosed. */
export async function rejectQuestion(
  deps: DecisionDeps,
  tx: WriteTx,
  { id, interaction, client }: Question,
  reason: string | undefined,
): Promise<{ redirect_to: string }> {
  const subject = interaction.session?.accountId;
  tx.audit(interaction.prompt.name === 'login' ? events.loginRejected : events.consentRejected, {
    target: client.id,
    ...(subject === undefined ? {} : { subject }),
    metadata: { client_id: client.id, reason: reason ?? null },
  });
  return decide(deps, tx, id, interaction, {
    error: 'access_denied',
    error_description: 'the person did not agree',
  });
}

/** Writes the answer once. Only the deciding browser gets the proof; see mayResume in provider.ts. */
async function decide(
  deps: DecisionDeps,
  tx: WriteTx,
  id: string,
  interaction: Interaction,
  result: Record<string, unknown>,
): Promise<{ redirect_to: string }> {
  const proof = randomId();
  const payload = { ...interaction, result: { ...result, proof: hashOf(proof).toString('base64url') } };
  if (!(await settleState(tx, deps.keyring, { model: 'Interaction', id, now: tx.now, payload })))
    fail(kernelErrors.not_found);
  return { redirect_to: `${interaction.returnTo}?proof=${proof}` };
}
