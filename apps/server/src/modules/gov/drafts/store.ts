import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface DraftRow {
  id: string;
  service_id: string;
  note: string;
  payload: Record<string, unknown>;
  updated_at: string;
}

const columns = 'id, service_id, note, payload, updated_at';

export const findDraft = (db: Reader, userId: string, serviceId: string): Promise<DraftRow | undefined> =>
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

export async function upsertDraft(
  tx: Tx,
  draft: { userId: string; serviceId: string; note: string; payload: string; now: Date },
): Promise<DraftRow> {
  const row = await tx.first(
    raw<DraftRow>(
      `insert into gov_drafts (user_id, service_id, note, payload, updated_at) values ($1, $2, $3, $4, $5)
       on conflict (user_id, service_id) do update set note = excluded.note, payload = excluded.payload,
         updated_at = excluded.updated_at
       returning ${columns}`,
      [draft.userId, draft.serviceId, draft.note, draft.payload, draft.now],
      'gov.drafts.save',
    ),
  );
  if (row === undefined) throw new Error('a draft that was written is not there');
  return row;
}

/** The draft for a service, an empty one where there was none, held still. Answers its id. */
export async function openDraft(
  tx: Tx,
  draft: { userId: string; serviceId: string; now: Date },
): Promise<string> {
  const row = await tx.first(
    raw<{ id: string }>(
      `insert into gov_drafts (user_id, service_id, payload, updated_at) values ($1, $2, '{}', $3)
       on conflict (user_id, service_id) do update set updated_at = excluded.updated_at returning id`,
      [draft.userId, draft.serviceId, draft.now],
      'gov.drafts.open',
    ),
  );
  if (row === undefined) throw new Error('a draft that was opened is not there');
  return row.id;
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

export const deleteUntouched = async (tx: Tx, before: Date, limit: number): Promise<string[]> => {
  const rows = await tx.run(
    raw<{ id: string }>(
      `delete from gov_drafts where id in (
         select id from gov_drafts where updated_at < $1 order by updated_at limit $2 for update skip locked)
       returning id`,
      [before, limit],
    ),
  );
  return rows.map(({ id }) => id);
};
