import type { Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import type { Statement } from '../db/query.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Keyring } from './keyring.ts';

/** A column with sealed values, declared by its module so that key rotation reaches all of them. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The purpose of each sealed value, or the column that holds it. */
  readonly purpose: string | { readonly column: string };
}

const batch = 200;

/**
 * Reseals every value with the current key. The update matches the exact text that was opened, so a value that
 * changed meanwhile waits for the next run. When no value names the old key any more, it can be removed.
 */
export function resealJob(database: Database, keyring: Keyring, columns: readonly SealedColumn[]): Job {
  return {
    name: 'kernel.reseal',
    about: 'Reseals values that use an older key of INTEGRATION_ENC_KEY with the current one',
    schedule: '40 2 * * *',
    run: async (_data, { log }) => {
      for (const column of columns) {
        const moved = await resealColumn(database, keyring, column);
        if (moved > 0)
          log.info(
            { table: column.table, column: column.column, moved },
            'values sealed with the current key',
          );
      }
    },
  };
}

/** Modules declare tables and columns, so the SQL text is built at run time. */
function staleIn(
  { table, column, purpose }: SealedColumn,
  current: string,
): Statement<{ sealed: string; purpose: string }> {
  const purposeOf = typeof purpose === 'string' ? '$2::text' : purpose.column;
  return {
    text: `select ${column} as sealed, ${purposeOf} as purpose from ${table} where ${column} not like $1 limit ${batch}`,
    values: typeof purpose === 'string' ? [current, purpose] : [current],
  };
}

export async function resealColumn(
  database: Database,
  keyring: Keyring,
  target: SealedColumn,
): Promise<number> {
  const { table, column } = target;
  const current = `v1.${keyring.currentKeyId}.%`;
  let moved = 0;
  for (;;) {
    const stale = await database.reader(systemIdentity).run(staleIn(target, current));
    let changed = 0;
    for (const { sealed, purpose: own } of stale) {
      const fresh = keyring.seal(keyring.open(sealed, own), own);
      changed += await database.transaction(systemIdentity, (tx) =>
        tx.change({
          text: `update ${table} set ${column} = $1 where ${column} = $2`,
          values: [fresh, sealed],
        }),
      );
    }
    moved += changed;
    if (stale.length < batch || changed === 0) return moved;
  }
}
