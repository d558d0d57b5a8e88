import { hash } from 'node:crypto';
import Cursor from 'pg-cursor';
import type { Database } from '../db/database.ts';

export interface VerifyReport {
  ok: boolean;
  /** Rows whose link was recomputed. */
  checked: number;
  /** Rows committed and not yet sealed. */
  pending: number;
  /** The last sealed row's number and hash: worth keeping outside the database. */
  head: { seq: number; hash: string };
  broken_id?: number;
  /** `missing`: the row before it; `moved`: it stands where nothing was sealed; `cut_off`: the end, so no row to name. */
  reason?: 'altered' | 'missing' | 'moved' | 'cut_off';
}

interface SealedRow {
  id: number;
  seq: number;
  prev_hash: string;
  chain_hash: string;
  canonical: string;
}

/** So few that a busy machine is done with them within a few milliseconds. */
const chunk = 200;

/**
 * Walks the chain in its order and recomputes every link here, not in the database. One chunk is in memory at a time,
 * and the event loop breathes between chunks. `fromId` resumes after a row known to be good.
 */
export async function verifyAudit(database: Database, fromId?: number): Promise<VerifyReport> {
  return database.withClient(async (client) => {
    await client.query(
      "begin isolation level repeatable read read only; select set_config('app.role', 'system', true)",
    );
    await client.query('set local statement_timeout = 0');
    try {
      const [head] = (
        await client.query<{ seq: number; chain_hash: string }>('select seq, chain_hash from audit_head')
      ).rows;
      const [count] = (
        await client.query<{ pending: number }>('select count(*) as pending from audit_log where seq is null')
      ).rows;
      const known = {
        pending: count?.pending ?? 0,
        head: { seq: head?.seq ?? 0, hash: head?.chain_hash ?? '' },
      };
      let previous = { seq: 0, hash: '' };
      if (fromId !== undefined) {
        const [good] = (
          await client.query<{ seq: number | null; chain_hash: string }>(
            'select seq, chain_hash from audit_log where id = $1',
            [fromId],
          )
        ).rows;
        if (good === undefined || good.seq === null)
          return { ok: false, checked: 0, ...known, broken_id: fromId, reason: 'missing' };
        previous = { seq: good.seq, hash: good.chain_hash };
      }
      let checked = 0;
      const cursor = client.query(
        new Cursor<SealedRow>(
          `select id, seq, prev_hash, chain_hash, audit_canonical(audit_log) as canonical
           from audit_log where seq is not null and ($1::bigint is null or seq > $1) order by seq`,
          [fromId === undefined ? null : previous.seq],
        ),
      );
      for (let coming = cursor.read(chunk); ; ) {
        const rows = await coming;
        if (rows.length === 0) break;
        // Asked for before these are looked at: the database reads on while we hash.
        coming = cursor.read(chunk);
        for (const row of rows) {
          const reason = row.seq > known.head.seq ? 'moved' : checkLink(row, previous);
          if (reason !== undefined) {
            await coming.catch(() => undefined);
            await cursor.close();
            return { ok: false, checked, ...known, broken_id: row.id, reason };
          }
          previous = { seq: row.seq, hash: row.chain_hash };
          checked += 1;
        }
      }
      await cursor.close();
      if (previous.seq !== known.head.seq || (previous.seq > 0 && previous.hash !== known.head.hash))
        return { ok: false, checked, ...known, reason: 'cut_off' };
      return { ok: true, checked, ...known };
    } finally {
      await client.query('rollback');
    }
  });
}

function checkLink(
  row: SealedRow,
  previous: { seq: number; hash: string },
): VerifyReport['reason'] | undefined {
  const link = hash('sha256', previous.hash + row.canonical);
  if (row.seq > previous.seq + 1) return 'missing';
  if (row.seq <= previous.seq || row.prev_hash !== previous.hash) return 'moved';
  if (row.chain_hash !== link) return 'altered';
  return undefined;
}
