import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { newStandardSecret } from '../../kernel/delivery/standard-signature.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { isOwner } from '../oauth-clients/index.ts';
import { advanceWaiting } from './delivery-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { dueChannel } from './queue.ts';
import type { ReceiverPort } from './receiver-port.ts';
import type { WebhookBody, WebhookView } from './schemas.ts';
import {
  countSubscriptions,
  deleteSubscription,
  endCurrentSecret,
  findApplication,
  findSubscription,
  insertSecret,
  insertSubscription,
  listSecrets,
  listSubscriptions,
  pauseSubscription,
  resumeSubscription,
  type SecretRow,
  type SubscriptionRow,
  updateSubscription,
} from './store.ts';

export const secretPurpose = 'webhook_secrets.sealed';
export const mostSubscriptions = 5;
const graceMs = 24 * 3_600_000;

export interface SubscriptionDeps {
  keyring: Keyring;
  receivers: ReceiverPort;
}
export interface WebhookRef {
  readonly id: string;
  readonly webhook_id: string;
}

/** Owners of the application, and administrators. Others get the same 404 as for one that does not exist. */
export async function requireOwned(db: Reader | Tx, actor: Actor, applicationId: string) {
  const application = (await findApplication(db, applicationId)) ?? fail(kernelErrors.not_found);
  const isAdministrator = actor.roleKey === 'admin' || actor.roleKey === 'superadmin';
  if (!isAdministrator && !(await isOwner(db, applicationId, actor.userId))) fail(kernelErrors.not_found);
  return application;
}

export async function requireSubscription(
  db: Reader | Tx,
  actor: Actor,
  { id, webhook_id }: WebhookRef,
): Promise<SubscriptionRow> {
  await requireOwned(db, actor, id);
  return (await findSubscription(db, id, webhook_id)) ?? fail(kernelErrors.not_found);
}

export async function viewSubscriptions(db: Reader, actor: Actor, applicationId: string, now: Date) {
  const application = await requireOwned(db, actor, applicationId);
  const rows = await listSubscriptions(db, applicationId);
  const secrets = await listSecrets(
    db,
    rows.map(({ id }) => id),
    now,
  );
  const items = rows.map((row) => viewSubscription(row, secrets));
  return { application_name: application.name, items, total: items.length };
}

export async function createSubscription(
  tx: WriteTx,
  deps: SubscriptionDeps,
  actor: Actor,
  applicationId: string,
  body: WebhookBody,
): Promise<WebhookView> {
  await requireOwned(tx, actor, applicationId);
  checkAddress(deps.receivers, body.url);
  if ((await countSubscriptions(tx, applicationId)) >= mostSubscriptions) fail(errors.too_many_webhooks);
  const id = randomUUID();
  await insertSubscription(tx, { id, applicationId, ...factsOf(body), now: tx.now });
  const secret = await addSecret(tx, deps.keyring, id);
  tx.audit(events.created, { target: id, metadata: { application_id: applicationId, ...shownFacts(body) } });
  return view(tx, { id: applicationId, webhook_id: id }, secret);
}

export async function changeSubscription(
  tx: WriteTx,
  deps: SubscriptionDeps,
  actor: Actor,
  ref: WebhookRef,
  body: WebhookBody,
): Promise<WebhookView> {
  const current = await requireSubscription(tx, actor, ref);
  if (body.url !== current.url) checkAddress(deps.receivers, body.url);
  await updateSubscription(tx, { id: current.id, ...factsOf(body) });
  tx.audit(events.changed, {
    target: current.id,
    metadata: { application_id: ref.id, ...shownFacts(body) },
  });
  return view(tx, ref);
}

export async function removeSubscription(
  tx: WriteTx,
  actor: Actor,
  ref: WebhookRef,
): Promise<Record<string, never>> {
  const { id, url } = await requireSubscription(tx, actor, ref);
  await deleteSubscription(tx, id);
  tx.audit(events.deleted, { target: id, metadata: { application_id: ref.id, host: new URL(url).host } });
  return {};
}

/** Both secrets sign for a day, so that the receiver can change its own in peace. */
export async function rotateSubscriptionSecret(
  tx: WriteTx,
  deps: SubscriptionDeps,
  actor: Actor,
  ref: WebhookRef,
): Promise<WebhookView> {
  const { id } = await requireSubscription(tx, actor, ref);
  await endCurrentSecret(tx, id, new Date(tx.now.getTime() + graceMs));
  const secret = await addSecret(tx, deps.keyring, id);
  tx.audit(events.secretRotated, { target: id, metadata: { application_id: ref.id } });
  return view(tx, ref, secret);
}

export async function pause(
  tx: WriteTx,
  actor: Actor,
  ref: WebhookRef,
): Promise<WebhookView | Unchanged<WebhookView>> {
  const { id } = await requireSubscription(tx, actor, ref);
  if (!(await pauseSubscription(tx, id))) return unchanged(await view(tx, ref));
  tx.audit(events.paused, { target: id, metadata: { application_id: ref.id } });
  return view(tx, ref);
}

export async function resume(
  tx: WriteTx,
  actor: Actor,
  ref: WebhookRef,
): Promise<WebhookView | Unchanged<WebhookView>> {
  const { id } = await requireSubscription(tx, actor, ref);
  if (!(await resumeSubscription(tx, id))) return unchanged(await view(tx, ref));
  await advanceWaiting(tx, id, tx.now);
  tx.publish(dueChannel, {});
  tx.audit(events.resumed, { target: id, metadata: { application_id: ref.id } });
  return view(tx, ref);
}

async function addSecret(tx: WriteTx, keyring: Keyring, subscriptionId: string): Promise<string> {
  const secret = newStandardSecret();
  await insertSecret(tx, {
    id: randomUUID(),
    subscriptionId,
    sealed: keyring.seal(secret, secretPurpose),
    now: tx.now,
  });
  return secret;
}

function checkAddress(receivers: ReceiverPort, url: string): void {
  const problem = receivers.refuse(url);
  if (problem !== undefined)
    fail(errors.webhook_address_refused, { detail: problem, data: { field: 'url' } });
}

const factsOf = ({ url, description, events: types }: WebhookBody) => ({
  url,
  description: (description ?? '').trim(),
  events: types,
});
/** The path of an address may hold a token of the receiver, so the audit log keeps the host alone. */
const shownFacts = ({ url, events: types }: WebhookBody) => ({ host: new URL(url).host, events: types });

async function view(tx: WriteTx, { id, webhook_id }: WebhookRef, secret?: string): Promise<WebhookView> {
  const row = (await findSubscription(tx, id, webhook_id)) ?? fail(kernelErrors.not_found);
  return viewSubscription(row, await listSecrets(tx, [row.id], tx.now), secret);
}

function viewSubscription(row: SubscriptionRow, secrets: readonly SecretRow[], secret?: string): WebhookView {
  const ending = secrets.find((each) => each.subscription_id === row.id && each.expires_at !== null);
  return {
    id: row.id,
    application_id: row.application_id,
    url: row.url,
    description: row.description,
    events: [...row.events],
    state: row.state,
    ...(row.disabled_reason === null ? {} : { disabled_reason: row.disabled_reason }),
    ...(row.failing_since === null ? {} : { failing_since: row.failing_since }),
    ...(row.delivered_at === null ? {} : { delivered_at: row.delivered_at }),
    waiting: Number(row.waiting),
    failed: Number(row.failed),
    created_at: row.created_at,
    ...(typeof ending?.expires_at === 'string' ? { old_secret_ends_at: ending.expires_at } : {}),
    ...(secret === undefined ? {} : { secret }),
  };
}
