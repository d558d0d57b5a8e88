import type { Logger } from 'pino';
import { unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { bookInvoice, type CallbackDeps } from './callback.ts';
import type { PaymentPort } from './payment-port.ts';
import { cancelQueue, paymentOf } from './settle.ts';
import { takeUnsettled } from './store.ts';

const waitMs = 2 * 60_000;
/** The number of concurrent requests to the provider. */
const batch = 8;
const budgetMs = 20_000;

/** A callback may be lost, so the provider is asked. */
export function paymentJobs(deps: CallbackDeps): readonly Job[] {
  return [
    {
      name: 'payments.reconcile',
      about: 'Asks the payment provider about invoices without a callback',
      schedule: '*/2 * * * *',
      run: async (_data, { now, log }) => {
        const { provider } = deps;
        if (provider === undefined) return;
        const endMs = performance.now() + budgetMs;
        while (performance.now() < endMs) {
          const waiting = await unitOfWork(
            deps,
            { identity: systemIdentity, actorUserId: null, requestId: null, now },
            { what: 'payments.reconcile', auditRequired: () => false },
            (tx) => takeUnsettled(tx, new Date(now.getTime() - waitMs), now, batch),
          );
          await Promise.all(waiting.map((one) => reconcile(deps, provider, one, { now, log })));
          if (waiting.length < batch) return;
        }
      },
    },
    {
      name: cancelQueue,
      about: 'Cancels an invoice that must not be paid any more, and books its money if it was paid',
      // About two hours of retries: an outage of the provider must not leave an invoice that can still be
      // paid.
      retries: 12,
      run: async ({ invoice_id }, { now }) => {
        const { provider } = deps;
        if (provider === undefined) return;
        const id = String(invoice_id);
        // The invoice may have been paid with its callback lost, and no later job would check it.
        const refusal = await provider.cancelInvoice(id).catch((error: unknown) => error);
        const invoice = await provider.readInvoice(id);
        if (invoice?.state === 'paid')
          await bookInvoice(deps, invoice, 'reconciliation', { requestId: null, now });
        else if (invoice?.state === 'open') throw refusal ?? new Error('the invoice could not be cancelled');
      },
    },
  ];
}

/** A failure with one invoice must not block the others. */
async function reconcile(
  deps: CallbackDeps,
  provider: PaymentPort,
  { id, invoice_id }: { id: string; invoice_id: string },
  { now, log }: { now: Date; log: Logger },
): Promise<void> {
  try {
    const invoice = await provider.readInvoice(invoice_id);
    if (invoice?.state === 'paid' && paymentOf(invoice) === id)
      await bookInvoice(deps, invoice, 'reconciliation', { requestId: null, now });
  } catch (error) {
    log.warn({ reason: error instanceof Error ? error.message : 'unknown' }, 'an invoice was not reconciled');
  }
}
