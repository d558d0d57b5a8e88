import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';
import type { Keyring } from '../../../kernel/security/keyring.ts';
import { hashOf, type Payload } from '../tokens/store.ts';

export type StateModel =
  | 'Session'
  | 'Interaction'
  | 'PushedAuthorizationRequest'
  | 'ReplayDetection'
  | 'Logout';

export const statePurpose = 'oidc.state';

export interface StateRow {
  payload: Payload;
  createdAt: string;
  settledAt: string | null;
}

interface Stored {
  sealed: string;
  created_at: string;
  settled_at: string | null;
}

/** The model is part of what is hashed: the id of a pushed request finds no session. */
const keyOf = (model: StateModel, id: string): Buffer => hashOf(`${model} ${id}`);
const opened = (keyring: Keyring, row: Stored | undefined): StateRow | undefined =>
  row === undefined
    ? undefined
    : {
        payload: JSON.parse(keyring.open(row.sealed, statePurpose)) as Payload,
        createdAt: row.created_at,
        settledAt: row.settled_at,
      };

export interface NewState {
  model: StateModel;
  id: string;
  uid: string | null;
  payload: Payload;
  now: Date;
  expiresAt: Date;
}

const values = (keyring: Keyring, state: NewState) => [
  keyOf(state.model, state.id),
  state.model,
  state.uid,
  keyring.seal(JSON.stringify(state.payload), statePurpose),
  state.now,
  state.expiresAt,
];

export async function putState(db: Reader | Tx, keyring: Keyring, state: NewState): Promise<void> {
  await db.run(
    raw(
      `insert into oidc_states (hash, model, uid, sealed, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (hash) do update set uid = excluded.uid, sealed = excluded.sealed, expires_at = excluded.expires_at`,
      values(keyring, state),
      'oidc.state.put',
    ),
  );
}

/** False when it is there already: of two that bring the same proof at once, one is the second. */
export async function addState(db: Reader | Tx, keyring: Keyring, state: NewState): Promise<boolean> {
  const added = await db.first(
    raw<{ model: string }>(
      `insert into oidc_states (hash, model, uid, sealed, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)
       on conflict (hash) do nothing returning model`,
      values(keyring, state),
      'oidc.state.add',
    ),
  );
  return added !== undefined;
}

export interface NewProof {
  id: string;
  expiresAt: Date;
}

/**
 * Which of these proofs were not there yet: of any number that bring the same one, on whichever instance, one is the
 * first. In the order of their hashes, so that two instances with the same proofs never wait for each other.
 */
export async function addProofs(
  db: Reader,
  keyring: Keyring,
  proofs: readonly NewProof[],
  now: Date,
): Promise<Set<string>> {
  const ids = new Map(proofs.map(({ id }) => [keyOf('ReplayDetection', id).toString('hex'), id]));
  const added = await db.run(
    raw<{ hash: Buffer }>(
      `insert into oidc_states (hash, model, sealed, created_at, expires_at)
       select hash, 'ReplayDetection', $3, $4, expires_at
       from unnest($1::bytea[], $2::timestamptz[]) as brought (hash, expires_at) order by hash
       on conflict (hash) do nothing returning hash`,
      [
        proofs.map(({ id }) => keyOf('ReplayDetection', id)),
        proofs.map(({ expiresAt }) => expiresAt),
        keyring.seal('{}', statePurpose),
        now,
      ],
      'oidc.state.add_proofs',
    ),
  );
  return new Set(added.map(({ hash }) => ids.get(hash.toString('hex')) ?? ''));
}

export const findState = async (
  db: Reader | Tx,
  keyring: Keyring,
  key: { model: StateModel; id: string; now: Date },
): Promise<StateRow | undefined> =>
  opened(
    keyring,
    await db.first(
      raw<Stored>(
        'select sealed, created_at, settled_at from oidc_states where hash = $1 and expires_at > $2',
        [keyOf(key.model, key.id), key.now],
        'oidc.state.find',
      ),
    ),
  );

/** Two tabs may renew the same session at once; the newest is the one that counts. */
export const findSessionByUid = async (
  db: Reader | Tx,
  keyring: Keyring,
  uid: string,
  now: Date,
): Promise<StateRow | undefined> =>
  opened(
    keyring,
    await db.first(
      raw<Stored>(
        `select sealed, created_at, settled_at from oidc_states
         where uid = $1 and model = 'Session' and expires_at > $2 order by created_at desc limit 1`,
        [uid, now],
        'oidc.state.by_uid',
      ),
    ),
  );

/** Settles once: with what was decided, or as used. Of any number of callers one gets true. */
export async function settleState(
  tx: Tx | Reader,
  keyring: Keyring,
  key: { model: StateModel; id: string; now: Date; payload?: Payload },
): Promise<boolean> {
  const sealed = key.payload === undefined ? null : keyring.seal(JSON.stringify(key.payload), statePurpose);
  const settled = await tx.first(
    raw<{ model: string }>(
      `update oidc_states set settled_at = $2, sealed = coalesce($3, sealed)
       where hash = $1 and settled_at is null and expires_at > $2 returning model`,
      [keyOf(key.model, key.id), key.now, sealed],
      'oidc.state.settle',
    ),
  );
  return settled !== undefined;
}

export async function deleteState(db: Reader | Tx, model: StateModel, id: string): Promise<void> {
  await db.run(raw('delete from oidc_states where hash = $1', [keyOf(model, id)], 'oidc.state.delete'));
}

export async function deleteSessionsByUid(tx: Tx, uid: string): Promise<void> {
  await tx.run(raw(`delete from oidc_states where uid = $1 and model = 'Session'`, [uid]));
}
