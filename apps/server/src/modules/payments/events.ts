import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gov', {
  requested: {
    action: 'gov.payment.requested',
    about: 'A person was asked for a payment',
    fields: ['amount', 'category', 'application_id', 'user_id'],
  },
  invoiced: {
    action: 'gov.payment.pay',
    about: 'A person started to pay: the provider created an invoice',
    fields: ['amount', 'attempt'],
  },
  paid: {
    action: 'gov.payment.paid',
    about: 'A payment was settled',
    fields: ['amount', 'invoice_id', 'source'],
  },
  refundDue: {
    action: 'gov.payment.refund_due',
    about: 'Money came in for a payment that was no longer owed, or with another amount; a refund is due',
    fields: ['amount', 'invoice_id', 'reason'],
  },
  withdrawn: {
    action: 'gov.payment.withdrawn',
    about: 'A payment was withdrawn, because its application ended',
    fields: ['amount'],
  },
});
