import { signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { actsOnPayment } from './acting-rule.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { list, type PaymentDeps, pay, prepareInvoice, readReceipt } from './payments.ts';
import { PaymentView, ReceiptView } from './schemas.ts';

const writes: Limit = { group: 'gov-payments', perMinute: 30, burst: 15 };

export function paymentRows(deps: PaymentDeps): readonly Row[] {
  return [
    read({
      id: 'gov.payments.list',
      path: '/gov/payments',
      access: signedIn,
      acting: { act: 'view', service: 'each' },
      reply: listOf(PaymentView),
      errors: [],
      summary: 'Own payments, unpaid first',
      handler: ({ actor, db, request }) => list(db, actor, request.language),
    }),
    read({
      id: 'gov.payments.receipt',
      path: '/gov/payments/:id/receipt',
      access: signedIn,
      acting: actsOnPayment('view'),
      params: ById,
      reply: ReceiptView,
      errors: [],
      summary: 'The receipt of a settled payment',
      handler: ({ actor, db, params, request }) =>
        readReceipt(deps, db, { id: params.id, actor, language: request.language }),
    }),
    write({
      id: 'gov.payments.pay',
      method: 'POST',
      path: '/gov/payments/:id/pay',
      access: signedIn,
      acting: actsOnPayment('pay'),
      asSystem: 'the platform books the money that the provider reports, not the caller',
      limit: writes,
      params: ById,
      reply: PaymentView,
      errors: [
        errors.already_paid,
        errors.not_configured,
        errors.upstream_unavailable,
        errors.upstream_failed,
      ],
      audit: [events.invoiced, events.paid, events.refundDue],
      summary: 'Start or continue a payment',
      prepare: ({ actor, db, params, request }) =>
        prepareInvoice(deps, db, { id: params.id, actor, language: request.language }),
      handler: ({ actor, params, prepared, request, tx }) =>
        pay(deps, tx, { id: params.id, actor, language: request.language }, prepared),
    }),
  ];
}
