import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';
import { type FoundPage, findPage, type PageRequest } from '../../kernel/http/time-cursor.ts';
import type { boxes } from './schemas.ts';

const shown = {
  ...columnsOf(
    'authorisations',
    'id seq grantor_id organisation_id receiver_id state valid_until answer_until canonical created_at accepted_at ended_at',
  ),
  received: computed('bool'),
  holds: computed('bool'),
};
export type AuthorisationRow = RowOf<typeof shown>;

/** `received` and the conditions below read the caller's own register number. */
const selection = (now: Date) => sql`
  a.id, a.seq, a.grantor_id, a.organisation_id, a.receiver_id, a.state, a.valid_until, a.answer_until, a.canonical,
  a.created_at, a.accepted_at, a.ended_at, coalesce(a.receiver_register = app_register_number(), false) as received,
  authorisation_holds(a.id, ${now}) as holds`;
/** Named beside the policies, because they cannot use an index. */
const givenBy = (userId: string) => sql`((a.organisation_id is null and a.grantor_id = ${userId})
  or a.organisation_id in (select m.org_id from organisation_members m where m.user_id = ${userId} and m.role = 'owner'))`;
const receivedBy = (userId: string) => sql`(a.receiver_id = ${userId}
  or (a.state = 'offered' and a.receiver_register = app_register_number()))`;
const isRunning = (now: Date) => sql`(a.valid_until > ${now} and (a.state = 'accepted'
  or (a.state = 'offered' and a.answer_until > ${now})))`;

interface PageOf {
  userId: string;
  now: Date;
  at: string | null;
  seq: number | null;
  limit: number;
}
const pageAfter = (p: PageOf) => sql`
  (${p.at}::timestamptz is null or (a.created_at, a.seq) < (${p.at}::timestamptz, ${p.seq}::bigint))
  order by a.created_at desc, a.seq desc limit ${p.limit}`;

const lists = {
  given: statement(
    'authorisations.given',
    shown,
    (p: PageOf) => sql`select ${selection(p.now)} from authorisations a
      where ${givenBy(p.userId)} and ${isRunning(p.now)} and ${pageAfter(p)}`,
  ),
  received: statement(
    'authorisations.received',
    shown,
    (p: PageOf) => sql`select ${selection(p.now)} from authorisations a
      where ${receivedBy(p.userId)} and ${isRunning(p.now)} and ${pageAfter(p)}`,
  ),
  ended: statement(
    'authorisations.ended',
    shown,
    (p: PageOf) => sql`select ${selection(p.now)} from authorisations a
      where (${givenBy(p.userId)} or ${receivedBy(p.userId)}) and not ${isRunning(p.now)} and ${pageAfter(p)}`,
  ),
};
export const listAuthorisations = (
  db: Reader,
  box: (typeof boxes)[number],
  { userId, now }: { userId: string; now: Date },
  page: PageRequest,
): Promise<FoundPage<AuthorisationRow>> =>
  findPage(db, page, ({ limit, before }) =>
    lists[box]({ userId, now, at: before?.at ?? null, seq: before?.id ?? null, limit: limit + 1 }),
  );

const one = statement(
  'authorisations.one',
  shown,
  (p: { id: string; now: Date }) =>
    sql`select ${selection(p.now)} from authorisations a where a.id = ${p.id}`,
);
/** Visible under RLS. */
export const findAuthorisation = (
  db: Reader | Tx,
  id: string,
  now: Date,
): Promise<AuthorisationRow | undefined> => db.first(one({ id, now }));

const holding = statement(
  'authorisations.holding',
  shown,
  (p: { userId: string; now: Date }) => sql`
    select ${selection(p.now)} from authorisations a
    where a.receiver_id = ${p.userId} and a.state = 'accepted' and a.valid_until > ${p.now}
      and authorisation_holds(a.id, ${p.now})
    order by a.created_at desc, a.seq desc limit 500`,
);
export const listHolding = (db: Reader, userId: string, now: Date): Promise<AuthorisationRow[]> =>
  db.run(holding({ userId, now }));

const evidence = columnsOf('authorisations', 'id canonical signature certificates');
export type EvidenceRow = RowOf<typeof evidence>;
const evidenceOf = statement(
  'authorisations.evidence',
  evidence,
  (p: { id: string }) => sql`
    select id, canonical, signature, certificates from authorisations where id = ${p.id}`,
);
export const findEvidence = (db: Reader, id: string): Promise<EvidenceRow | undefined> =>
  db.first(evidenceOf({ id }));

