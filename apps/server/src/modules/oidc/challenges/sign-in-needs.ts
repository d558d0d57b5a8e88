import type { Reader } from '../../../kernel/db/database.ts';
import type { Actor } from '../../../kernel/http/actor.ts';
import type { Client } from '../../oauth-clients/index.ts';
import { findUser, type UserRow } from '../../users/index.ts';
import { authTimeOf } from '../assurance.ts';
import { splitScope } from '../library/scopes.ts';
import { secondsAfter } from '../lifetimes.ts';
import type { ChallengeView } from '../schemas.ts';
import type { Subjects } from '../subjects/subjects.ts';
import { findLogin } from '../tokens/store.ts';

/** The parts of an authorization request that say who has to sign in, and when. */
interface Asked {
  readonly params: Readonly<Record<string, unknown>>;
  readonly begunAt: Date;
}

/**
 * The earliest acceptable sign-in time, if the client requires a recent one. A sign-in for this very request
 * is always recent enough, or `max_age=0` could never be met.
 */
export function freshSince({ params, begunAt }: Asked, now: Date): Date | undefined {
  if (splitScope(params['prompt']).includes('login')) return begunAt;
  const maxAge = Number(params['max_age'] ?? Number.NaN);
  if (!Number.isFinite(maxAge)) return undefined;
  const oldest = secondsAfter(now, -maxAge);
  return oldest < begunAt ? oldest : begunAt;
}

type SignInNeeds = Pick<ChallengeView, 'reauthenticate' | 'proceed' | 'other_person'>;

/** What the sign-in page has to ask of this caller. */
export async function judgeSignIn(
  deps: { subjects: Subjects },
  db: Reader,
  { client, ...asked }: Asked & { client: Client },
  given: { actor: Actor | null; now: Date },
): Promise<SignInNeeds> {
  const { actor } = given;
  const since = freshSince(asked, given.now);
  const login = actor && (await findLogin(db, { ...actor, now: given.now }));
  if (actor === null || login?.alive !== true)
    return { reauthenticate: since !== undefined, proceed: false, other_person: 'none' };
  const signedInAt = authTimeOf(login, given.now);
  const reauthenticate = since !== undefined && signedInAt < since;
  const other_person = await findMismatch(deps, db, { params: asked.params, client, actor });
  const isForThisRequest = signedInAt >= asked.begunAt;
  return {
    reauthenticate,
    proceed: isForThisRequest && !reauthenticate && other_person === 'none',
    other_person,
  };
}

interface Compared {
  params: Asked['params'];
  client: Client;
  actor: Actor;
}

/** A hint in a token or a claim binds (OpenID Connect Core 3.1.2.1 and 5.5.1); `login_hint` is only a wish. */
async function findMismatch(
  deps: { subjects: Subjects },
  db: Reader,
  compared: Compared,
): Promise<ChallengeView['other_person']> {
  if (await isOtherThanRequired(deps, compared)) return 'required';
  const hint = textOf(compared.params['login_hint']);
  if (hint === undefined) return 'none';
  const user = await findUser(db, compared.actor.userId);
  const subject = await deps.subjects.of(compared.client, compared.actor.userId);
  return user !== undefined && namesAnother(hint, user, subject) ? 'hinted' : 'none';
}

/** Whether a token hint or the `claims` parameter requires a person other than the actor. */
export async function isOtherThanRequired(
  deps: { subjects: Subjects },
  { params, client, actor }: Compared,
): Promise<boolean> {
  const required = [subjectOfHint(params['id_token_hint']), subjectOfClaims(params['claims'])];
  const named = required.filter((subject) => subject !== undefined);
  if (named.length === 0) return false;
  const subject = await deps.subjects.of(client, actor.userId);
  return named.some((wanted) => wanted !== subject);
}

/** The library has verified the token before it asked the person. */
function subjectOfHint(hint: unknown): string | undefined {
  const payload = textOf(hint)?.split('.')[1];
  return payload === undefined ? undefined : textOf(parse(Buffer.from(payload, 'base64url').toString())?.sub);
}

function subjectOfClaims(claims: unknown): string | undefined {
  const asked = typeof claims === 'string' ? parse(claims) : (claims as Parsed | undefined);
  return textOf(asked?.id_token?.sub?.value);
}

interface Parsed {
  sub?: unknown;
  id_token?: { sub?: { value?: unknown } | null } | null;
}

function parse(text: string): Parsed | undefined {
  try {
    return (JSON.parse(text) as Parsed | null) ?? undefined;
  } catch {
    return undefined;
  }
}

const registerNumber = /^\p{L}{2}\d{8}$/u;
const accountId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A hint of a form that we do not know, or that this account cannot answer, says nothing. */
function namesAnother(hint: string, user: UserRow, subject: string): boolean {
  const known = [user.national_id, user.civil_id].filter((number) => number !== null);
  if (hint.includes('@')) return user.email !== '' && fold(hint) !== fold(user.email);
  if (registerNumber.test(hint)) return known.length > 0 && !known.map(fold).includes(fold(hint));
  return accountId.test(hint) && hint !== subject;
}

const fold = (text: string): string => text.trim().toLowerCase();
const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Claims that the requested scopes release and that this account does not have. */
export async function findMissingClaims(
  db: Reader,
  scopes: readonly string[],
  userId: string,
): Promise<string[]> {
  const user = await findUser(db, userId);
  if (user === undefined) return [];
  const missing: string[] = [];
  if (scopes.includes('email') && user.email === '') missing.push('email');
  if (scopes.includes('nationalid') && user.national_id === null) missing.push('national_id');
  return missing;
}
