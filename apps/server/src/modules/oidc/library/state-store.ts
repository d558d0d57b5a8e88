import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, type RowOf } from '../../../kernel/db/row-shape.ts';
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

const stored = columnsOf('oidc_states', 'sealed created_at settled_at');
type Stored = RowOf<typeof stored>;

/** The hash includes the model, so that the id of a pushed request cannot find a session. */
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

const sealedOf = (keyring: Keyring, state: NewState) => ({
  ...state,
  hash: keyOf(state.model, state.id),
  sealed: keyring.seal(JSON.stringify(state.payload), statePurpose),
});
type SealedState = ReturnType<typeof sealedOf>;
const insertState = (p: SealedState) => sql`
    insert into oidc_states (hash, model, uid, sealed, created_at, expires_at)
    values (${p.hash}, ${p.model}, ${p.uid}, ${p.sealed}, ${p.now}, ${p.expiresAt})`;

const put = statement(
  'oidc.state.put',
  (p: SealedState) => sql`${insertState(p)}
    on conflict (hash) do update set uid = excluded.uid, sealed = excluded.sealed, expires_at = excluded.expires_at`,
);
export async function putState(db: Reader | Tx, keyring: Keyring, state: NewState): Promise<void> {
  await db.run(put(sealedOf(keyring, state)));
}

const add = statement(
  'oidc.state.add',
  columnsOf('oidc_states', 'model'),
  (p: SealedState) => sql`${insertState(p)} on conflict (hash) do nothing returning model`,
);
/** False if it exists: of two concurrent uses of one proof, only one is the first. */
export async function addState(db: Reader | Tx, keyring: Keyring, state: NewState): Promise<boolean> {
  const added = await db.first(add(sealedOf(keyring, state)));
  return added !== undefined;
}

export interface NewProof {
  id: string;
  expiresAt: Date;
}

const insertProofs = statement(
  'oidc.state.add_proofs',
  columnsOf('oidc_states', 'hash'),
  (p: { ids: Buffer<ArrayBufferLike>[]; expiresAts: Date[]; sealed: string; now: Date }) => sql`
    insert into oidc_states (hash, model, sealed, created_at, expires_at)
    select hash, 'ReplayDetection', ${p.sealed}, ${p.now}, expires_at
    from unnest(${p.ids}::bytea[], ${p.expiresAts}::timestamptz[]) as brought (hash, expires_at) order by hash
    on conflict (hash) do nothing returning hash`,
);
/**
 * Returns the proofs that are new: of concurrent uses of one proof on any instance, only one is the first.
 * Rows are written in hash order, so that two instances never deadlock.
 */
export async function addProofs(
  db: Reader,
  keyring: Keyring,
  proofs: readonly NewProof[],
  now: Date,
): Promise<Set<string>> {
  const ids = new Map(proofs.map(({ id }) => [keyOf('ReplayDetection', id).toString('hex'), id]));
  const added = await db.run(
    insertProofs({
      ids: proofs.map(({ id }) => keyOf('ReplayDetection', id)),
      expiresAts: proofs.map(({ expiresAt }) => expiresAt),
      sealed: keyring.seal('{}', statePurpose),
      now,
    }),
  );
  return new Set(added.map(({ hash }) => ids.get(hash.toString('hex')) ?? ''));
}

const find = statement(
  'oidc.state.find',
  stored,
  (p: { hash: Buffer<ArrayBufferLike>; now: Date }) => sql`
    select sealed, created_at, settled_at from oidc_states where hash = ${p.hash} and expires_at > ${p.now}`,
);
export const findState = async (
  db: Reader | Tx,
  keyring: Keyring,
  key: { model: StateModel; id: string; now: Date },
): Promise<StateRow | undefined> =>
  opened(keyring, await db.first(find({ hash: keyOf(key.model, key.id), now: key.now })));

const byUid = statement(
  'oidc.state.by_uid',
  stored,
  (p: { uid: string; now: Date }) => sql`
    select sealed, created_at, settled_at from oidc_states
    where uid = ${p.uid} and model = 'Session' and expires_at > ${p.now} order by created_at desc limit 1`,
);
/** Two tabs may renew the same session concurrently; the newest counts. */
export const findSessionByUid = async (
  db: Reader | Tx,
  keyring: Keyring,
  uid: string,
  now: Date,
): Promise<StateRow | undefined> => opened(keyring, await db.first(byUid({ uid, now })));

const settle = statement(
  'oidc.state.settle',
  columnsOf('oidc_states', 'model'),
  (p: { hash: Buffer<ArrayBufferLike>; now: Date; sealed: string | null }) => sql`
    update oidc_states set settled_at = ${p.now}, sealed = coalesce(${p.sealed}, sealed)
    where hash = ${p.hash} and settled_at is null and expires_at > ${p.now} returning model`,
);
/** Settles once, with the decision or as used: of concurrent callers only one gets true. */
export async function settleState(
  tx: Tx | Reader,
  keyring: Keyring,
  key: { model: StateModel; id: string; now: Date; payload?: Payload },
): Promise<boolean> {
  const sealed = key.payload === undefined ? null : keyring.seal(JSON.stringify(key.payload), statePurpose);
  const settled = await tx.first(settle({ hash: keyOf(key.model, key.id), now: key.now, sealed }));
  return settled !== undefined;
}

const remove = statement(
  'oidc.state.delete',
  (p: { hash: Buffer<ArrayBufferLike> }) => sql`delete from oidc_states where hash = ${p.hash}`,
);
export async function deleteState(db: Reader | Tx, model: StateModel, id: string): Promise<void> {
  await db.run(remove({ hash: keyOf(model, id) }));
}

const removeSessions = statement(
  'oidc.library.delete_sessions_by_uid',
  (p: { uid: string }) => sql`delete from oidc_states where uid = ${p.uid} and model = 'Session'`,
);
export async function deleteSessionsByUid(tx: Tx, uid: string): Promise<void> {
  await tx.run(removeSessions({ uid }));
}
