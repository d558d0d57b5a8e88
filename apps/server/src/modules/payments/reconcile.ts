import { unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { CallbackDeps } from './callback.ts';
import { events } from './events.ts';
import { cancelQueue } from './payments.ts';
import { settle } from './settle.ts';
import { takeUnsettled } from './store.ts';

const waitMs = 2 * 60_000;
const batch = 50;

/** A callback may be lost; then the provider is asked. */
export function paymentJobs(deps: CallbackDeps): readonly Job[] {
  return [
    {
      name: 'payments.reconcile',
      about: 'Asks the payment provider about invoices whose callback did not come',
      schedule: '*/2 * * * *',
      run: async (_data, { now, log }) => {
        const { provider } = deps;
        if (provider === undefined) return;
        const context = { identity: systemIdentity, actorUserId: null, requestId: null, now };
        const waiting = await unitOfWork(
          deps,
          context,
          { what: 'payments.reconcile', auditRequired: () => false },
          (tx) => takeUnsettled(tx, new Date(now.getTime() - waitMs), now, batch),
        );
        for (const { id, invoice_id } of waiting) {
          // One invoice that cannot be asked about must not keep the others waiting.
          const invoice = await provider.readInvoice(invoice_id).catch((error: unknown) => {
            log.warn(
              { reason: error instanceof Error ? error.message : 'unknown' },
              'an invoice was not read',
            );
            return undefined;
          });
          if (invoice?.state !== 'paid' || !invoice.reference.startsWith(`${id}.`)) continue;
          await unitOfWork(
            deps,
            context,
            {
              what: 'payments.reconcile',
              events: [...Object.values(events), ...deps.alsoRecords],
              auditRequired: (settled: boolean) => settled,
            },
            (tx) => settle(tx, id, invoice, 'reconciliation', deps.whenPaid),
          );
        }
      },
    },
    {
      name: cancelQueue,
      about: 'Takes back the invoice of a payment that is no longer asked for',
      run: async ({ invoice_id }) => {
        await deps.provider?.cancelInvoice(String(invoice_id));
      },
    },
  ];
}