const lock = statement(
  'authorisations.lock',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
const openOf = statement(
  'authorisations.count_open',
  { total: computed('int8') },
  (p: { grantorId: string; organisationId: string | null; now: Date }) => sql`
    select count(*) as total from authorisations a
    where ${isRunning(p.now)} and case when ${p.organisationId}::uuid is null
      then a.organisation_id is null and a.grantor_id = ${p.grantorId} else a.organisation_id = ${p.organisationId}::uuid end`,
);
export interface GrantorKey {
  grantorId: string;
  organisationId: string | null;
}
export const countOpen = async (db: Reader | Tx, grantor: GrantorKey, now: Date): Promise<number> =>
  (await db.first(openOf({ ...grantor, now })))?.total ?? 0;
/** One grantor's authorisations wait for each other, so that the count holds until the commit. */
export async function countOpenAndLock(tx: Tx, grantor: GrantorKey, now: Date): Promise<number> {
  await tx.run(lock({ key: `authorisations.${grantor.organisationId ?? grantor.grantorId}` }));
  return countOpen(tx, grantor, now);
}

const used = statement(
  'authorisations.signature_used',
  { used: computed('bool') },
  (p: { sid: string }) => sql`select exists (select from authorisations where sid = ${p.sid}) as used`,
);
export const isSignatureUsed = async (db: Reader, sid: string): Promise<boolean> =>
  (await db.first(used({ sid })))?.used === true;

export interface NewAuthorisation extends GrantorKey {
  receiverRegister: string;
  validFrom: Date;
  validUntil: Date;
  answerUntil: Date;
  sid: string;
  canonical: string;
  signature: string;
  certificates: string;
  now: Date;
}
const insert = statement(
  'authorisations.insert',
  columnsOf('authorisations', 'id'),
  (p: NewAuthorisation) => sql`
    insert into authorisations (grantor_id, organisation_id, receiver_register, valid_from, valid_until, answer_until,
      sid, canonical, signature, certificates, created_at)
    values (${p.grantorId}, ${p.organisationId}, ${p.receiverRegister}, ${p.validFrom}, ${p.validUntil},
      ${p.answerUntil}, ${p.sid}, ${p.canonical}, ${p.signature}, ${p.certificates}, ${p.now})
    on conflict (sid) do nothing returning id`,
);
/** Undefined when the signature was used before. */
export const insertAuthorisation = (tx: Tx, given: NewAuthorisation): Promise<{ id: string } | undefined> =>
  tx.first(insert(given));

interface Answer {
  id: string;
  userId: string;
  now: Date;
}
const changed = columnsOf('authorisations', 'id');
const waitsForMe = (p: Answer) => sql`id = ${p.id} and state = 'offered' and answer_until > ${p.now}
  and receiver_register = app_register_number()`;
const accept = statement(
  'authorisations.accept',
  changed,
  (p: Answer) => sql`
    update authorisations set state = 'accepted', receiver_id = ${p.userId}, accepted_at = ${p.now}
    where ${waitsForMe(p)} returning id`,
);
export const acceptOffer = async (tx: Tx, answer: Answer): Promise<boolean> =>
  (await tx.first(accept(answer))) !== undefined;

const decline = statement(
  'authorisations.decline',
  changed,
  (p: Answer) => sql`
    update authorisations set state = 'declined', receiver_id = ${p.userId}, ended_at = ${p.now}
    where ${waitsForMe(p)} returning id`,
);
export const declineOffer = async (tx: Tx, answer: Answer): Promise<boolean> =>
  (await tx.first(decline(answer))) !== undefined;

const giveUp = statement(
  'authorisations.give_up',
  changed,
  (p: Answer) => sql`
    update authorisations set state = 'given_up', ended_at = ${p.now}
    where id = ${p.id} and receiver_id = ${p.userId} and state = 'accepted' and valid_until > ${p.now} returning id`,
);
export const giveUpAccepted = async (tx: Tx, answer: Answer): Promise<boolean> =>
  (await tx.first(giveUp(answer))) !== undefined;

const revoke = statement(
  'authorisations.revoke',
  changed,
  (p: Answer) => sql`
    update authorisations a set state = 'revoked', ended_at = ${p.now}
    where a.id = ${p.id} and ${givenBy(p.userId)} and ${isRunning(p.now)} returning a.id`,
);
export const revokeGiven = async (tx: Tx, answer: Answer): Promise<boolean> =>
  (await tx.first(revoke(answer))) !== undefined;
