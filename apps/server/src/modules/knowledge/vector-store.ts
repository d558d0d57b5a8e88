import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';

const byHash = statement('knowledge.vectors', (p: { model: string; hashes: readonly string[] }) =>
  sqlFor
    .selectFrom('knowledge_vectors')
    .select(['hash', 'vector'])
    .where('model', '=', p.model)
    .where('hash', '=', sql<string>`any (${p.hashes}::text[])`),
);
export async function readVectors(
  db: Reader,
  model: string,
  hashes: readonly string[],
): Promise<Map<string, Float32Array>> {
  const rows = hashes.length === 0 ? [] : await db.run(byHash({ model, hashes }));
  return new Map(rows.map(({ hash, vector }) => [hash, unpack(vector)]));
}

const insert = statement(
  'knowledge.insert_vector',
  (p: { hash: string; model: string; vector: Buffer; now: Date }) => sql`
    insert into knowledge_vectors (hash, model, vector, created_at)
    values (${p.hash}, ${p.model}, ${p.vector}, ${p.now}) on conflict do nothing`,
);
/** Two instances may compute the same vector; the first one stays. */
export const insertVector = (
  tx: Tx,
  given: { hash: string; model: string; vector: readonly number[]; now: Date },
): Promise<number> => tx.change(insert({ ...given, vector: pack(given.vector) }));

const forget = statement(
  'knowledge.forget_vectors',
  (p: { model: string; hashes: readonly string[]; before: Date }) => sql`
    delete from knowledge_vectors
    where created_at < ${p.before} and (model <> ${p.model} or hash <> all (${p.hashes}::text[]))`,
);
/** Drops vectors of texts that are published no more, and of former models. */
export const deleteOtherVectors = (
  tx: Tx,
  given: { model: string; hashes: readonly string[]; before: Date },
): Promise<number> => tx.change(forget(given));

function pack(vector: readonly number[]): Buffer {
  const bytes = Buffer.alloc(vector.length * 4);
  vector.forEach((value, at) => {
    bytes.writeFloatLE(value, at * 4);
  });
  return bytes;
}

function unpack(bytes: Buffer): Float32Array {
  const vector = new Float32Array(bytes.length / 4);
  for (let at = 0; at < vector.length; at += 1) vector[at] = bytes.readFloatLE(at * 4);
  return vector;
}
