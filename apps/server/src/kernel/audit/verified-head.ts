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

/** How far the chain was found whole, and when it was last walked from its start. */
interface Mark extends ChainPoint {
  readonly wholeAtMs: number;
}

export const verifiedHead = { table: 'audit_verified', column: 'sealed', purpose: 'audit.verified' } as const;

/**
 * A change below the mark stays unnoticed until the next whole walk. So no mark is good for longer than this: the
 * default walk then begins at the start again.
 */
const longestWithoutWholeMs = 24 * 3_600_000;

export interface NewsReport extends VerifyReport {
  /** The walk began after this row; 0 is the whole chain. */
  since: number;
}

/**
 * Recomputes what was sealed since the last verified head, or everything. The head is sealed with a key that is not in
 * the database: a thief who rewrites rows and all later hashes cannot rewrite it, and the chain no longer meets it.
 */
export async function verifyNews(
  deps: VerifiedHeadDeps,
  { now, whole }: { now: Date; whole: boolean },
): Promise<NewsReport> {
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

/** A mark that does not open was forged, or its key was removed: then there is none, and everything is walked. */
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
