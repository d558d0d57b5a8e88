import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { open } from '../../kernel/http/access.ts';
import { fail } from '../../kernel/http/errors.ts';
import { readBody } from '../../kernel/http/intake.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { Invoice } from './payment-port.ts';
import type { PaymentDeps } from './payments.ts';
import { paymentOf, type Settled, settle } from './settle.ts';

export interface CallbackDeps extends PaymentDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
}

const bodyLimitBytes = 64 * 1024;

/** The signature covers the raw bytes, so the body is read unparsed. */
export function callbackMount(deps: CallbackDeps): Mount {
  return {
    id: 'gov.payments.callback',
    methods: ['POST'],
    openInMaintenance: true,
    path: '/api/v1/gov/payments/callback',
    access: open('the signature over the body authenticates the provider', 'webhook-signature'),
    unparsed: true,
    bodyLimitBytes,
    summary: 'The payment provider reports the state of an invoice',
    handle: async (request, reply) => {
      const provider = deps.provider ?? fail(errors.not_configured);
      const body = await readBody(request.raw, bodyLimitBytes);
      const now = deps.now();
      const signature = request.headers['payment-signature'];
      const invoice =
        provider.openCallback(body, typeof signature === 'string' ? signature : undefined, now) ??
        fail(errors.invalid_signature);
      // Only `paid` changes our books; other states are read when the person comes back.
      if (invoice.state === 'paid') {
        const settled = await bookInvoice(deps, invoice, 'callback', { requestId: request.id, now });
        // A retry of the provider would not help, so the answer is 200; an officer must find out whose money
        // this is.
        if (settled === 'unknown')
          request.log.error({ invoice: invoice.id }, 'money came in for a payment that is not in the books');
      }
      return reply.code(200).send({ status: true, message: 'OK', data: {}, request_id: request.id });
    },
  };
}

/** Books the money of one invoice in a separate transaction. */
export async function bookInvoice(
  deps: CallbackDeps,
  invoice: Invoice,
  source: 'callback' | 'reconciliation',
  { requestId, now }: { requestId: string | null; now: Date },
): Promise<Settled> {
  const paymentId = paymentOf(invoice);
  if (paymentId === undefined) return 'unknown';
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId, now },
    {
      what: `the money of an invoice (${source})`,
      events: Object.values(events),
      auditRequired: (settled: Settled) => settled === 'taken',
    },
    (tx) => settle(tx, paymentId, invoice, source, deps.whenPaid),
  );
}
