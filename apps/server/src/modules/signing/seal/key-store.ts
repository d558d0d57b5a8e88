import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf } from '../../../kernel/db/row-shape.ts';
import type { SealIdentity } from './certificate.ts';

const insert = statement(
  'sign.seal_keys.insert',
  (p: { digest: string; serial: string; notAfter: Date; now: Date }) => sql`
    insert into sign_seal_keys (digest, serial, not_after, first_used_at)
    values (${p.digest}, ${p.serial}, ${p.notAfter}, ${p.now})
    on conflict do nothing`,
);
export const rememberSealKey = (
  tx: Tx,
  { keyDigest, serial, notAfter }: SealIdentity,
  now: Date,
): Promise<number> => tx.change(insert({ digest: keyDigest, serial, notAfter, now }));

const all = statement(
  'sign.seal_keys.all',
  columnsOf('sign_seal_keys', 'digest'),
  () => sql`select digest from sign_seal_keys`,
);
export const listSealKeys = async (db: Reader): Promise<Set<string>> =>
  new Set((await db.run(all())).map(({ digest }) => digest));
