import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';
import type { FileView } from '../schemas.ts';
import type { Status } from '../state-machine.ts';

const columns = 'id, name, type, size_bytes, sha256, slot, created_at';

/** Whose a paper is: an application's, or until that is made its draft's. */
export interface Owner {
  kind: 'application' | 'draft';
  id: string;
}
const columnOf = { application: 'application_id', draft: 'draft_id' } as const;

export interface LockedApplication {
  status: Status;
  service_id: string | null;
  payload: Record<string, unknown>;
}

/** Holds the application still while papers are counted; undefined when it is not the person's own. */
export const lockOwn = (tx: Tx, id: string, userId: string): Promise<LockedApplication | undefined> =>
  tx.first(
    raw<LockedApplication>(
      'select status, service_id, payload from gov_applications where id = $1 and user_id = $2 for update',
      [id, userId],
      'gov.files.lock',
    ),
  );

/** False when there are as many as allowed, counting those that are still on their way. */
export const insertArriving = async (
  tx: Tx,
  { kind, id }: Owner,
  file: { id: string; userId: string; name: string; slot: string | null; now: Date },
  most: number,
): Promise<boolean> =>
  (await tx.change(
    raw(
      `insert into gov_files (id, ${columnOf[kind]}, user_id, name, slot, created_at)
       select $1, $2, $3, $4, $5, $6
       where (select count(*) from gov_files where ${columnOf[kind]} = $2 and state <> 'removed') < $7`,
      [file.id, id, file.userId, file.name, file.slot, file.now, most],
      `gov.files.insert.${kind}`,
    ),
  )) === 1;

export const markKept = (
  tx: Tx,
  file: { id: string; type: string; sizeBytes: number; sha256: string },
): Promise<FileView | undefined> =>
  tx.first(
    raw<FileView>(
      `update gov_files set state = 'kept', type = $2, size_bytes = $3, sha256 = $4
       where id = $1 and state = 'arriving' returning ${columns}`,
      [file.id, file.type, file.sizeBytes, file.sha256],
      'gov.files.keep',
    ),
  );

/** The bytes go when the sweep comes to them: never before this is committed. */
export const markRemoved = async (tx: Tx, { kind, id }: Owner, fileId: string): Promise<boolean> =>
  (await tx.change(
    raw(
      `update gov_files set state = 'removed' where id = $2 and ${columnOf[kind]} = $1 and state = 'kept'`,
      [id, fileId],
      `gov.files.remove.${kind}`,
    ),
  )) === 1;

/** By whoever was receiving it, once nothing is written any more. */
export const dropArriving = (tx: Tx, id: string): Promise<number> =>
  tx.change(
    raw(
      `update gov_files set state = 'removed' where id = $1 and state = 'arriving'`,
      [id],
      'gov.files.drop_arriving',
    ),
  );

/** Of drafts that are ending. What is still on its way is dropped by whoever receives it, who finds no draft. */
export const removeFilesOf = (tx: Tx, draftIds: readonly string[]): Promise<{ draft_id: string }[]> =>
  tx.run(
    raw<{ draft_id: string }>(
      `update gov_files set state = 'removed' where draft_id = any($1::uuid[]) and state = 'kept'
       returning draft_id`,
      [draftIds],
      'gov.files.remove_of_drafts',
    ),
  );

/** The papers of a draft that ended become those of the application it ended in. */
export const adoptFiles = (
  tx: Tx,
  draftId: string,
  applicationId: string,
  unasked: readonly string[],
): Promise<FileView[]> =>
  tx.run(
    raw<FileView>(
      `update gov_files set application_id = $2, draft_id = null
       where draft_id = $1 and state = 'kept' and (slot is null or slot <> all($3::text[]))
       returning ${columns}`,
      [draftId, applicationId, unasked],
      'gov.files.adopt',
    ),
  );

export const listFiles = (db: Reader | Tx, { kind, id }: Owner): Promise<FileView[]> =>
  db.run(
    raw<FileView>(
      `select ${columns} from gov_files where ${columnOf[kind]} = $1 and state = 'kept'
       order by created_at, id limit 100`,
      [id],
      `gov.files.list.${kind}`,
    ),
  );

export const findFile = (
  db: Reader | Tx,
  applicationId: string,
  id: string,
): Promise<(FileView & { user_id: string }) | undefined> =>
  db.first(
    raw<FileView & { user_id: string }>(
      `select ${columns}, user_id from gov_files where id = $2 and application_id = $1 and state = 'kept'`,
      [applicationId, id],
      'gov.files.find',
    ),
  );

export const listUnsettled = (db: Reader, before: Date, limit: number): Promise<{ id: string }[]> =>
  db.run(
    raw<{ id: string }>(
      `select id from gov_files where state = 'removed' or (state = 'arriving' and created_at < $1)
       order by created_at limit $2`,
      [before, limit],
    ),
  );

export const forgetFile = (tx: Tx, id: string): Promise<number> =>
  tx.change(raw(`delete from gov_files where id = $1 and state <> 'kept'`, [id]));
