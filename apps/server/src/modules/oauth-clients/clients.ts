import { randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { factsOf } from './client-facts.ts';
import {
  addApplication,
  lockApplication,
  readApplication,
  removeApplication,
  replaceServices,
  rotateSecret,
  setSecret,
  writeApplication,
} from './registry.ts';
import type { ApplicationBody, ApplicationView } from './schemas.ts';
import { viewApplication } from './view.ts';

export interface RegistryDeps {
  keyring: Keyring;
  guard: AddressGuard;
}

type Viewed = ApplicationView | Unchanged<ApplicationView>;

const rulesFor = (deps: RegistryDeps, actor: Actor) => ({
  guard: deps.guard,
  mayApproveNationalId: actor.roleKey === 'admin' || actor.roleKey === 'superadmin',
});

export async function createApplication(
  tx: WriteTx,
  deps: RegistryDeps,
  actor: Actor,
  body: ApplicationBody,
): Promise<ApplicationView> {
  const facts = factsOf(body, undefined, rulesFor(deps, actor));
  const id = newClientId();
  const secret = await addApplication(tx, deps.keyring, id, facts, { userId: actor.userId });
  await replaceServices(tx, { id, service_ids: [] }, body.service_ids ?? []);
  return view(tx, id, secret);
}

export async function changeApplication(
  tx: WriteTx,
  deps: RegistryDeps,
  actor: Actor,
  id: string,
  body: ApplicationBody,
): Promise<Viewed> {
  const current = await lockApplication(tx, id);
  const facts = factsOf(body, current, rulesFor(deps, actor));
  const changed = await writeApplication(tx, current, facts, { userId: actor.userId });
  const regranted = body.service_ids !== undefined && (await replaceServices(tx, current, body.service_ids));
  return changed || regranted ? view(tx, id) : unchanged(viewApplication(current, tx.now));
}

/** What is gone is gone: asking again is no mistake. */
export async function deleteOne(
  tx: WriteTx,
  actor: Actor,
  id: string,
): Promise<Record<string, never> | Unchanged<Record<string, never>>> {
  return (await removeApplication(tx, id, { userId: actor.userId })) ? {} : unchanged({});
}

export async function rotateOne(
  tx: WriteTx,
  deps: RegistryDeps,
  actor: Actor,
  id: string,
  graceSeconds: number,
): Promise<ApplicationView> {
  return view(tx, id, await rotateSecret(tx, deps.keyring, id, graceSeconds, { userId: actor.userId }));
}

export async function setOne(
  tx: WriteTx,
  deps: RegistryDeps,
  id: string,
  secret: string,
): Promise<ApplicationView> {
  await setSecret(tx, deps.keyring, id, secret);
  return view(tx, id, secret);
}

export async function setServices(tx: WriteTx, id: string, serviceIds: readonly string[]): Promise<Viewed> {
  const current = await lockApplication(tx, id);
  const changed = await replaceServices(tx, current, serviceIds);
  return changed ? view(tx, id) : unchanged(viewApplication(current, tx.now));
}

export function newClientId(): string {
  return `app-${randomBytes(8).toString('hex')}`;
}

async function view(tx: WriteTx, id: string, secret?: string): Promise<ApplicationView> {
  return viewApplication(await readApplication(tx, id), tx.now, secret);
}
