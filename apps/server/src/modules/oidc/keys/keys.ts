import { createHash, generateKeyPair, type JsonWebKey } from 'node:crypto';
import { promisify } from 'node:util';
import { type Outbox, unitOfWork } from '../../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { events } from '../events.ts';
import { lifetimes, secondsAfter } from '../lifetimes.ts';
import { deleteKeys, insertKey, listKeys, lockKeys } from './key-store.ts';

export const keyPurpose = 'oidc.key';
/** Announces new keys and revoked tokens to every instance. */
export const oidcChannel = 'oidc';

/** RS256 first: relying parties that ignore `alg` in the key set take the first key. */
export const signingAlgorithms = ['RS256', 'PS256', 'ES256'] as const;
export type SigningAlgorithm = (typeof signingAlgorithms)[number];

export interface SigningKey {
  readonly kid: string;
  readonly alg: SigningAlgorithm;
  readonly jwk: JsonWebKey;
  readonly createdAt: Date;
  readonly activeFrom: Date;
}

export interface KeyDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  now: () => Date;
}

const generate = promisify(generateKeyPair);
/** Allows for clock skew: a key stays published while relying parties still accept its tokens. */
const toleranceSeconds = 300;

/** Returns all keys; creates the first key of each algorithm that has none. */
export async function loadKeys(deps: KeyDeps): Promise<readonly SigningKey[]> {
  const read = async () => {
    const rows = await listKeys(deps.database.reader(systemIdentity));
    return rows.map((row) => ({
      kid: row.kid,
      alg: row.alg,
      jwk: JSON.parse(deps.keyring.open(row.sealed, keyPurpose)) as JsonWebKey,
      createdAt: new Date(row.created_at),
      activeFrom: new Date(row.active_from),
    }));
  };
  const keys = await read();
  if (signingAlgorithms.every((alg) => keys.some((key) => key.alg === alg))) return keys;
  await addKeys(deps, 'first');
  return read();
}

/**
 * For each algorithm the signing key comes first, then all keys that are still needed for verification or are
 * published ahead.
 */
export function arrangeKeys(keys: readonly SigningKey[], now: Date): readonly SigningKey[] {
  return signingAlgorithms.flatMap((alg) =>
    arrangeOneKind(
      keys.filter((key) => key.alg === alg),
      now,
    ),
  );
}

function arrangeOneKind(keys: readonly SigningKey[], now: Date): readonly SigningKey[] {
  const byStart = [...keys].sort((one, other) => other.activeFrom.getTime() - one.activeFrom.getTime());
  const signing = byStart.find(({ activeFrom }) => activeFrom <= now) ?? byStart.at(-1);
  if (signing === undefined) return [];
  return [signing, ...byStart.filter((key) => key !== signing && !isRetired(byStart, key, now))];
}

/** The last id_token of a key expires one lifetime after the next key takes over. */
function isRetired(byStart: readonly SigningKey[], key: SigningKey, now: Date): boolean {
  const successor = byStart[byStart.indexOf(key) - 1];
  return (
    successor !== undefined && secondsAfter(successor.activeFrom, lifetimes.idToken + toleranceSeconds) < now
  );
}

export type Rotation =
  | { kind: 'made'; kids: readonly string[]; activeFrom: Date }
  | { kind: 'waiting'; activeFrom: Date };

/**
 * Creates the next key of each algorithm, published at once and used after the lead time; only one set waits
 * at a time. The first keys sign at once, and only one of several starting instances creates them.
 */
export async function addKeys(deps: KeyDeps, when: 'first' | { leadMinutes: number }): Promise<Rotation> {
  const candidates = await Promise.all(signingAlgorithms.map(generateKey));
  const now = deps.now();
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'oidc.key', events: [events.keyRotated], auditRequired: (result) => result.kind === 'made' },
    async (tx): Promise<Rotation> => {
      await lockKeys(tx);
      const existing = await listKeys(tx);
      const newest = existing.at(-1);
      const waiting = newest === undefined ? undefined : new Date(newest.active_from);
      if (when !== 'first' && waiting !== undefined && waiting > now)
        return { kind: 'waiting', activeFrom: waiting };
      const wanted =
        when === 'first'
          ? candidates.filter(({ alg }) => !existing.some((key) => key.alg === alg))
          : candidates;
      if (wanted.length === 0) return { kind: 'waiting', activeFrom: waiting ?? now };
      const activeFrom = when === 'first' ? now : secondsAfter(now, when.leadMinutes * 60);
      for (const { kid, alg, jwk } of wanted) {
        const sealed = deps.keyring.seal(JSON.stringify(jwk), keyPurpose);
        await insertKey(tx, { kid, alg, sealed, now, activeFrom });
        tx.audit(events.keyRotated, {
          target: kid,
          metadata: { kid, alg, active_from: activeFrom.toISOString() },
        });
      }
      tx.publish(oidcChannel, { keys: true });
      return { kind: 'made', kids: wanted.map(({ kid }) => kid), activeFrom };
    },
  );
}

async function generateKey(
  alg: SigningAlgorithm,
): Promise<{ kid: string; alg: SigningAlgorithm; jwk: JsonWebKey }> {
  const { privateKey } =
    alg === 'ES256'
      ? await generate('ec', { namedCurve: 'P-256' })
      : await generate('rsa', { modulusLength: 2048 });
  const jwk = privateKey.export({ format: 'jwk' });
  const { crv, e, kty, n, x, y } = jwk;
  // RFC 7638: the required members in this order and without spaces.
  const thumbprint = JSON.stringify(alg === 'ES256' ? { crv, kty, x, y } : { e, kty, n });
  return { kid: createHash('sha256').update(thumbprint).digest('base64url'), alg, jwk };
}

/** Removes keys that are no longer needed, and creates the next one when the newest is old enough. */
export async function maintainKeys(
  deps: KeyDeps,
  options: { days: number; leadMinutes: number },
): Promise<void> {
  const now = deps.now();
  const keys = await loadKeys(deps);
  const kept = new Set(arrangeKeys(keys, now));
  const retired = keys.filter((key) => !kept.has(key)).map(({ kid }) => kid);
  if (retired.length > 0)
    await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now },
      { what: 'oidc.key', events: [events.keysRetired], auditRequired: () => true },
      async (tx) => {
        await deleteKeys(tx, retired);
        tx.audit(events.keysRetired, { metadata: { kids: retired } });
        tx.publish(oidcChannel, { keys: true });
      },
    );
  const newest = keys.at(-1);
  if (newest !== undefined && secondsAfter(newest.createdAt, options.days * 24 * 3600) <= now)
    await addKeys(deps, { leadMinutes: options.leadMinutes });
}
