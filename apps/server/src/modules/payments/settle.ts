import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { type News, tellOwner } from '../acting/index.ts';
import { events } from './events.ts';
import type { Invoice } from './payment-port.ts';
import { keepReceipt, lockPayment, markPaid, type PaymentRow } from './store.ts';

/** Called in the transaction that settles a payment; the module that requested it continues its work here. */
export type WhenPaid = (tx: WriteTx, payment: PaymentRow) => Promise<void>;

/** The payment id in an invoice reference; undefined if the reference is not ours. */
export function paymentOf(invoice: Invoice): string | undefined {
  return /^([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})\.\d{1,6}$/.exec(invoice.reference)?.[1];
}

export const cancelQueue = 'payments.cancel_invoice';

/** Booked now, booked before, or for a payment that is not in our books. */
export type Settled = 'taken' | 'before' | 'unknown';

/**
 * Books the money of one invoice, idempotent over all sources. Money that is no longer owed is recorded as
 * due for refund: it is neither lost nor counted as paid.
 */
export async function settle(
  tx: WriteTx,
  paymentId: string,
  invoice: Invoice,
  source: 'callback' | 'asked' | 'reconciliation',
  whenPaid: WhenPaid,
): Promise<Settled> {
  const payment = await lockPayment(tx, paymentId);
  if (payment === undefined) return 'unknown';
  const paidAt = invoice.paidAt ?? tx.now;
  const reason = refundReason(payment, invoice);
  const isNew = await keepReceipt(tx, {
    invoiceId: invoice.id,
    paymentId,
    amount: invoice.amount,
    paidAt,
    now: tx.now,
    refundDue: reason !== undefined,
  });
  if (!isNew) return 'before';
  const { amount, id } = invoice;
  const tell = (message: Pick<News, 'topic' | 'category' | 'title' | 'body' | 'link'>) =>
    tellOwner(tx, {
      ...message,
      userId: payment.user_id,
      partyId: payment.party_id,
      act: 'pay',
      serviceId: payment.service_id,
      did: { what: 'applied', by: payment.user_id },
    });
  if (reason !== undefined) {
    tx.audit(events.refundDue, { target: paymentId, metadata: { amount, invoice_id: id, reason } });
    await tell({
      topic: 'payments',
      category: 'warning',
      title: { mn: 'Төлбөрийг буцаан олгоно', en: 'A payment will be returned' },
      body: {
        mn: `${payment.title.mn}: орж ирсэн ${amount} ₮-ийг энэ төлбөрт тооцох боломжгүй тул танд буцаан олгоно.`,
        en: `${payment.title.en}: ${amount} MNT was received that does not match this payment. It will be returned to you.`,
      },
      link: '/payments',
    });
    return 'taken';
  }
  await markPaid(tx, paymentId, paidAt);
  tx.audit(events.paid, { target: paymentId, metadata: { amount, invoice_id: id, source } });
  await tell({
    topic: 'payments',
    category: 'success',
    title: { mn: 'Төлбөр төлөгдлөө', en: 'Payment received' },
    body: {
      mn: `${payment.title.mn}: ${amount} ₮ төлөгдлөө.`,
      en: `${payment.title.en}: ${amount} MNT was received.`,
    },
    link:
      payment.application_id === null
        ? `/payments/${paymentId}/receipt`
        : `/applications/${payment.application_id}`,
  });
  // An older invoice was paid after a newer one was made: the newer one must not be paid too.
  if (payment.invoice_id !== null && payment.invoice_id !== id)
    tx.enqueue(cancelQueue, { invoice_id: payment.invoice_id });
  await whenPaid(tx, { ...payment, status: 'paid', paid_at: paidAt.toISOString() });
  return 'taken';
}

function refundReason(payment: PaymentRow, invoice: Invoice): string | undefined {
  if (payment.status !== 'pending') return payment.status === 'paid' ? 'already_paid' : 'withdrawn';
  if (invoice.amount !== payment.amount || invoice.currency !== 'MNT') return 'another_sum';
  return undefined;
}
