import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, computed, type RowOf } from '../../kernel/db/row-shape.ts';

const applicationRow = columnsOf('applications', 'id name');
const application = statement(
  'webhooks.application',
  applicationRow,
  (p: { id: string }) => sql`select id, name from applications where id = ${p.id}`,
);
export const findApplication = (
  db: Reader | Tx,
  id: string,
): Promise<RowOf<typeof applicationRow> | undefined> => db.first(application({ id }));

const lockApplication = statement(
  'webhooks.application.lock',
  columnsOf('applications', 'id'),
  (p: { id: string }) => sql`select id from applications where id = ${p.id} for no key update`,
);
const countOf = statement(
  'webhooks.subscriptions.count',
  { count: computed('int8') },
  (p: { applicationId: string }) => sql`
    select count(*) as count from webhook_subscriptions where application_id = ${p.applicationId}`,
);
/** Locks the application, so that two calls at once cannot both take the last place. */
export async function countSubscriptions(tx: Tx, applicationId: string): Promise<number> {
  await tx.run(lockApplication({ id: applicationId }));
  return Number((await tx.first(countOf({ applicationId })))?.count ?? 0);
}

const subscriptionRow = {
  ...columnsOf(
    'webhook_subscriptions',
    'id application_id url description events state disabled_reason failures open_until failing_since delivered_at created_at',
  ),
  waiting: computed('int8'),
  failed: computed('int8'),
};
export type SubscriptionRow = RowOf<typeof subscriptionRow>;
const subscriptions = sql`
  select id, application_id, url, description, events, state, disabled_reason, failures, open_until, failing_since,
    delivered_at, created_at,
    (select count(*) from webhook_deliveries d where d.subscription_id = s.id and d.state = 'waiting') as waiting,
    (select count(*) from webhook_deliveries d where d.subscription_id = s.id and d.state = 'failed') as failed
  from webhook_subscriptions s`;

const ofApplication = statement(
  'webhooks.subscriptions.list',
  subscriptionRow,
  (p: { applicationId: string }) => sql`
    ${subscriptions} where application_id = ${p.applicationId} order by created_at, id`,
);
export const listSubscriptions = (db: Reader, applicationId: string): Promise<SubscriptionRow[]> =>
  db.run(ofApplication({ applicationId }));

const byId = statement(
  'webhooks.subscriptions.by_id',
  subscriptionRow,
  (p: { applicationId: string; id: string }) => sql`
    ${subscriptions} where id = ${p.id} and application_id = ${p.applicationId}`,
);
export const findSubscription = (
  db: Reader | Tx,
  applicationId: string,
  id: string,
): Promise<SubscriptionRow | undefined> => db.first(byId({ applicationId, id }));

interface Facts {
  url: string;
  description: string;
  events: readonly string[];
}
const insert = statement(
  'webhooks.subscriptions.insert',
  (p: Facts & { id: string; applicationId: string; now: Date }) => sql`
    insert into webhook_subscriptions (id, application_id, url, description, events, created_at)
    values (${p.id}, ${p.applicationId}, ${p.url}, ${p.description}, ${p.events}::text[], ${p.now})`,
);
export const insertSubscription = (tx: Tx, given: Parameters<typeof insert>[0]): Promise<number> =>
  tx.change(insert(given));

const update = statement(
  'webhooks.subscriptions.update',
  (p: Facts & { id: string }) => sql`
    update webhook_subscriptions set url = ${p.url}, description = ${p.description}, events = ${p.events}::text[]
    where id = ${p.id}`,
);
export const updateSubscription = (tx: Tx, given: Parameters<typeof update>[0]): Promise<number> =>
  tx.change(update(given));

const remove = statement(
  'webhooks.subscriptions.delete',
  (p: { id: string }) => sql`delete from webhook_subscriptions where id = ${p.id}`,
);
export const deleteSubscription = (tx: Tx, id: string): Promise<number> => tx.change(remove({ id }));

const healthRow = columnsOf('webhook_subscriptions', 'failures failing_since');
export type Health = RowOf<typeof healthRow>;
const lock = statement(
  'webhooks.subscriptions.lock',
  healthRow,
  (p: { id: string }) => sql`
    select failures, failing_since from webhook_subscriptions where id = ${p.id} for no key update`,
);
/** Taken before the rows of its messages, in the order of a deletion. */
export const lockSubscription = (tx: Tx, id: string): Promise<Health | undefined> => tx.first(lock({ id }));

