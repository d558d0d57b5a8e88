import { defineEvents } from '../../kernel/audit/events.ts';

export const events = defineEvents('gov', {
  requested: {
    action: 'gov.payment.requested',
    about: 'A person was asked for a payment',
    fields: ['amount', 'category', 'application_id', 'user_id'],
  },
  invoiced: {
    action: 'gov.payment.pay',
    about: 'A person began to pay: an invoice was made at the provider',
    fields: ['amount', 'attempt'],
  },
  paid: {
    action: 'gov.payment.paid',
    about: 'The provider reported the money of a payment',
    fields: ['amount', 'invoice_id', 'source'],
  },
  refundDue: {
    action: 'gov.payment.refund_due',
    about: 'Money came in for a payment that nobody owed any more, or with another sum; it must go back',
    fields: ['amount', 'invoice_id', 'reason'],
  },
  withdrawn: {
    action: 'gov.payment.withdrawn',
    about: 'A payment is no longer asked for, because its application ended',
    fields: ['amount'],
  },
});
