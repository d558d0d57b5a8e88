import type { Database } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { raw } from '../db/query.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Keyring } from './keyring.ts';

/** A column that holds sealed values, declared by its module so that a new key reaches every one of them. */
export interface SealedColumn {
  readonly table: string;
  readonly column: string;
  /** The purpose each value was sealed for, or the column that holds it. */
  readonly purpose: string | { readonly column: string };
}

const batch = 200;

/**
 * Moves every value to the current key. A value that was changed meanwhile is left for the next round: the update
 * asks for the very text that was opened. When no value names the old key any more, it can be removed.
 */
export function resealJob(database: Database, keyring: Keyring, columns: readonly SealedColumn[]): Job {
  return {
    name: 'kernel.reseal',
    about: 'Seals values that still carry an older key of INTEGRATION_ENC_KEY with the current one',
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

export async function resealColumn(
  database: Database,
  keyring: Keyring,
  target: SealedColumn,
): Promise<number> {
  const { table, column, purpose } = target;
  const current = `v1.${keyring.currentKeyId}.%`;
  const purposeOf = typeof purpose === 'string' ? '$2::text' : purpose.column;
  let moved = 0;
  for (;;) {
    const stale = await database
      .reader(systemIdentity)
      .run(
        raw<{ sealed: string; purpose: string }>(
          `select ${column} as sealed, ${purposeOf} as purpose from ${table} where ${column} not like $1 limit ${batch}`,
          typeof purpose === 'string' ? [current, purpose] : [current],
        ),
      );
    let changed = 0;
    for (const { sealed, purpose: own } of stale) {
      const fresh = keyring.seal(keyring.open(sealed, own), own);
      changed += await database.transaction(systemIdentity, (tx) =>
        tx.change(raw(`update ${table} set ${column} = $1 where ${column} = $2`, [fresh, sealed])),
      );
    }
    moved += changed;
    if (stale.length < batch || changed === 0) return moved;
  }
}
