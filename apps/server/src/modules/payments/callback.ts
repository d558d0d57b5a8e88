import type { AuditEvent } from '../../kernel/audit/events.ts';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { PaymentDeps } from './payments.ts';
import { paymentOf, settle } from './settle.ts';

export interface CallbackDeps extends PaymentDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  /** What `whenPaid` may record beside our own events. */
  alsoRecords: readonly AuditEvent[];
}

const bodyLimitBytes = 64 * 1024;

/** The provider tells of an invoice. The signature is over the bytes, so they are read here as they came. */
export function callbackMount(deps: CallbackDeps): Mount {
  return {
    id: 'gov.payments.callback',
    methods: ['POST'],
    path: '/api/v1/gov/payments/callback',
    access: open('the provider proves itself by its signature over the body', 'webhook-signature'),
    unparsed: true,
    summary: 'The payment provider reports what became of an invoice',
    handle: async (request, reply) => {
      const provider = deps.provider ?? fail(errors.payments_unconfigured);
      const body = await readBody(request.raw);
      const now = deps.now();
      const signature = request.headers['payment-signature'];
      const invoice =
        provider.openCallback(body, typeof signature === 'string' ? signature : undefined, now) ??
        fail(errors.invalid_signature);
      const paymentId = paymentOf(invoice);
      // Only paid is a fact about money; that an invoice ended is learnt when the person comes again.
      if (paymentId !== undefined && invoice.state === 'paid')
        await unitOfWork(
          deps,
          { identity: systemIdentity, actorUserId: null, requestId: request.id, now },
          {
            what: 'a payment callback',
            events: [...Object.values(events), ...deps.alsoRecords],
            auditRequired: (settled: boolean) => settled,
          },
          (tx) => settle(tx, paymentId, invoice, 'callback', deps.whenPaid),
        );
      return reply.code(200).send({ status: true, message: 'OK', data: {}, request_id: request.id });
    },
  };
}

async function readBody(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > bodyLimitBytes) fail(kernelErrors.payload_too_large);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
