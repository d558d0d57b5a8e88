import type { Database, Reader, Tx } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { sqlFor, statement } from '../db/query.ts';
import type { Keyring } from '../security/keyring.ts';
import { KeyringError } from '../security/keyring.ts';
import { type ChainPoint, type VerifyReport, verifyAudit } from './verify.ts';

export interface VerifiedHeadDeps {
  readonly database: Database;
  readonly keyring: Keyring;
}

/** The last verified position of the chain, and the time of the last full verification. */
interface Mark extends ChainPoint {
  readonly wholeAtMs: number;
}

export const verifiedHead = { table: 'audit_verified', column: 'sealed', purpose: 'audit.verified' } as const;

/**
 * A change below the mark stays unnoticed until the next full verification, so a mark expires after this time
 * and the default verification starts from the beginning again.
 */
const longestWithoutWholeMs = 24 * 3_600_000;

export interface NewRowsReport extends VerifyReport {
  /** Verification began after this row; 0 means the whole chain. */
  since: number;
}

/**
 * Recomputes the rows sealed since the last verified head, or all of them. The head is sealed with a key that
 * is not in the database: an attacker who rewrites rows and all later hashes cannot rewrite the head, so the
 * chain no longer matches it.
 */
export async function verifyNewRows(
  deps: VerifiedHeadDeps,
  { now, whole }: { now: Date; whole: boolean },
): Promise<NewRowsReport> {
  const mark = await readMark(deps);
  const onlyNew = !whole && mark !== undefined && now.getTime() - mark.wholeAtMs < longestWithoutWholeMs;
  const report = await verifyAudit(deps.database, {
    ...(mark === undefined ? {} : { known: mark }),
    onlyNew,
  });
  if (report.ok && report.head.seq > 0)
    await deps.database.transaction(systemIdentity, (tx) =>
      writeMark(deps.keyring, tx, {
        mark: { ...report.head, wholeAtMs: onlyNew ? mark.wholeAtMs : now.getTime() },
        now,
      }),
    );
  return { ...report, since: onlyNew ? mark.seq : 0 };
}

const findSealed = statement('audit.verified', () => sqlFor.selectFrom('audit_verified').select('sealed'));

/** A mark that does not open is forged or its key was removed: it is ignored, and everything is verified. */
async function readMark({ database, keyring }: VerifiedHeadDeps): Promise<Mark | undefined> {
  const reader: Reader = database.reader(systemIdentity);
  const found = await reader.first(findSealed());
  if (found === undefined) return undefined;
  try {
    return JSON.parse(keyring.open(found.sealed, verifiedHead.purpose)) as Mark;
  } catch (error) {
    if (error instanceof KeyringError) return undefined;
    throw error;
  }
}

const keepSealed = statement('audit.verified.keep', (p: { sealed: string; now: Date }) =>
  sqlFor
    .insertInto('audit_verified')
    .values({ sealed: p.sealed, updated_at: p.now })
    .onConflict((same) => same.column('only_row').doUpdateSet({ sealed: p.sealed, updated_at: p.now })),
);

async function writeMark(keyring: Keyring, tx: Tx, { mark, now }: { mark: Mark; now: Date }): Promise<void> {
  await tx.change(keepSealed({ sealed: keyring.seal(JSON.stringify(mark), verifiedHead.purpose), now }));
}
