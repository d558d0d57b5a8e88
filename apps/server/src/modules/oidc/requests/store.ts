import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { type Statement, statement } from '../../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../../kernel/db/row-shape.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import type { Payload } from '../tokens/store.ts';

export type RequestKind = 'DeviceCode' | 'BackchannelAuthenticationRequest';
export const requestPurpose = 'oidc.request';
/** The least time between two polls, which discovery and the answers do not repeat. */
export const pollSeconds = 5;
/** A poll that arrives a little early, because networks delay unevenly, is no offence. */
const toleranceSeconds = 1;

const requestRow = columnsOf(
  'oidc_requests',
  'hash kind client_id user_id grant_id sealed state created_at expires_at consumed_at',
);
type Stored = RowOf<typeof requestRow>;
export type RequestRow = Omit<Stored, 'sealed'> & { payload: Payload };

/** The parameters of the client's request. */
export const paramsOf = ({ payload }: RequestRow): Record<string, unknown> =>
  (payload['params'] ?? {}) as Record<string, unknown>;

function opened(keyring: Keyring, row: Stored | undefined): RequestRow | undefined {
  if (row === undefined) return undefined;
  const { sealed, ...rest } = row;
  return { ...rest, payload: JSON.parse(keyring.open(sealed, requestPurpose)) as Payload };
}
const seal = (keyring: Keyring, payload: Payload): string =>
  keyring.seal(JSON.stringify(payload), requestPurpose);

const columns = sql`r.hash, r.kind, r.client_id, r.user_id, r.grant_id, r.sealed, r.state, r.created_at, r.expires_at,
  r.consumed_at`;

export interface NewRequest {
  hash: Buffer;
  kind: RequestKind;
  clientId: string;
  userCodeHash: Buffer | null;
  payload: Payload;
  now: Date;
  expiresAt: Date;
}

const insert = statement(
  'oidc.requests.insert',
  (p: Omit<NewRequest, 'payload'> & { sealed: string }) => sql`
    insert into oidc_requests (hash, kind, client_id, user_code_hash, sealed, created_at, expires_at)
    values (${p.hash}, ${p.kind}, ${p.clientId}, ${p.userCodeHash}, ${p.sealed}, ${p.now}, ${p.expiresAt})`,
);
export async function insertRequest(
  db: Reader | Tx,
  keyring: Keyring,
  { payload, ...request }: NewRequest,
): Promise<void> {
  await db.run(insert({ ...request, sealed: seal(keyring, payload) }));
}

const find = statement(
  'oidc.requests.find',
  requestRow,
  (p: { hash: Buffer<ArrayBufferLike> }) =>
    sql`select ${columns} from oidc_requests r where r.hash = ${p.hash}`,
);
export const findRequest = async (
  db: Reader | Tx,
  keyring: Keyring,
  hash: Buffer,
): Promise<RequestRow | undefined> => opened(keyring, await db.first(find({ hash })));

const byUserCode = statement(
  'oidc.requests.by_user_code',
  requestRow,
  (p: { hash: Buffer<ArrayBufferLike>; now: Date }) => sql`
    select ${columns} from oidc_requests r
    where r.user_code_hash = ${p.hash} and r.state = 'pending' and r.expires_at > ${p.now}`,
);
export const findPendingByUserCode = async (
  db: Reader | Tx,
  keyring: Keyring,
  hash: Buffer,
  now: Date,
): Promise<RequestRow | undefined> => opened(keyring, await db.first(byUserCode({ hash, now })));

const poll = statement(
  'oidc.requests.poll',
  { ...requestRow, too_soon: computed('bool') },
  (p: { hash: Buffer<ArrayBufferLike>; clientId: string; now: Date }) => sql`
    with before as (
      select hash, coalesce(state = 'pending'
        and polled_at > ${p.now}::timestamptz - make_interval(secs => poll_seconds - ${toleranceSeconds}::int), false)
        as too_soon
      from oidc_requests where hash = ${p.hash} and client_id = ${p.clientId} for update)
    update oidc_requests r set polled_at = ${p.now},
      poll_seconds = case when before.too_soon then least(r.poll_seconds + 5, 60) else r.poll_seconds end
    from before where r.hash = before.hash
    returning ${columns}, before.too_soon`,
);
/** Counts a poll of the request's own client: each one that comes too soon makes it wait five seconds more. */
export async function pollRequest(
  db: Reader,
  keyring: Keyring,
  key: { hash: Buffer; clientId: string; now: Date },
): Promise<{ request: RequestRow; isTooSoon: boolean } | undefined> {
  const row = await db.first(poll(key));
  if (row === undefined) return undefined;
  const { too_soon, ...stored } = row;
  const request = opened(keyring, stored);
  return request === undefined ? undefined : { request, isTooSoon: too_soon };
}

