import { randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { type Refused, type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { AddressGuards } from '../../kernel/security/address-guard.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { factsOf } from './client-facts.ts';
import {
  lockClient,
  registerClient,
  replaceUpstreams,
  requireClient,
  rotateSecret,
  saveClient,
  setSecret,
  unregisterClient,
} from './registry.ts';
import { listReservedNames } from './reserved-names.ts';
import type { ClientBody, ClientView } from './schemas.ts';
import {
  askAdministrator,
  askForSensitive,
  changesSensitive,
  grantsPower,
  isAdministrator,
  isSensitive,
} from './sensitive.ts';
import { findClientForUpdate } from './store.ts';
import { viewClient } from './view.ts';

export interface RegistryDeps {
  keyring: Keyring;
  guards: Pick<AddressGuards, 'applications' | 'gateway'>;
  /** Reserved: no application may be called like the platform. */
  platformName: string;
}

type Viewed = ClientView | Unchanged<ClientView>;

const rulesFor = async (tx: WriteTx, deps: RegistryDeps, actor: Actor) => ({
  guard: deps.guards.applications,
  isAdministrator: isAdministrator(actor),
  reservedNames: await listReservedNames(tx, deps.platformName, isAdministrator(actor)),
  now: tx.now,
});

export async function createClient(
  tx: WriteTx,
  deps: RegistryDeps,
  actor: Actor,
  body: ClientBody,
): Promise<ClientView | Refused> {
  const facts = factsOf(body, undefined, await rulesFor(tx, deps, actor));
  const isPowerful =
    isSensitive(facts) || (await grantsPower(tx, { ...facts, service_ids: [] }, body.service_ids));
  const asked = isPowerful ? await askAdministrator(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  const id = newClientId();
  const secret = await registerClient(tx, deps.keyring, id, facts, { userId: actor.userId });
  await replaceUpstreams(tx, { id, service_ids: [] }, body.service_ids ?? []);
  return view(tx, id, secret);
}

export async function changeClient(
  tx: WriteTx,
  deps: RegistryDeps,
  actor: Actor,
  id: string,
  body: ClientBody,
): Promise<Viewed | Refused> {
  const current = await lockClient(tx, id);
  const facts = factsOf(body, current, await rulesFor(tx, deps, actor));
  const isWider = changesSensitive(current, facts) || (await grantsPower(tx, current, body.service_ids));
  const asked = isWider ? await askAdministrator(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  const changed = await saveClient(tx, current, facts, { userId: actor.userId });
  const regranted = body.service_ids !== undefined && (await replaceUpstreams(tx, current, body.service_ids));
  return changed || regranted ? view(tx, id) : unchanged(viewClient(current, tx.now));
}

/** Idempotent: deleting a missing client is not an error. */
export async function removeClient(
  tx: WriteTx,
  actor: Actor,
  id: string,
): Promise<Record<string, never> | Unchanged<Record<string, never>> | Refused> {
  const current = await findClientForUpdate(tx, id);
  const asked = current && (await askForSensitive(tx, actor, current));
  if (asked !== undefined) return asked;
  return (await unregisterClient(tx, id, { userId: actor.userId })) ? {} : unchanged({});
}

export async function rotateClientSecret(
  tx: WriteTx,
  deps: RegistryDeps,
  actor: Actor,
  id: string,
  graceSeconds: number,
): Promise<ClientView | Refused> {
  const asked = await askForSensitive(tx, actor, await lockClient(tx, id));
  if (asked !== undefined) return asked;
  return view(tx, id, await rotateSecret(tx, deps.keyring, id, graceSeconds, { userId: actor.userId }));
}

export async function setClientSecret(
  tx: WriteTx,
  deps: RegistryDeps,
  actor: Actor,
  id: string,
  secret: string,
): Promise<ClientView | Refused> {
  const asked = await askForSensitive(tx, actor, await lockClient(tx, id));
  if (asked !== undefined) return asked;
  await setSecret(tx, deps.keyring, id, secret);
  return view(tx, id, secret);
}

export async function setClientUpstreams(
  tx: WriteTx,
  actor: Actor,
  id: string,
  upstreamIds: readonly string[],
): Promise<Viewed | Refused> {
  const current = await lockClient(tx, id);
  const asked = (await grantsPower(tx, current, upstreamIds)) ? await askAdministrator(tx, actor) : undefined;
  if (asked !== undefined) return asked;
  const changed = await replaceUpstreams(tx, current, upstreamIds);
  return changed ? view(tx, id) : unchanged(viewClient(current, tx.now));
}

export function newClientId(): string {
  return `app-${randomBytes(8).toString('hex')}`;
}

async function view(tx: WriteTx, id: string, secret?: string): Promise<ClientView> {
  return viewClient(await requireClient(tx, id), tx.now, secret);
}
