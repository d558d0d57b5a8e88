import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf } from '../../kernel/db/row-shape.ts';
import { localDay } from '../../kernel/local-day.ts';
import type { Notification } from '../notifications/index.ts';

/** What a person did, where others are told about it. */
export type Deed = 'applied' | 'attached' | 'answered' | 'withdrew' | 'booked' | 'cancelled';

/** What waits for the job. */
export interface KeptNews extends Omit<Notification, 'userId' | 'channels'> {
  /** What an authorisation must allow, for which service, so that its holder is told. */
  act: 'apply' | 'pay' | 'book';
  serviceId: string | null;
  /** Who did what; the person themself is not told who it was. */
  did: { what: Deed; by: string };
  /** Only others are told about it. */
  notToActor?: true;
}

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'party_news.news': KeptNews;
  }
}

const insert = statement(
  'acting.news.insert',
  (p: { id: string; partyId: string; userId: string; news: string; now: Date }) => sql`
    insert into party_news (id, party_id, user_id, news, created_at)
    values (${p.id}, ${p.partyId}, ${p.userId}, ${p.news}::jsonb, ${p.now})`,
);
export function insertNews(
  tx: Tx,
  row: { partyId: string; userId: string; news: string; now: Date },
): string {
  const id = randomUUID();
  tx.atCommit(insert({ id, ...row }));
  return id;
}

const newsParty = {
  ...columnsOf('acting_parties', 'kind organisation_id civil_id'),
  user_id: column('party_news', 'user_id'),
};
const partyOf = statement(
  'acting.news.party',
  newsParty,
  (p: { id: string }) => sql`
    select p.kind, p.organisation_id, p.civil_id, n.user_id
    from party_news n join acting_parties p on p.id = n.party_id where n.id = ${p.id}`,
);
export const findNewsParty = (db: Reader, id: string): Promise<RowOf<typeof newsParty> | undefined> =>
  db.first(partyOf({ id }));

const taken = {
  ...columnsOf('party_news', 'party_id user_id news'),
  /** The party's own account; null of an organisation or a child. */
  person_id: nullable(column('users', 'id')),
  name: computed('text'),
  name_en: computed('text'),
};
export type TakenNews = RowOf<typeof taken>;

const lock = statement(
  'acting.news.lock',
  taken,
  (p: { id: string }) => sql`
    select n.party_id, n.user_id, n.news, u.id as person_id,
      coalesce(o.name, nullif(p.name, ''), concat_ws(' ', nullif(u.last_name, ''), nullif(u.first_name, ''))) as name,
      coalesce(o.name_latin, nullif(p.name_en, ''),
        concat_ws(' ', nullif(u.last_name_en, ''), nullif(u.first_name_en, ''))) as name_en
    from party_news n join acting_parties p on p.id = n.party_id left join organisations o on o.id = p.organisation_id
      left join users u on u.id = p.user_id where n.id = ${p.id} for update of n`,
);
/** A second job waits here, then finds nothing. */
export const lockNews = (tx: Tx, id: string): Promise<TakenNews | undefined> => tx.first(lock({ id }));

const remove = statement(
  'acting.news.remove',
  (p: { id: string }) => sql`delete from party_news where id = ${p.id}`,
);
export const removeNews = (tx: Tx, id: string): Promise<number> => tx.change(remove({ id }));

const kept = statement(
  'acting.news.kept',
  columnsOf('party_news', 'id'),
  (p: { before: Date; now: Date; today: string; limit: number }) => sql`
    with tried as (
      update party_news set tried_at = ${p.now} where id in (
        select id from party_news where coalesce(tried_at, created_at) < ${p.before}
        order by tried_at nulls first limit ${p.limit} for update skip locked)
      returning id, party_id, user_id, news)
    select id from tried where cardinality(party_recipients(party_id, user_id, news ->> 'act',
      (news ->> 'serviceId')::uuid, ${p.now}, ${p.today}::date)) > 0`,
);
/** News that nobody has got yet though somebody may act now; the longest untried are looked at first. */
export const takeKept = async (tx: Tx, before: Date, now: Date, limit: number): Promise<string[]> =>
  (await tx.run(kept({ before, now, today: localDay(now), limit }))).map(({ id }) => id);

const recipients = statement(
  'acting.news.recipients',
  { told: computed('uuid') },
  (p: {
    partyId: string;
    userId: string;
    act: KeptNews['act'];
    serviceId: string | null;
    now: Date;
    today: string;
  }) => sql`
    select unnest(party_recipients(${p.partyId}, ${p.userId}, ${p.act}, ${p.serviceId}, ${p.now},
      ${p.today}::date)) as told`,
);
/** Those who may act for the party now. */
export const listRecipients = async (
  tx: Tx,
  { party_id: partyId, user_id: userId, news: { act, serviceId } }: TakenNews,
  now: Date,
): Promise<readonly string[]> =>
  (await tx.run(recipients({ partyId, userId, act, serviceId, now, today: localDay(now) }))).map(
    ({ told }) => told,
  );

const parents = statement(
  'acting.news.parents',
  columnsOf('known_children', 'user_id'),
  (p: { civilId: string }) => sql`
    select user_id from known_children where civil_ids @> array[${p.civilId}]::text[] order by user_id limit 20`,
);
/** Whom the register has named as a parent of the child so far. */
export const listParents = async (db: Reader, civilId: string): Promise<string[]> =>
  (await db.run(parents({ civilId }))).map(({ user_id }) => user_id);
