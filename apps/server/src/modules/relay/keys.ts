import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { sql } from 'kysely';
import type { Database, Tx } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import type { Jwks } from './platform-store.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'relay_keys.public_jwk': Record<string, string>;
  }
}

export const keyPurpose = 'relay_keys.sealed';
export const secretPurpose = 'relay_secrets.sealed';

const newest = statement(
  'relay.keys.newest',
  columnsOf('relay_keys', 'id sealed public_jwk'),
  () => sql`select id, sealed, public_jwk from relay_keys order by created_at desc, id limit 1`,
);
const all = statement(
  'relay.keys.all',
  columnsOf('relay_keys', 'public_jwk'),
  () => sql`select public_jwk from relay_keys order by created_at desc, id limit 100`,
);
const insert = statement(
  'relay.keys.insert',
  (p: { id: string; sealed: string; jwk: string; now: Date }) => sql`
    insert into relay_keys (id, sealed, public_jwk, created_at)
    select ${p.id}, ${p.sealed}, ${p.jwk}, ${p.now} where not exists (select from relay_keys)`,
);
const lock = statement(
  'relay.keys.lock',
  () => sql`select pg_advisory_xact_lock(hashtextextended('relay.keys', 0))`,
);

/** The thumbprint of RFC 7638, so that an id names one key alone. */
export const keyIdOf = (x: string): string =>
  createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');

export interface SigningKey {
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly privatePem: string;
}

export interface RelayKeys {
  /** The key of this platform; created at first use, by one instance. */
  current(): Promise<SigningKey>;
  /** Every key that ever signed a receipt. */
  published(): Promise<Jwks>;
}

/** The key never changes under an instance: a new one is added only when there is none. */
export function createRelayKeys(deps: { database: Database; keyring: Keyring; now: () => Date }): RelayKeys {
  let known: Promise<SigningKey> | undefined;
  const load = async (): Promise<SigningKey> => {
    const reader = deps.database.reader(systemIdentity);
    const row = (await reader.first(newest())) ?? (await deps.database.transaction(systemIdentity, create));
    const privatePem = deps.keyring.open(row.sealed, keyPurpose);
    return { id: row.id, privatePem, privateKey: createPrivateKey(privatePem) };
  };
  const create = async (tx: Tx) => {
    await tx.run(lock());
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const id = keyIdOf(x);
    const jwk = JSON.stringify({ kty: 'OKP', crv: 'Ed25519', x, kid: id, alg: 'EdDSA', use: 'sig' });
    await tx.change(insert({ id, sealed: deps.keyring.seal(pem, keyPurpose), jwk, now: deps.now() }));
    const row = await tx.first(newest());
    if (row === undefined) throw new Error('the key of the relay was not stored');
    return row;
  };
  return {
    current: () => {
      known ??= load().catch((error: unknown) => {
        known = undefined;
        throw error;
      });
      return known;
    },
    published: async () => ({
      keys: (await deps.database.reader(systemIdentity).run(all())).map(({ public_jwk }) => public_jwk),
    }),
  };
}
