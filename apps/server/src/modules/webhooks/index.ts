import type { Logger } from 'pino';
import { unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { startWorker } from '../../kernel/delivery/worker.ts';
import type { Module } from '../../kernel/module.ts';
import { createWebhookDispatcher, type DeliverDeps } from './deliver.ts';
import { deleteOldDeliveries, listEndingSecrets } from './delivery-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { dueChannel, queueWebhooks } from './queue.ts';
import { webhookRows } from './routes.ts';
import { names } from './schemas.ts';
import { dropExpiredSecrets } from './store.ts';
import { secretPurpose } from './subscriptions.ts';

export { queueWebhooks } from './queue.ts';
export type { ReceiverPort } from './receiver-port.ts';

const day = 24 * 3_600_000;
const keptMs = 30 * day;

export interface WebhookDeps extends DeliverDeps {
  bus: Bus;
  logger: Logger;
}

/** Tells applications what happens to them and their people. */
export function webhooks(deps: WebhookDeps): Module {
  const { logger } = deps;
  const dispatcher = createWebhookDispatcher(deps);
  return {
    name: 'webhooks',
    rows: webhookRows(deps),
    errors,
    events,
    schemas: names,
    sealed: [{ table: 'webhook_secrets', column: 'sealed', purpose: secretPurpose }],
    jobs: [
      {
        name: 'webhooks.deliver',
        about: 'Sends messages of webhooks that are due; they normally leave within seconds',
        schedule: '* * * * *',
        run: (_data, { log }) => dispatcher.run(log),
      },
      {
        name: 'webhooks.secrets',
        about: 'Tells subscribed applications that a secret of theirs ends within a day',
        schedule: '*/10 * * * *',
        run: (_data, { now }) => announceEndingSecrets(deps, now),
      },
      {
        name: 'webhooks.clean',
        about: 'Deletes messages of webhooks after 30 days, and secrets that ended',
        schedule: '35 * * * *',
        run: async (_data, { now }) => {
          await deps.database.transaction(systemIdentity, (tx) => dropExpiredSecrets(tx, now));
          const before = new Date(now.getTime() - keptMs);
          // In batches: one long transaction would hold back the cleaning of every table.
          while (
            (await deps.database.transaction(systemIdentity, (tx) => deleteOldDeliveries(tx, before))) > 0
          );
        },
      },
    ],
    work: () =>
      startWorker({
        bus: deps.bus,
        channel: dueChannel,
        logger,
        deliver: { everyMs: 2000, run: () => dispatcher.fill(logger), stop: dispatcher.stop },
        beats: [],
      }),
  };
}

const announceEndingSecrets = (deps: DeliverDeps, now: Date): Promise<void> =>
  unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'webhooks.secrets', auditRequired: () => false },
    async (tx) => {
      const ending = await listEndingSecrets(tx, now, new Date(now.getTime() + day));
      for (const { id, application_id, expires_at } of ending)
        queueWebhooks(tx, {
          applicationId: application_id,
          type: 'application.secret_expiring',
          data: { application_id, secret_ends_at: expires_at ?? '' },
          about: `secret:${id}`,
        });
    },
  );
