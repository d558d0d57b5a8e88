import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface DraftRow {
  service_id: string;
  note: string;
  payload: Record<string, unknown>;
  updated_at: string;
}

export const findDraft = (db: Reader, userId: string, serviceId: string): Promise<DraftRow | undefined> =>
  db.first(
    raw<DraftRow>(
      'select service_id, note, payload, updated_at from gov_drafts where user_id = $1 and service_id = $2',
      [userId, serviceId],
      'gov.drafts.find',
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
       returning service_id, note, payload, updated_at`,
      [draft.userId, draft.serviceId, draft.note, draft.payload, draft.now],
      'gov.drafts.save',
    ),
  );
  if (row === undefined) throw new Error('a draft that was written is not there');
  return row;
}

export const deleteDraft = (tx: Tx, userId: string, serviceId: string): Promise<number> =>
  tx.change(
    raw(
      'delete from gov_drafts where user_id = $1 and service_id = $2',
      [userId, serviceId],
      'gov.drafts.drop',
    ),
  );
