import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { column, columnsOf, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';
import type { Level } from '../pades/level.ts';

const partyRow = columnsOf(
  'sign_request_parties',
  'id request_id place kind register name state seen_by seen_at seen_file user_id signer_name organisation_name level shortfall reason settled_at',
);
export type PartyRow = RowOf<typeof partyRow>;
const columns = selectionOf(partyRow);

export interface NewParty {
  id: string;
  kind: PartyRow['kind'];
  register: string;
  name: string;
}
const insert = statement(
  'sign.parties.insert',
  (p: { requestId: string; ids: string[]; kinds: string[]; registers: string[]; names: string[] }) => sql`
    insert into sign_request_parties (id, request_id, place, kind, register, name)
    select party.id, ${p.requestId}, party.place, party.kind, party.register, party.name
    from unnest(${p.ids}::uuid[], ${p.kinds}::text[], ${p.registers}::text[], ${p.names}::text[])
      with ordinality as party (id, kind, register, name, place)`,
);
export const insertParties = (tx: Tx, requestId: string, parties: readonly NewParty[]): Promise<number> =>
  tx.change(
    insert({
      requestId,
      ids: parties.map(({ id }) => id),
      kinds: parties.map(({ kind }) => kind),
      registers: parties.map(({ register }) => register),
      names: parties.map(({ name }) => name),
    }),
  );

const ofRequest = statement(
  'sign.parties.of',
  partyRow,
  (p: { requestId: string }) => sql`
    select ${columns} from sign_request_parties where request_id = ${p.requestId} order by place`,
);
export const listParties = (db: Reader | Tx, requestId: string): Promise<PartyRow[]> =>
  db.run(ofRequest({ requestId }));

const see = statement(
  'sign.parties.see',
  (p: { ids: string[]; userId: string; fileId: string; now: Date }) => sql`
    update sign_request_parties set seen_by = ${p.userId}, seen_at = ${p.now}, seen_file = ${p.fileId}
    where id = any(${p.ids}::uuid[]) and state = 'pending'
      and (seen_by is distinct from ${p.userId} or seen_file is distinct from ${p.fileId})`,
);
export const markSeen = (tx: Tx, given: Parameters<typeof see>[0]): Promise<number> => tx.change(see(given));

const moveSeen = statement(
  'sign.parties.move_seen',
  (p: { requestId: string; from: string; to: string }) => sql`
    update sign_request_parties set seen_file = ${p.to}
    where request_id = ${p.requestId} and seen_file = ${p.from}`,
);
/** The same document with more evidence, which shows nothing. */
export const keepSeen = (tx: Tx, given: Parameters<typeof moveSeen>[0]): Promise<number> =>
  tx.change(moveSeen(given));

const sign = statement(
  'sign.parties.sign',
  (p: {
    id: string;
    userId: string;
    signerName: string;
    organisationName: string;
    level: Level | null;
    shortfall: string;
    now: Date;
  }) => sql`
    update sign_request_parties set state = 'signed', user_id = ${p.userId}, signer_name = ${p.signerName},
      organisation_name = ${p.organisationName}, level = ${p.level}, shortfall = ${p.shortfall}, settled_at = ${p.now}
    where id = ${p.id} and state = 'pending'`,
);
export const markSigned = async (tx: Tx, given: Parameters<typeof sign>[0]): Promise<boolean> =>
  (await tx.change(sign(given))) === 1;

const raised = statement(
  'sign.parties.raised',
  (p: { requestId: string; level: Level; shortfall: string }) => sql`
    update sign_request_parties set level = ${p.level}, shortfall = ${p.shortfall}
    where id = (select id from sign_request_parties where request_id = ${p.requestId} and state = 'signed'
      order by settled_at desc, place desc limit 1)`,
);
/** The newest signature has another level now. */
export const markRaised = (tx: Tx, given: Parameters<typeof raised>[0]): Promise<number> =>
  tx.change(raised(given));

const decline = statement(
  'sign.parties.decline',
  (p: { id: string; userId: string; signerName: string; reason: string; now: Date }) => sql`
    update sign_request_parties set state = 'declined', user_id = ${p.userId}, signer_name = ${p.signerName},
      reason = ${p.reason}, settled_at = ${p.now}
    where id = ${p.id} and state = 'pending'`,
);
export const markDeclined = async (tx: Tx, given: Parameters<typeof decline>[0]): Promise<boolean> =>
  (await tx.change(decline(given))) === 1;

const holders = statement(
  'sign.parties.holders',
  { id: column('users', 'id'), register: column('users', 'national_id') },
  (p: { registers: string[] }) => sql`
    select id, national_id as register from users
    where national_id = any(${p.registers}::text[]) and active and deleted_at is null`,
);
/** People who have signed in with these register numbers; runs as system. */
export const listHolders = (tx: Tx, registers: string[]) => tx.run(holders({ registers }));
