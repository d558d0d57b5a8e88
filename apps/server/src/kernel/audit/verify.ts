import { hash } from 'node:crypto';
import type pg from 'pg';
import type { Database } from '../db/database.ts';
import { eachSealedRow, type SealedRow } from './sealed-rows.ts';

/** A position in the chain: the number of a sealed row and its hash. */
export interface ChainPoint {
  readonly seq: number;
  readonly hash: string;
}

export interface VerifyReport {
  ok: boolean;
  /** Rows whose hash was recomputed. */
  checked: number;
  /** Rows that are committed and not yet sealed. */
  pending: number;
  /** Number and hash of the last sealed row; keep a copy outside the database. */
  head: ChainPoint;
  broken_id?: number;
  /**
   * `missing`: the row before this one is gone; `moved`: the row is where none was sealed; `cut_off`: the end
   * is gone, so there is no row to name.
   */
  reason?: 'altered' | 'missing' | 'moved' | 'cut_off';
}

export interface VerifyOptions {
  /** Starts after this row, which the operator knows to be good. */
  readonly fromId?: number;
  /** A position that an earlier verification confirmed. */
  readonly known?: ChainPoint;
  /** Recomputes only the rows after `known`. */
  readonly onlyNew?: boolean;
}

type Finding = Pick<VerifyReport, 'ok' | 'checked' | 'broken_id' | 'reason'>;

const start: ChainPoint = { seq: 0, hash: '' };

/**
 * Recomputes every hash in chain order here, not in the database, with one row in memory at a time. A long log is read
 * over two connections that share a snapshot: a single one and this process only take turns.
 */
export async function verifyAudit(database: Database, options: VerifyOptions = {}): Promise<VerifyReport> {
  return readOnly(database, async (client) => {
    const head = (await findPoint(client, 'select seq, chain_hash from audit_head', [])) ?? start;
    const { rows } = await client.query<{ pending: number }>(
      'select count(*) as pending from audit_log where seq is null',
    );
    const begun = await findBeginning(client, options);
    const found = 'ok' in begun ? begun : await walk(database, client, { from: begun, head });
    return { ...found, pending: rows[0]?.pending ?? 0, head };
  });
}

function readOnly<T>(
  database: Database,
  read: (client: pg.ClientBase) => Promise<T>,
  snapshot?: string,
): Promise<T> {
  return database.withClient(async (client) => {
    await client.query('begin isolation level repeatable read read only');
    try {
      if (snapshot !== undefined)
        await client.query(`set transaction snapshot ${client.escapeLiteral(snapshot)}`);
      await client.query("select set_config('app.role', 'system', true)");
      await client.query('set local statement_timeout = 0');
      return await read(client);
    } finally {
      await client.query('rollback');
    }
  });
}

/** The position that the walk continues from, or why it cannot. */
async function findBeginning(
  client: pg.ClientBase,
  { fromId, known, onlyNew }: VerifyOptions,
): Promise<ChainPoint | Finding> {
  if (fromId !== undefined)
    return (
      (await findPoint(client, 'select seq, chain_hash from audit_log where id = $1', [fromId])) ?? {
        ok: false,
        checked: 0,
        broken_id: fromId,
        reason: 'missing',
      }
    );
  if (known === undefined || known.seq === 0) return start;
  return (await compareWithKnown(client, known)) ?? (onlyNew === true ? known : start);
}

/** Fewer rows take less time than a second connection. */
const leastToSplit = 50_000;

async function walk(
  database: Database,
  client: pg.ClientBase,
  { from, head }: { from: ChainPoint; head: ChainPoint },
): Promise<Finding> {
  const middle = await findMiddle(client, from, head);
  if (middle === undefined) return walkPart(client, { from, head });
  const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id');
  const later = readOnly(database, (second) => walkPart(second, { from: middle, head }), rows[0]?.id);
  // Awaited after the first part; until then its failure must not end the process.
  later.catch(() => undefined);
  const first = await walkPart(client, { from, head, upTo: middle });
  const last = await later;
  return first.ok ? { ...last, checked: first.checked + last.checked } : first;
}

async function findMiddle(
  client: pg.ClientBase,
  from: ChainPoint,
  head: ChainPoint,
): Promise<ChainPoint | undefined> {
  if (head.seq - from.seq < leastToSplit) return undefined;
  const seq = Math.floor((from.seq + head.seq) / 2);
  return findPoint(client, 'select seq, chain_hash from audit_log where seq = $1', [seq]);
}

/** Without `upTo`, the part must end at the head. */
async function walkPart(
  client: pg.ClientBase,
  { from, head, upTo }: { from: ChainPoint; head: ChainPoint; upTo?: ChainPoint },
): Promise<Finding> {
  let previous = from;
  let checked = 0;
  let broken: Finding | undefined;
  await eachSealedRow(client, { after: from.seq === 0 ? lowest : from.seq, upTo: upTo?.seq }, (row) => {
    if (broken !== undefined) return;
    const reason = row.seq > head.seq ? 'moved' : checkLink(row, previous);
    if (reason !== undefined) broken = { ok: false, checked, broken_id: row.id, reason };
    previous = { seq: row.seq, hash: row.chainHash };
    checked += 1;
  });
  if (broken !== undefined) return broken;
  const end = upTo ?? head;
  if (previous.seq !== end.seq || (previous.seq > 0 && previous.hash !== end.hash))
    return { ok: false, checked, reason: 'cut_off' };
  return { ok: true, checked };
}

/** Below every sequence number that a forged row may have. */
const lowest = Number.MIN_SAFE_INTEGER;

/** A chain that was rewritten from some row on is consistent, but its hash differs at the known position. */
async function compareWithKnown(client: pg.ClientBase, known: ChainPoint): Promise<Finding | undefined> {
  const { rows } = await client.query<{ id: number; chain_hash: string | null }>(
    'select id, chain_hash from audit_log where seq = $1',
    [known.seq],
  );
  const [row] = rows;
  if (row === undefined) return { ok: false, checked: 0, reason: 'cut_off' };
  return row.chain_hash === known.hash
    ? undefined
    : { ok: false, checked: 0, broken_id: row.id, reason: 'altered' };
}

async function findPoint(
  client: pg.ClientBase,
  text: string,
  values: readonly unknown[],
): Promise<ChainPoint | undefined> {
  const { rows } = await client.query<{ seq: number | null; chain_hash: string }>(text, [...values]);
  const [row] = rows;
  return row === undefined || row.seq === null ? undefined : { seq: row.seq, hash: row.chain_hash };
}

function checkLink(row: SealedRow, previous: ChainPoint): VerifyReport['reason'] | undefined {
  const link = hash('sha256', previous.hash + row.canonical);
  if (row.seq > previous.seq + 1) return 'missing';
  if (row.seq <= previous.seq || row.prevHash !== previous.hash) return 'moved';
  if (row.chainHash !== link) return 'altered';
  return undefined;
}