const pause = statement(
  'webhooks.subscriptions.pause',
  (p: { id: string }) => sql`
    update webhook_subscriptions set state = 'paused' where id = ${p.id} and state = 'active'`,
);
export const pauseSubscription = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.change(pause({ id }))) === 1;

const resume = statement(
  'webhooks.subscriptions.resume',
  (p: { id: string }) => sql`
    update webhook_subscriptions set state = 'active', disabled_reason = null, failures = 0, open_until = null,
      failing_since = null
    where id = ${p.id} and state <> 'active'`,
);
export const resumeSubscription = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.change(resume({ id }))) === 1;

const disable = statement(
  'webhooks.subscriptions.disable',
  (p: { id: string; reason: 'failing' | 'gone' }) => sql`
    update webhook_subscriptions set state = 'disabled', disabled_reason = ${p.reason}
    where id = ${p.id} and state = 'active'`,
);
/** False when another attempt disabled it first, so that its owner is told once. */
export const disableSubscription = async (tx: Tx, id: string, reason: 'failing' | 'gone'): Promise<boolean> =>
  (await tx.change(disable({ id, reason }))) === 1;

const success = statement(
  'webhooks.subscriptions.success',
  (p: { id: string; now: Date }) => sql`
    update webhook_subscriptions set failures = 0, open_until = null, failing_since = null, delivered_at = ${p.now}
    where id = ${p.id}`,
);
export const recordSuccess = (tx: Tx, id: string, now: Date): Promise<number> =>
  tx.change(success({ id, now }));

const failure = statement(
  'webhooks.subscriptions.failure',
  (p: { id: string; isIllness: boolean; openUntil: Date | null; now: Date }) => sql`
    update webhook_subscriptions set failing_since = coalesce(failing_since, ${p.now}),
      failures = failures + (case when ${p.isIllness} then 1 else 0 end),
      open_until = coalesce(${p.openUntil}::timestamptz, open_until)
    where id = ${p.id}`,
);
export const recordFailure = (tx: Tx, given: Parameters<typeof failure>[0]): Promise<number> =>
  tx.change(failure(given));

const secretRow = columnsOf('webhook_secrets', 'id subscription_id sealed created_at expires_at');
export type SecretRow = RowOf<typeof secretRow>;
const secretsOf = statement(
  'webhooks.secrets.of',
  secretRow,
  (p: { ids: readonly string[]; now: Date }) => sql`
    select id, subscription_id, sealed, created_at, expires_at from webhook_secrets
    where subscription_id = any(${p.ids}::uuid[]) and (expires_at is null or expires_at > ${p.now})
    order by expires_at desc nulls first`,
);
/** The newest first. */
export const listSecrets = (db: Reader | Tx, ids: readonly string[], now: Date): Promise<SecretRow[]> =>
  db.run(secretsOf({ ids, now }));

const insertSecretStatement = statement(
  'webhooks.secrets.insert',
  (p: { id: string; subscriptionId: string; sealed: string; now: Date }) => sql`
    insert into webhook_secrets (id, subscription_id, sealed, created_at)
    values (${p.id}, ${p.subscriptionId}, ${p.sealed}, ${p.now})`,
);
export const insertSecret = (tx: Tx, given: Parameters<typeof insertSecretStatement>[0]): Promise<number> =>
  tx.change(insertSecretStatement(given));

const dropEnding = statement(
  'webhooks.secrets.drop_ending',
  (p: { subscriptionId: string }) => sql`
    delete from webhook_secrets where subscription_id = ${p.subscriptionId} and expires_at is not null`,
);
const endCurrent = statement(
  'webhooks.secrets.end_current',
  (p: { subscriptionId: string; at: Date }) => sql`
    update webhook_secrets set expires_at = ${p.at}
    where subscription_id = ${p.subscriptionId} and expires_at is null`,
);
/** The current secret ends at this time; one that was ending already ends now, so that two sign at most. */
export async function endCurrentSecret(tx: Tx, subscriptionId: string, at: Date): Promise<void> {
  await tx.change(dropEnding({ subscriptionId }));
  await tx.change(endCurrent({ subscriptionId, at }));
}

const dropExpired = statement(
  'webhooks.secrets.drop_expired',
  (p: { now: Date }) => sql`delete from webhook_secrets where expires_at <= ${p.now}`,
);
export const dropExpiredSecrets = (tx: Tx, now: Date): Promise<number> => tx.change(dropExpired({ now }));
