import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Provider } from './provider-port.ts';

const due = columnsOf('integration_revocations', 'id provider sealed_tokens attempts created_at');
export type RevocationRow = RowOf<typeof due>;

interface NewRevocation {
  id: string;
  userId: string;
  provider: Provider;
  sealedTokens: string;
  now: Date;
}

const add = statement('integration_revocations.insert', (p: NewRevocation) =>
  sqlFor.insertInto('integration_revocations').values({
    id: p.id,
    user_id: p.userId,
    provider: p.provider,
    sealed_tokens: p.sealedTokens,
    next_at: p.now,
    created_at: p.now,
  }),
);
export const insertRevocation = (tx: Tx, row: NewRevocation): Promise<number> => tx.change(add(row));

const lease = statement(
  'integration_revocations.claim',
  due,
  (p: { now: Date; until: Date }) => sql`
    update integration_revocations set next_at = ${p.until}, attempts = attempts + 1
    where id in (
      select id from integration_revocations where next_at <= ${p.now}
      order by next_at limit 20 for update skip locked)
    returning id, provider, sealed_tokens, attempts, created_at`,
);
/** Each due row goes to one caller, who has until `until`. */
export const claimRevocations = (db: Reader, times: { now: Date; until: Date }): Promise<RevocationRow[]> =>
  db.run(lease(times));

const postpone = statement(
  'integration_revocations.postpone',
  (p: { id: string; nextAt: Date }) => sql`
    update integration_revocations set next_at = ${p.nextAt} where id = ${p.id}`,
);
export const postponeRevocation = (db: Reader, id: string, nextAt: Date): Promise<unknown> =>
  db.run(postpone({ id, nextAt }));

const remove = statement(
  'integration_revocations.remove',
  (p: { id: string }) => sql`delete from integration_revocations where id = ${p.id}`,
);
export const removeRevocation = (db: Reader, id: string): Promise<unknown> => db.run(remove({ id }));
