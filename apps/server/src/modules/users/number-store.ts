import { sql } from 'kysely';
import type { Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { computed, nullable } from '../../kernel/db/row-shape.ts';

const uniqueViolation = '23505';

const putGeId = statement('users.set_ge_id', (p: { id: string; geId: string | null; now: Date }) =>
  sqlFor
    .updateTable('users')
    .set({ ge_id: p.geId, updated_at: p.now })
    .where('id', '=', p.id)
    .where('deleted_at', 'is', null)
    .returning('id'),
);

const formerHolder = statement(
  'users.former_ge_id_holder',
  { id: nullable(computed('uuid')) },
  (p: { id: string; geId: string }) => sql`select former_ge_id_holder(${p.geId}, ${p.id}) as id`,
);
/** Who held the number before, if that was somebody else. */
export const findFormerHolder = async (tx: Tx, id: string, geId: string): Promise<string | undefined> =>
  (await tx.first(formerHolder({ id, geId })))?.id ?? undefined;

/** `taken` ends the transaction: PostgreSQL refuses further statements after a failed one. */
export async function writeGeId(
  tx: Tx,
  id: string,
  geId: string | null,
  now: Date,
): Promise<'written' | 'taken' | 'missing'> {
  try {
    return (await tx.first(putGeId({ id, geId, now }))) === undefined ? 'missing' : 'written';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return 'taken';
    throw error;
  }
}
