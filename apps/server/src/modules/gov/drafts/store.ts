import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface DraftRow {
  id: string;
  service_id: string;
  note: string;
  payload: Record<string, unknown>;
  step: 'answers' | 'papers' | 'review';
  field: string;
  revision: number;
  updated_at: string;
}

const columns = 'id, service_id, note, payload, step, field, revision, updated_at';

export const findDraft = (
  db: Reader | Tx,
  userId: string,
  serviceId: string,
): Promise<DraftRow | undefined> =>
  db.first(
    raw<DraftRow>(
      `select ${columns} from gov_drafts where user_id = $1 and service_id = $2`,
      [userId, serviceId],
      'gov.drafts.find',
    ),
  );

export interface DraftOfService {
  service_id: string;
  passport_id: string;
  service_code: string;
  name: string;
  name_en: string;
  updated_at: string;
}

/** Those that can still be sent, the latest first; one for each service at most. */
export const listDrafts = (db: Reader, userId: string): Promise<DraftOfService[]> =>
  db.run(
    raw<DraftOfService>(
      `select d.service_id, s.passport_id, s.code as service_code, s.name, s.name_en, d.updated_at
       from gov_drafts d join gov_services s on s.id = d.service_id
       where d.user_id = $1 and s.enabled and s.lifecycle = 'active'
       order by d.updated_at desc, d.service_id limit 1000`,
      [userId],
      'gov.drafts.list',
    ),
  );

export interface SavedDraft {
  userId: string;
  serviceId: string;
  note: string;
  payload: string;
  step: DraftRow['step'];
  field: string;
  now: Date;
}

/** Undefined when the same was saved before: that is no new revision. */
export const upsertDraft = (tx: Tx, draft: SavedDraft): Promise<DraftRow | undefined> =>
  tx.first(
    raw<DraftRow>(
      `insert into gov_drafts as d (user_id, service_id, note, payload, step, field, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7)
       on conflict (user_id, service_id) do update set note = excluded.note, payload = excluded.payload,
         step = excluded.step, field = excluded.field, revision = d.revision + 1, updated_at = excluded.updated_at
       where (d.note, d.payload, d.step, d.field)
         is distinct from (excluded.note, excluded.payload, excluded.step, excluded.field)
       returning ${columns}`,
      [draft.userId, draft.serviceId, draft.note, draft.payload, draft.step, draft.field, draft.now],
      'gov.drafts.save',
    ),
  );

/** The draft for a service, an empty one where there was none, held still. */
export async function openDraft(
  tx: Tx,
  draft: { userId: string; serviceId: string; now: Date },
): Promise<{ id: string; isNew: boolean }> {
  const row = await tx.first(
    raw<{ id: string; isNew: boolean }>(
      `insert into gov_drafts (user_id, service_id, payload, step, updated_at) values ($1, $2, '{}', 'papers', $3)
       on conflict (user_id, service_id) do update set updated_at = excluded.updated_at
       returning id, xmax = 0 as "isNew"`,
      [draft.userId, draft.serviceId, draft.now],
      'gov.drafts.open',
    ),
  );
  if (row === undefined) throw new Error('a draft that was opened is not there');
  return row;
}

export const touchDraft = (tx: Tx, draft: { id: string; userId: string; now: Date }): Promise<number> =>
  tx.change(
    raw(
      'update gov_drafts set updated_at = $3 where id = $1 and user_id = $2',
      [draft.id, draft.userId, draft.now],
      'gov.drafts.touch',
    ),
  );

export const lockDraft = (tx: Tx, userId: string, serviceId: string): Promise<{ id: string } | undefined> =>
  tx.first(
    raw<{ id: string }>(
      'select id from gov_drafts where user_id = $1 and service_id = $2 for update',
      [userId, serviceId],
      'gov.drafts.lock',
    ),
  );

/** Whoever deletes a draft also answers for its papers. */
export const deleteDraft = (tx: Tx, userId: string, serviceId: string): Promise<{ id: string } | undefined> =>
  tx.first(
    raw<{ id: string }>(
      'delete from gov_drafts where user_id = $1 and service_id = $2 returning id',
      [userId, serviceId],
      'gov.drafts.drop',
    ),
  );

export const deleteUntouched = (
  tx: Tx,
  before: Date,
  limit: number,
): Promise<{ id: string; service_id: string }[]> =>
  tx.run(
    raw<{ id: string; service_id: string }>(
      `delete from gov_drafts where id in (
         select id from gov_drafts where updated_at < $1 order by updated_at limit $2 for update skip locked)
       returning id, service_id`,
      [before, limit],
    ),
  );