export interface Decision {
  hash: Buffer;
  state: 'allowed' | 'refused';
  userId: string | null;
  grantId: string | null;
  payload: Payload;
}
const decide = statement(
  'oidc.requests.decide',
  columnsOf('oidc_requests', 'hash'),
  (p: Omit<Decision, 'payload'> & { sealed: string; now: Date }) => sql`
    update oidc_requests set state = ${p.state}, user_id = ${p.userId}, grant_id = ${p.grantId}, sealed = ${p.sealed},
      decided_at = ${p.now}
    where hash = ${p.hash} and state = 'pending' and expires_at > ${p.now} returning hash`,
);
/** False if it was decided before or has expired: of concurrent callers only one gets true. */
export async function decideRequest(
  tx: Tx,
  keyring: Keyring,
  { payload, ...decision }: Decision,
  now: Date,
): Promise<boolean> {
  const decided = await tx.first(decide({ ...decision, sealed: seal(keyring, payload), now }));
  return decided !== undefined;
}

/** A refusal as the library reads it. */
export const refusalOf = (request: RequestRow, userId: string | null): Decision => ({
  hash: request.hash,
  state: 'refused',
  userId,
  grantId: null,
  payload: {
    ...request.payload,
    error: 'access_denied',
    errorDescription: 'the person did not agree',
  },
});

const attach = statement(
  'oidc.requests.attach_phone',
  (p: { hash: Buffer<ArrayBufferLike>; sealed: string; until: Date }) => sql`
    update oidc_requests set sealed = ${p.sealed}, watched_until = ${p.until} where hash = ${p.hash}`,
);
/** Keeps the id of the eID sign-in with the request, so that any instance can follow it. */
export async function attachPhone(
  tx: Tx,
  keyring: Keyring,
  hash: Buffer,
  phone: { sid: string; until: Date },
): Promise<void> {
  const request = await findRequest(tx, keyring, hash);
  if (request === undefined) return;
  const sealed = seal(keyring, { ...request.payload, [phoneMember]: phone.sid });
  await tx.change(attach({ hash, sealed, until: phone.until }));
}
/** Not `sid`, which the library discloses. */
const phoneMember = 'eidSid';
export const phoneOf = ({ payload }: RequestRow): string => String(payload[phoneMember]);

const renew = statement(
  'oidc.requests.renew_watch',
  columnsOf('oidc_requests', 'hash'),
  (p: { hash: Buffer<ArrayBufferLike>; until: Date }) => sql`
    update oidc_requests set watched_until = ${p.until}
    where hash = ${p.hash} and state = 'pending' and watched_until is not null returning hash`,
);
/** False if nobody waits for the phone any more. An expired request is followed too: its end is recorded. */
export async function renewWatch(db: Reader, hash: Buffer, until: Date): Promise<boolean> {
  const renewed = await db.first(renew({ hash, until }));
  return renewed !== undefined;
}

const endWatching = statement(
  'oidc.requests.end_watch',
  (p: { hash: Buffer<ArrayBufferLike> }) => sql`
    update oidc_requests set watched_until = null where hash = ${p.hash}`,
);
export const endWatch = (db: Reader, hash: Buffer): Promise<unknown> => db.run(endWatching({ hash }));

const unwatched = statement(
  'oidc.requests.list_unwatched',
  columnsOf('oidc_requests', 'hash'),
  (p: { now: Date }) => sql`
    select hash from oidc_requests
    where state = 'pending' and watched_until < ${p.now} order by expires_at limit 100`,
);
export const listUnwatched = (db: Reader, now: Date): Promise<{ hash: Buffer }[]> =>
  db.run(unwatched({ now }));

const consume = statement(
  'oidc.requests.consume',
  (p: { hash: Buffer; now: Date }) => sql`select oidc_consume_request(${p.hash}, ${p.now})`,
);
/** Consumes a decided request: of concurrent callers one commits, the transactions of the others fail. */
export const requestSpending = (hash: Buffer, now: Date): Statement<unknown> => consume({ hash, now });

const addGuess = statement(
  'oidc.guesses.add',
  (p: { userId: string; now: Date }) => sql`
    insert into oidc_code_guesses (user_id, at) values (${p.userId}, ${p.now})`,
);
export const recordGuess = (db: Reader, userId: string, now: Date): Promise<unknown> =>
  db.run(addGuess({ userId, now }));

const guesses = statement(
  'oidc.guesses.count',
  { count: computed('int4') },
  (p: { userId: string; since: Date }) => sql`
    select count(*)::int as count from oidc_code_guesses where user_id = ${p.userId} and at > ${p.since}`,
);
export async function countGuesses(db: Reader, userId: string, since: Date): Promise<number> {
  return (await db.first(guesses({ userId, since })))?.count ?? 0;
}

const deleteOld = statement(
  'oidc.requests.delete_old',
  (p: { before: Date }) => sql`delete from oidc_requests where expires_at < ${p.before}`,
);
const deleteOldGuesses = statement(
  'oidc.guesses.delete_old',
  (p: { before: Date }) => sql`delete from oidc_code_guesses where at < ${p.before}`,
);
/** Kept for a while after the end, so that a late poll learns that the request expired. */
export async function deleteOldRequests(tx: Tx, before: Date): Promise<void> {
  await tx.change(deleteOld({ before }));
  await tx.change(deleteOldGuesses({ before }));
}
