import type { Module } from '../../kernel/module.ts';
import { type CallbackDeps, callbackMount } from './callback.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type ReceiptDocumentDeps, receiptMount } from './receipt-document.ts';
import { paymentJobs } from './reconcile.ts';
import { paymentRows } from './routes.ts';
import { names } from './schemas.ts';

export { events as paymentEvents } from './events.ts';
export {
  type Invoice,
  type InvoiceOrder,
  type InvoiceState,
  type PaymentPort,
  PaymentProviderError,
} from './payment-port.ts';
export {
  list as listOwnPayments,
  type PaymentOrder,
  requestPayment,
  withdrawPayment,
} from './payments.ts';
export type { WhenPaid } from './settle.ts';
/** `markPaid` is only for demonstration data: real money goes through `settle`, with a receipt. */
export {
  type FeeState,
  feeState,
  listDueOfParties,
  markPaid,
  type PaymentRow,
  readFeeState,
  readUnpaid,
} from './store.ts';

export function payments(deps: CallbackDeps & ReceiptDocumentDeps): Module {
  return {
    name: 'payments',
    rows: paymentRows(deps),
    mounts: [callbackMount(deps), receiptMount(deps)],
    errors,
    events,
    schemas: names,
    jobs: paymentJobs(deps),
  };
}
