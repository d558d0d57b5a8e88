import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Database, Tx } from '../db/database.ts';
import { systemIdentity } from '../db/identity.ts';
import { type ApiKeyRow, findApiKey, insertApiKey, noteApiKeyUse } from './api-key-store.ts';
import type { Keyring } from './keyring.ts';
import type { SealedColumn } from './reseal.ts';
import { createSecret, hashSecret, openSealedHash, sealSecret } from './secrets.ts';

/** Surfaces that a key may call; the admin API can do more than the tools. */
export const surfaces = ['admin', 'tools'] as const;
export type Surface = (typeof surfaces)[number];

const purpose = 'api.key';
export const sealedApiKeys: SealedColumn = {
  table: 'api_keys',
  column: 'sealed_hash',
  purpose: { column: 'purpose' },
};

/** The key that authenticated a call. */
export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly fromEnvironment: boolean;
  /** The tools that it may call; undefined if it is not narrowed. */
  readonly scopes?: readonly string[];
}

/** A key from the settings: it exists as long as the setting, and no call can revoke it. */
export interface EnvironmentKey {
  readonly id: string;
  readonly name: string;
  readonly display: string;
  readonly hash: Buffer;
}

/** Reads `secret` or `name:secret` from the settings. */
export function readEnvironmentKeys(given: readonly string[]): readonly EnvironmentKey[] {
  return given.map((text, index) => {
    const at = text.indexOf(':');
    const secret = text.slice(at + 1);
    const id = `env-${index + 1}`;
    const name = at > 0 ? text.slice(0, at) : id;
    return { id, name, display: `${secret.slice(0, 4)}…`, hash: hashSecret(secret) };
  });
}

/**
 * The key contains its id, so one row is read and its hash needs no index. Keys that were made for assistants
 * before both surfaces shared a table begin with `tamga_tool_`.
 */
const keyForm =
  /^tamga_(?:tool_)?([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})_[A-Za-z0-9_-]{43}$/;
const noteEveryMs = 60_000;
const longestKey = 4096;

export const looksLikeApiKey = (text: string): boolean => text.startsWith('tamga_');

export interface ApiKeyDeps {
  readonly database: Database;
  readonly keyring: Keyring;
  readonly environmentKeys: readonly EnvironmentKey[];
  readonly now: () => Date;
}

/** The key itself is right, but its maker is no longer an administrator; only its holder is told. */
export const lostMaker = 'lost_maker';
export type ApiKeyCheck = (presented: string) => Promise<ApiKey | typeof lostMaker | undefined>;

/** Reads the database at each call, so that every instance refuses a revoked key at once. */
export function createApiKeyCheck(deps: ApiKeyDeps, surface: Surface): ApiKeyCheck {
  const reader = deps.database.reader(systemIdentity);
  const inEnvironment = (hash: Buffer): ApiKey | undefined => {
    let found: ApiKey | undefined;
    for (const { id, name, hash: kept } of deps.environmentKeys)
      if (timingSafeEqual(kept, hash)) found = { id, name, fromEnvironment: true };
    return found;
  };
  return async (presented) => {
    if (presented.length > longestKey) return undefined;
    const hash = hashSecret(presented);
    const known = inEnvironment(hash);
    if (known !== undefined) return known;
    const now = deps.now();
    const id = keyForm.exec(presented)?.slice(1).join('-');
    const row = id === undefined ? undefined : await findApiKey(reader, { id, surface, now });
    if (id === undefined || row === undefined) return undefined;
    if (!timingSafeEqual(openSealedHash(deps.keyring, row.sealed_hash, row.purpose), hash)) return undefined;
    if (row.has_lost_maker) return lostMaker;
    if (!row.is_live) return undefined;
    if (row.last_used_at === null || now.getTime() - new Date(row.last_used_at).getTime() >= noteEveryMs)
      await deps.database.transaction(systemIdentity, (tx) => noteApiKeyUse(tx, id, now));
    const scopes = row.scopes === null ? {} : { scopes: row.scopes };
    return { id, name: row.name, fromEnvironment: false, ...scopes };
  };
}

/** The facts that the creator of a key chooses; what is left out stays narrow (decision 43). */
export interface KeyFacts {
  readonly name: string;
  /** The tools alone if omitted. */
  readonly surfaces?: readonly Surface[];
  /** The tools that it may call; none if omitted. */
  readonly scopes?: readonly string[];
  /** The key ends by itself after so many days, 90 if omitted; null: never. */
  readonly days?: number | null;
}

/** Every tool (`scopes` absent) and no end (`expires_at` absent) are only of keys made before decision 43, or chosen. */
export const limitsOfKey = ({ scopes, expires_at }: ApiKeyRow) => ({
  ...(scopes === null ? {} : { scopes }),
  ...(expires_at === null ? {} : { expires_at }),
});

export const defaultKeyDays = 90;
const dayMs = 24 * 3_600_000;

/** Returns the secret, which is shown only once; `by` is the person who made the key, if there is one. */
export async function makeApiKey(
  tx: Tx & { readonly now: Date },
  keyring: Keyring,
  facts: KeyFacts & { by: string | null },
): Promise<{ row: ApiKeyRow; secret: string }> {
  const id = randomUUID();
  const digits = id.replaceAll('-', '');
  const secret = `tamga_${digits}_${createSecret()}`;
  const { days = defaultKeyDays } = facts;
  const row = await insertApiKey(tx, {
    id,
    name: facts.name.trim(),
    display: `tamga_${digits.slice(0, 8)}…`,
    sealedHash: sealSecret(keyring, secret, purpose),
    purpose,
    surfaces: [...new Set(facts.surfaces ?? ['tools'])],
    scopes: [...new Set(facts.scopes)],
    by: facts.by,
    now: tx.now,
    expiresAt: days === null ? null : new Date(tx.now.getTime() + days * dayMs),
  });
  if (row === undefined) throw new Error('an insert without a condition returned no row');
  return { row, secret };
}
