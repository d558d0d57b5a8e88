import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';
import type { FileView } from '../schemas.ts';
import type { Status } from '../state-machine.ts';

const columns = 'id, name, type, size_bytes, sha256, created_at';

/** Holds the application still while papers are counted; undefined when it is not the person's own. */
export const lockOwn = (tx: Tx, id: string, userId: string): Promise<{ status: Status } | undefined> =>
  tx.first(
    raw<{ status: Status }>(
      'select status from gov_applications where id = $1 and user_id = $2 for update',
      [id, userId],
      'gov.files.lock',
    ),
  );

/** False when there are as many as allowed, counting those that are still on their way. */
export const insertArriving = async (
  tx: Tx,
  file: { id: string; applicationId: string; userId: string; name: string; now: Date },
  most: number,
): Promise<boolean> =>
  (await tx.change(
    raw(
      `insert into gov_files (id, application_id, user_id, name, created_at)
       select $1, $2, $3, $4, $5
       where (select count(*) from gov_files where application_id = $2 and state <> 'removed') < $6`,
      [file.id, file.applicationId, file.userId, file.name, file.now, most],
      'gov.files.insert',
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
export const markRemoved = (tx: Tx, applicationId: string, id: string): Promise<number> =>
  tx.change(
    raw(
      `update gov_files set state = 'removed' where id = $2 and application_id = $1 and state <> 'removed'`,
      [applicationId, id],
      'gov.files.remove',
    ),
  );

export const listFiles = (db: Reader | Tx, applicationId: string): Promise<FileView[]> =>
  db.run(
    raw<FileView>(
      `select ${columns} from gov_files where application_id = $1 and state = 'kept' order by created_at, id limit 100`,
      [applicationId],
      'gov.files.list',
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
