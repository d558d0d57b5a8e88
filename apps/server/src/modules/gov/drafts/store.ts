import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { column, columnsOf, computed, type RowOf, selectionOf } from '../../../kernel/db/row-shape.ts';

const draftRow = columnsOf(
  'gov_drafts',
  'id service_id service_version note payload step field revision updated_at',
);
export type DraftRow = RowOf<typeof draftRow>;

const columns = selectionOf(draftRow);

const find = statement(
  'gov.drafts.find',
  draftRow,
  (p: { owner: string; serviceId: string }) => sql`
    select ${columns} from gov_drafts where owner_id = ${p.owner} and service_id = ${p.serviceId}`,
);
export const findDraft = (db: Reader | Tx, owner: string, serviceId: string): Promise<DraftRow | undefined> =>
  db.first(find({ owner, serviceId }));

const draftOfService = {
  ...columnsOf('gov_drafts', 'service_id updated_at'),
  ...columnsOf('gov_services', 'passport_id name name_en'),
  service_code: column('gov_services', 'code'),
  is_offered: computed('bool'),
};
export type DraftOfService = RowOf<typeof draftOfService>;

const list = statement(
  'gov.drafts.list',
  draftOfService,
  (p: { owner: string }) => sql`
    select d.service_id, s.passport_id, s.code as service_code, s.name, s.name_en, d.updated_at,
      s.enabled and s.lifecycle = 'active' as is_offered
    from gov_drafts d join gov_services s on s.id = d.service_id
    where d.owner_id = ${p.owner}
    order by d.updated_at desc, d.service_id limit 1000`,
);
/** Latest first, at most one per service; one of a service that is no longer offered can only be read and deleted. */
export const listDrafts = (db: Reader, owner: string): Promise<DraftOfService[]> => db.run(list({ owner }));

export interface SavedDraft {
  userId: string;
  serviceId: string;
  /** The version that was filled in; null where the caller does not say. */
  serviceVersion: number | null;
  note: string;
  payload: string;
  step: DraftRow['step'];
  field: string;
  /** The revision that the caller edited; null where the caller does not say. */
  revision: number | null;
  now: Date;
}

/** A draft that holds papers alone has no answers that a first save could overwrite. */
const save = statement(
  'gov.drafts.save',
  draftRow,
  (p: SavedDraft) => sql`
    insert into gov_drafts as d (user_id, service_id, service_version, note, payload, step, field, updated_at)
    values (${p.userId}, ${p.serviceId}, ${p.serviceVersion}, ${p.note}, ${p.payload}, ${p.step}, ${p.field}, ${p.now})
    on conflict (owner_id, service_id, kept_by) do update set service_version = excluded.service_version,
      note = excluded.note, payload = excluded.payload,
      step = excluded.step, field = excluded.field, revision = d.revision + 1, updated_at = excluded.updated_at
    where (d.note, d.payload, d.step, d.field)
      is distinct from (excluded.note, excluded.payload, excluded.step, excluded.field)
      and (${p.revision}::int is null or d.revision = ${p.revision}
        or (${p.revision} = 0 and d.note = '' and d.payload = '{}'))
    returning ${columns}`,
);
/** Undefined when nothing changed, since the same content is no new revision, or when the revision is stale. */
export const upsertDraft = (tx: Tx, draft: SavedDraft): Promise<DraftRow | undefined> =>
  tx.first(save(draft));

const open = statement(
  'gov.drafts.open',
  { ...columnsOf('gov_drafts', 'id'), isNew: computed('bool') },
  (p: { userId: string; serviceId: string; now: Date }) => sql`
    insert into gov_drafts (user_id, service_id, payload, step, updated_at) values (${p.userId}, ${p.serviceId}, '{}', 'papers', ${p.now})
    on conflict (owner_id, service_id, kept_by) do update set updated_at = excluded.updated_at
    returning id, xmax = 0 as "isNew"`,
);
/** Creates an empty draft if needed, and locks it. */
export async function openDraft(
  tx: Tx,
  draft: { userId: string; serviceId: string; now: Date },
): Promise<{ id: string; isNew: boolean }> {
  const row = await tx.first(open(draft));
  if (row === undefined) throw new Error('the opened draft is missing');
  return row;
}

const touch = statement(
  'gov.drafts.touch',
  (p: { id: string; owner: string; now: Date }) => sql`
    update gov_drafts set updated_at = ${p.now} where id = ${p.id} and owner_id = ${p.owner}`,
);
export const touchDraft = (tx: Tx, draft: { id: string; owner: string; now: Date }): Promise<number> =>
  tx.change(touch(draft));

const countOpen = statement(
  'gov.drafts.count_open',
  { drafts: computed('int8') },
  (p: { serviceId: string }) => sql`select open_drafts(${p.serviceId}) as drafts`,
);
/** Of everybody, whoever asks. */
export const countDrafts = async (db: Reader, serviceId: string): Promise<number> =>
  (await db.first(countOpen({ serviceId })))?.drafts ?? 0;

const lock = statement(
  'gov.drafts.lock',
  columnsOf('gov_drafts', 'id'),
  (p: { owner: string; serviceId: string }) => sql`
    select id from gov_drafts where owner_id = ${p.owner} and service_id = ${p.serviceId} for update`,
);
export const lockDraft = (tx: Tx, owner: string, serviceId: string): Promise<{ id: string } | undefined> =>
  tx.first(lock({ owner, serviceId }));

const drop = statement(
  'gov.drafts.drop',
  columnsOf('gov_drafts', 'id'),
  (p: { owner: string; serviceId: string }) => sql`
    delete from gov_drafts where owner_id = ${p.owner} and service_id = ${p.serviceId} returning id`,
);
/** The caller must also remove the papers of the draft. */
export const deleteDraft = (tx: Tx, owner: string, serviceId: string): Promise<{ id: string } | undefined> =>
  tx.first(drop({ owner, serviceId }));

const govDraftsDeleteUntouched = statement(
  'gov.drafts.delete_untouched',
  columnsOf('gov_drafts', 'id service_id'),
  (p: { before: Date; limit: number }) => sql`
    delete from gov_drafts where id in (
      select id from gov_drafts where updated_at < ${p.before} order by updated_at limit ${p.limit} for update skip locked)
    returning id, service_id`,
);
export const deleteUntouched = (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ id: string; service_id: string }[]> => tx.run(govDraftsDeleteUntouched({ before, limit }));
