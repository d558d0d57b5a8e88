import { type RawBuilder, sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { type RowFrom, sqlFor, statement, varying } from '../../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';
import { type FoundPage, findPage, type PageRequest } from '../../../kernel/http/time-cursor.ts';
import type { Level } from '../pades/level.ts';

const requestRow = columnsOf(
  'sign_requests',
  'id seq sender_id sender_name title message filename signing_order state deadline file_id size_bytes level shortfall signing_session claimed_until remind_at reminded_at created_at closed_at',
);
export type RequestRow = RowOf<typeof requestRow>;
export type RequestState = RequestRow['state'];
const columns = selectionOf(requestRow);

const lockSender = statement(
  'sign.requests.lock_sender',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
const usage = statement(
  'sign.requests.usage',
  { requests: computed('int8'), bytes: computed('int8') },
  (p: { userId: string }) => sql`
    select count(*) as requests, coalesce(sum(size_bytes), 0)::bigint as bytes
    from sign_requests where sender_id = ${p.userId} and state = 'open'`,
);
/** Open requests of a person; another one of the same person waits until the commit. */
export async function readUsage(tx: Tx, userId: string): Promise<{ requests: number; bytes: number }> {
  await tx.run(lockSender({ key: `sign.requests ${userId}` }));
  return (await tx.first(usage({ userId }))) ?? { requests: 0, bytes: 0 };
}

const insert = statement(
  'sign.requests.insert',
  (p: {
    id: string;
    senderId: string;
    senderName: string;
    title: string;
    message: string;
    filename: string;
    order: RequestRow['signing_order'];
    deadline: Date;
    fileId: string;
    sizeBytes: number;
    remindAt: Date;
    now: Date;
  }) => sql`
    insert into sign_requests (id, sender_id, sender_name, title, message, filename, signing_order, deadline, file_id,
      size_bytes, remind_at, created_at)
    values (${p.id}, ${p.senderId}, ${p.senderName}, ${p.title}, ${p.message}, ${p.filename}, ${p.order},
      ${p.deadline}, ${p.fileId}, ${p.sizeBytes}, ${p.remindAt}, ${p.now})`,
);
export const insertRequest = (tx: Tx, request: Parameters<typeof insert>[0]): Promise<number> =>
  tx.change(insert(request));

const byId = statement(
  'sign.requests.by_id',
  requestRow,
  (p: { id: string }) => sql`select ${columns} from sign_requests where id = ${p.id}`,
);
export const findRequest = (db: Reader | Tx, id: string): Promise<RequestRow | undefined> =>
  db.first(byId({ id }));

const lock = statement(
  'sign.requests.lock',
  requestRow,
  (p: { id: string }) => sql`select ${columns} from sign_requests where id = ${p.id} for update`,
);
/** Always before the row of its session, so that two transactions cannot wait for each other. */
export const lockRequest = (tx: Tx, id: string): Promise<RequestRow | undefined> => tx.first(lock({ id }));

const claim = statement(
  'sign.requests.claim',
  columnsOf('sign_requests', 'id'),
  (p: { id: string; fileId: string; session: string; until: Date; now: Date }) => sql`
    update sign_requests r set signing_session = ${p.session}, claimed_until = ${p.until}
    where id = ${p.id} and state = 'open' and deadline > ${p.now} and file_id = ${p.fileId}
      and (signing_session is null or (claimed_until < ${p.now}
        and not exists (select from sign_sessions s where s.id = r.signing_session and s.state = 'running')))
    returning id`,
);
/** One signing per revision; false when somebody else holds it or the revision is no longer this one. */
export const claimRevision = async (
  tx: Tx,
  given: { id: string; fileId: string; session: string; until: Date; now: Date },
): Promise<boolean> => (await tx.first(claim(given))) !== undefined;

const confirm = statement(
  'sign.requests.confirm',
  (p: { id: string; session: string; until: Date }) => sql`
    update sign_requests set claimed_until = ${p.until}
    where id = ${p.id} and signing_session = ${p.session} and state = 'open'`,
);
/** False when the request was closed while the phone was asked. */
export const confirmClaim = async (
  tx: Tx,
  given: { id: string; session: string; until: Date },
): Promise<boolean> => (await tx.change(confirm(given))) === 1;

const release = statement(
  'sign.requests.release',
  (p: { session: string; id: string }) => sql`
    update sign_requests set signing_session = null, claimed_until = null
    where id = ${p.id} and signing_session = ${p.session}`,
);
export const releaseRevision = (tx: Tx, id: string, session: string): Promise<number> =>
  tx.change(release({ id, session }));

const advance = statement(
  'sign.requests.advance',
  (p: { id: string; fileId: string; sizeBytes: number; level: Level | null; shortfall: string }) => sql`
    update sign_requests set file_id = ${p.fileId}, size_bytes = ${p.sizeBytes}, level = ${p.level},
      shortfall = ${p.shortfall}, signing_session = null, claimed_until = null
    where id = ${p.id} and state = 'open'`,
);
/** The next revision; the caller holds the lock of the row. */
export const writeRevision = (tx: Tx, given: Parameters<typeof advance>[0]): Promise<number> =>
  tx.change(advance(given));

const replaceRaised = statement(
  'sign.requests.replace_raised',
  (p: { id: string; from: string; to: string; sizeBytes: number; level: Level; shortfall: string }) => sql`
    update sign_requests set file_id = ${p.to}, size_bytes = ${p.sizeBytes}, level = ${p.level},
      shortfall = ${p.shortfall}
    where id = ${p.id} and state = 'open' and file_id = ${p.from} and signing_session is null`,
);
/** False while somebody signs the revision, or when another instance was faster. */
export const replaceRevision = async (tx: Tx, given: Parameters<typeof replaceRaised>[0]): Promise<boolean> =>
  (await tx.change(replaceRaised(given))) === 1;

const close = statement(
  'sign.requests.close',
  (p: { id: string; state: Exclude<RequestState, 'open'>; now: Date }) => sql`
    update sign_requests set state = ${p.state}, closed_at = ${p.now}, signing_session = null, claimed_until = null,
      file_id = case when ${p.state} = 'completed' then null else file_id end
    where id = ${p.id} and state = 'open'`,
);
export const writeClosed = async (
  tx: Tx,
  given: { id: string; state: Exclude<RequestState, 'open'>; now: Date },
): Promise<boolean> => (await tx.change(close(given))) === 1;

const remind = statement(
  'sign.requests.remind',
  (p: { id: string; now: Date; before: Date }) => sql`
    update sign_requests set reminded_at = ${p.now}
    where id = ${p.id} and state = 'open' and coalesce(reminded_at, '-infinity') <= ${p.before}`,
);
export const markReminded = async (
  tx: Tx,
  given: { id: string; now: Date; before: Date },
): Promise<boolean> => (await tx.change(remind(given))) === 1;

const takeReminder = statement(
  'sign.requests.take_reminder',
  requestRow,
  (p: { now: Date; limit: number }) => sql`
    update sign_requests set remind_at = null where id in (
      select id from sign_requests where state = 'open' and remind_at <= ${p.now}
      order by remind_at limit ${p.limit} for update skip locked)
    returning ${columns}`,
);
export const takeReminders = (tx: Tx, now: Date, limit: number): Promise<RequestRow[]> =>
  tx.run(takeReminder({ now, limit }));

const overdue = statement(
  'sign.requests.overdue',
  requestRow,
  (p: { now: Date; limit: number }) => sql`
    select ${columns} from sign_requests where state = 'open' and deadline <= ${p.now} order by deadline limit ${p.limit}`,
);
export const listOverdue = (db: Reader, now: Date, limit: number): Promise<RequestRow[]> =>
  db.run(overdue({ now, limit }));

const short = statement(
  'sign.requests.short',
  requestRow,
  (p: { below: readonly Level[]; limit: number }) => sql`
    select ${columns} from sign_requests
    where state = 'open' and signing_session is null and level = any(${p.below}::text[])
    order by created_at limit ${p.limit}`,
);
/** Open requests whose newest signature is below its level. */
export const listBelow = (db: Reader, below: readonly Level[], limit: number): Promise<RequestRow[]> =>
  db.run(short({ below, limit }));

const purge = statement(
  'sign.requests.purge',
  columnsOf('sign_requests', 'id file_id'),
  (p: { before: Date; limit: number }) => sql`
    delete from sign_requests where id in (
      select r.id from sign_requests r where r.state <> 'open' and r.closed_at <= ${p.before}
        and not exists (select from sign_sessions s where s.request_id = r.id)
      order by r.closed_at limit ${p.limit} for update skip locked)
    returning id, file_id`,
);
export const purgeClosed = (tx: Tx, before: Date, limit: number) => tx.run(purge({ before, limit }));

/** Whose requests: the register number of the person, and those of organisations that they represent. */
export interface Addressee {
  national: string;
  organisations: readonly string[];
}
const addressed = (to: Addressee) => sql<boolean>`((p.kind = 'person' and p.register = ${to.national})
  or (p.kind = 'organisation' and p.register = any(${to.organisations}::text[])))`;
const counted = (state: RawBuilder<boolean>) =>
  sql<number>`(select count(*) from sign_request_parties p where p.request_id = r.id and ${state})`;

export interface ListFilter extends PageRequest {
  box: 'sent' | 'received';
  userId: string;
  to: Addressee;
  state: RequestState | undefined;
}
const sample = { userId: '', to: { national: '', organisations: [] }, limit: 1 };
const page = varying(
  'sign.requests.page',
  [
    { ...sample, box: 'sent', state: undefined, before: undefined },
    { ...sample, box: 'received', state: 'open', before: { at: '', id: 0 } },
  ],
  ({ box, userId, to, state, before, limit }: ListFilter) => {
    let query = sqlFor
      .selectFrom('sign_requests as r')
      .select([
        'r.id',
        'r.seq',
        'r.sender_id',
        'r.sender_name',
        'r.title',
        'r.signing_order',
        'r.state',
        'r.deadline',
        'r.created_at',
        'r.closed_at',
      ])
      .select([
        counted(sql`p.state = 'signed'`).as('signed'),
        counted(sql`true`).as('total'),
        // In sequence only the first pending party may sign.
        sql<boolean>`exists (select from sign_request_parties p
          where p.request_id = r.id and r.state = 'open' and p.state = 'pending' and ${addressed(to)}
            and (r.signing_order = 'any' or p.place = (select min(o.place) from sign_request_parties o
              where o.request_id = r.id and o.state = 'pending')))`.as('my_turn'),
      ])
      .orderBy('r.created_at', 'desc')
      .orderBy('r.seq', 'desc')
      .limit(limit + 1);
    query =
      box === 'sent'
        ? query.where('r.sender_id', '=', userId)
        : query.where(
            sql<boolean>`exists (select from sign_request_parties p where p.request_id = r.id and ${addressed(to)})`,
          );
    if (state !== undefined) query = query.where('r.state', '=', state);
    if (before !== undefined)
      query = query.where(
        sql<boolean>`(r.created_at, r.seq) < (${before.at}::timestamptz, ${before.id}::bigint)`,
      );
    return query;
  },
);
export type ItemRow = RowFrom<typeof page>;
export const listRequests = (db: Reader, filter: ListFilter): Promise<FoundPage<ItemRow>> =>
  findPage(db, filter, (wanted) => page({ ...filter, ...wanted }));
