import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../../kernel/db/database.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../../kernel/http/errors.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import {
  type Client,
  type ClientDirectory,
  isOwner,
  isToolScope,
  keepDocumentClient,
} from '../../oauth-clients/index.ts';
import { rememberBrowserOf } from '../../users/index.ts';
import { authTimeOf } from '../assurance.ts';
import { errors } from '../errors.ts';
import { events } from '../events.ts';
import { askedScopes } from '../library/requests.ts';
import { mayGrantTools, needsPerson, splitScope } from '../library/scopes.ts';
import { deleteSessionsByUid, findState, settleState } from '../library/state-store.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import type { ChallengeView, LoginBody } from '../schemas.ts';
import type { Subjects } from '../subjects/subjects.ts';
import { findLogin, grantInsert, hashOf } from '../tokens/store.ts';
import { tellConsentGiven } from './application-events.ts';
import { type Challenges, randomId } from './challenges.ts';
import { findConsent, rememberConsent } from './consent-store.ts';
import { findMissingClaims, freshSince, isOtherThanRequired, judgeSignIn } from './sign-in-needs.ts';
import { refusalOf, refuseWeakSignIn } from './sign-in-strength.ts';

export interface DecisionDeps {
  keyring: Keyring;
  directory: ClientDirectory;
  challenges: Challenges;
  subjects: Subjects;
}

/** A sign-in or consent that waits for a person, in the library's form. */
interface Interaction {
  prompt: { name: string };
  params: Record<string, unknown>;
  returnTo: string;
  session?: { accountId: string; uid: string };
  lastSubmission?: Record<string, unknown>;
  result?: Record<string, unknown>;
}

export interface Question {
  readonly id: string;
  readonly interaction: Interaction;
  readonly client: Client;
  readonly asked: readonly string[];
  /** More precise than the library's `iat`, which counts seconds. */
  readonly begunAt: Date;
}

/**
 * A challenge that is not ours and one of a disabled client answer the same 404. The library deletes a decided
 * question when the browser returns, so a missing one was decided as well.
 */
export async function findQuestion(
  deps: DecisionDeps,
  db: Reader,
  name: 'login' | 'consent',
  given: { challenge: string; now: Date },
): Promise<Question> {
  const id = deps.challenges.open(name, given.challenge, given.now);
  const row = await findState(db, deps.keyring, { model: 'Interaction', id, now: given.now });
  if (row === undefined || row.settledAt !== null) fail(errors.already_decided);
  const interaction = row.payload as unknown as Interaction;
  if (interaction.prompt.name !== name) fail(kernelErrors.not_found);
  const client = await deps.directory.client(String(interaction.params['client_id']));
  if (client?.enabled !== true) fail(kernelErrors.not_found);
  const asked = askedScopes(interaction.params, client);
  return { id, interaction, client, asked, begunAt: new Date(row.createdAt) };
}

export async function viewQuestion(
  deps: DecisionDeps,
  db: Reader,
  question: Question,
  given: { challenge: string; now: Date; actor: Actor | null },
): Promise<ChallengeView> {
  const { interaction, client, asked, begunAt } = question;
  const isLogin = interaction.prompt.name === 'login';
  const subject = interaction.session?.accountId ?? '';
  const isSubject = !isLogin && given.actor?.userId === subject;
  return {
    challenge: given.challenge,
    client_id: client.id,
    client_name: client.name,
    client_origin: client.origin,
    client_host: hostOf(client.documentUrl),
    redirect_host: hostOf(interaction.params['redirect_uri']),
    requested_scope: [...asked],
    subject_type: client.options.pairwise === undefined ? 'public' : 'pairwise',
    subject,
    skip: !isLogin && (await maySkip(db, question, given.now)),
    ...(isLogin
      ? await judgeSignIn(deps, db, { client, begunAt, params: interaction.params }, given)
      : { reauthenticate: false, proceed: false, other_person: 'none' as const }),
    missing_claims: isSubject ? await findMissingClaims(db, asked, subject) : [],
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

/**
 * `auth_time` is the time of the sign-in at Tamga, not of this decision. The id of the Tamga session stays in
 * the library's session, so that this sign-in ends with that one (sign-ins.ts).
 */
export async function acceptLogin(
  deps: DecisionDeps,
  tx: WriteTx,
  actor: Actor,
  { id, interaction, client, begunAt }: Question,
  body: Omit<LoginBody, 'login_challenge'>,
): Promise<{ redirect_to: string }> {
  const { params } = interaction;
  const login = await findLogin(tx, { sessionId: actor.sessionId, userId: actor.userId, now: tx.now });
  if (login?.alive !== true) fail(kernelErrors.unauthorized);
  const signedInAt = authTimeOf(login, tx.now);
  const since = freshSince({ params, begunAt }, tx.now);
  if (since !== undefined && signedInAt < since) fail(errors.fresh_sign_in_required);
  if (await isOtherThanRequired(deps, { params, client, actor })) fail(errors.other_person_expected);
  // The provider knows nobody else there (account.ts); the page needs the reason.
  if (client.stage === 'trial' && !(await isOwner(tx, client.id, actor.userId)))
    fail(errors.application_on_trial);
  refuseWeakSignIn(params, login, { withoutStepUp: body.without_step_up === true, now: tx.now });
  const { session, ...rest } = interaction;
  const own = session === undefined || session.accountId === actor.userId;
  // A session of another person in this browser is ended instead of taken over.
  if (!own) await deleteSessionsByUid(tx, session.uid);
  await rememberBrowserOf(tx, actor.userId, body);
  tx.audit(events.loginAccepted, { target: client.id, metadata: { client_id: client.id } });
  return decide(deps, tx, id, own ? interaction : rest, {
    login: {
      accountId: actor.userId,
      ts: Math.floor(signedInAt.getTime() / 1000),
      tamgaSessionId: actor.sessionId,
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
  await tellConsentGiven(deps.subjects, tx, client, { userId: actor.userId, scopes: allowed });
  return decide(deps, tx, id, interaction, { ...interaction.lastSubmission, consent: { grantId } });
}

/** The client learns that access was denied; the reason is recorded but not disclosed. */
export async function rejectQuestion(
  deps: DecisionDeps,
  tx: WriteTx,
  { id, interaction, client }: Question,
  { reason, isUnmet = false }: { reason: string | undefined; isUnmet?: boolean },
): Promise<{ redirect_to: string }> {
  const subject = interaction.session?.accountId;
  tx.audit(interaction.prompt.name === 'login' ? events.loginRejected : events.consentRejected, {
    target: client.id,
    ...(subject === undefined ? {} : { subject }),
    metadata: { client_id: client.id, reason: reason ?? null },
  });
  return decide(deps, tx, id, interaction, refusalOf(interaction.params, isUnmet));
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
    fail(errors.already_decided);
  return { redirect_to: `${interaction.returnTo}?proof=${proof}` };
}
