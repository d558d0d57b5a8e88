import type { WriteTx } from '../../../kernel/audit/unit-of-work.ts';
import { removeStored } from '../../files/index.ts';
import { removeFilesOf } from './store.ts';

/** Removes every paper of the drafts; uploads in progress find no draft at their end. */
export async function dropPapers(tx: WriteTx, draftIds: readonly string[]): Promise<{ draft_id: string }[]> {
  const removed = await removeFilesOf(tx, draftIds);
  await removeStored(
    tx,
    removed.map(({ id }) => id),
  );
  return removed;
}
