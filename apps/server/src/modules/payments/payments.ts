import { randomUUID } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Reader } from '../../kernel/db/database.ts';
import { type Actor, ownerOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { type Unchanged, unchanged } from '../../kernel/http/row.ts';
import { linkFor } from '../acting/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type Invoice, type PaymentPort, PaymentProviderError } from './payment-port.ts';
import { findReceipt } from './receipt.ts';
import type { PaymentView, ReceiptView } from './schemas.ts';
import { cancelQueue, settle, type WhenPaid } from './settle.ts';
import {
  cancelPending,
  findOwnPayment,
  insertPayment,
  isOwedBack,
  keepInvoice,
  listPayments,
  type OwnPaymentRow,
  type Payer,
  type PaymentRow,
} from './store.ts';

export interface PaymentDeps {
  /** Undefined if production has none: payments are shown but cannot be paid here. */
  provider: PaymentPort | undefined;
  callbackUrl: () => string;
  appOrigin: string;
  /** The name of the platform on a receipt. */
  issuerName: () => Promise<string>;
  whenPaid: WhenPaid;
}

export interface PaymentOrder {
  userId: string;
  /** As the receipt names a party and the person who acts for it. */
  payer?: Text | undefined;
  title: Text;
  category: PaymentView['category'];
  amount: number;
  dueAt: Date | null;
  applicationId: string | null;
  referenceNo?: string;
}

/** Requests a payment in the transaction of its cause. */
export async function requestPayment(tx: WriteTx, order: PaymentOrder): Promise<string> {
  const id = randomUUID();
  await insertPayment(tx, {
    id,
    userId: order.userId,
    payer: order.payer === undefined ? null : JSON.stringify(order.payer),
    title: JSON.stringify(order.title),
    category: order.category,
    amount: order.amount,
    dueDate: order.dueAt,
    applicationId: order.applicationId,
    referenceNo: order.referenceNo ?? '',
    now: tx.now,
  });
  tx.audit(events.requested, {
    target: id,
    metadata: {
      amount: order.amount,
      category: order.category,
      application_id: order.applicationId,
      user_id: order.userId,
    },
  });
  return id;
}

/** A paid payment stays paid; a pending one is withdrawn and its invoice is cancelled. */
export async function withdrawPayment(tx: WriteTx, applicationId: string): Promise<void> {
  const cancelled = await cancelPending(tx, applicationId);
  if (cancelled === undefined) return;
  tx.audit(events.withdrawn, { target: cancelled.id, metadata: { amount: cancelled.amount } });
  if (cancelled.invoice_id !== null) tx.enqueue(cancelQueue, { invoice_id: cancelled.invoice_id });
}

export async function list(
  db: Reader,
  actor: Pick<Actor, 'userId' | 'party'>,
  language: Language,
): Promise<{ items: PaymentView[]; total: number }> {
  const items = (await listPayments(db, payerOf(actor))).map((row) => viewPayment(row, language));
  return { items, total: items.length };
}

/** An authorisation to pay reaches what the grantor owes for its services, whoever applied. */
const payerOf = (actor: Pick<Actor, 'userId' | 'party'>): Payer => ({
  owner: ownerOf(actor),
  person: actor.party?.limits !== undefined,
});

/**
 * Runs before the transaction and asks the provider about the last invoice first. A new one is made only when
 * the last can no longer be paid, so a person who comes back never pays twice.
 */
export async function prepareInvoice(
  deps: PaymentDeps,
  db: Reader,
  call: { id: string; actor: Actor; language: Language },
): Promise<{ invoice: Invoice; attempt: number }> {
  const payment = (await findOwnPayment(db, call.id, payerOf(call.actor))) ?? fail(kernelErrors.not_found);
  if (payment.status === 'paid') fail(errors.already_paid);
  const provider = deps.provider ?? fail(errors.not_configured);
  const last =
    payment.invoice_id === null
      ? undefined
      : await checkInvoice(provider.readInvoice(payment.invoice_id), payment);
  // An invoice whose money is due for refund is spent without paying anything.
  if (last !== undefined && isUsable(last) && !(await isOwedBack(db, last.id)))
    return { invoice: last, attempt: payment.attempt };
  // If the provider lost the last invoice, the same reference creates or finds it again, never a second one.
  const first = payment.invoice_id !== null && last === undefined ? payment.attempt : payment.attempt + 1;
  for (let attempt = first; attempt < first + maxAttempts; attempt += 1) {
    const invoice = await checkInvoice(
      provider.createInvoice({
        reference: `${payment.id}.${attempt}`,
        amount: payment.amount,
        description: payment.title[call.language],
        callbackUrl: deps.callbackUrl(),
        returnUrl: returnUrlOf(deps.appOrigin, payment, call.actor),
      }),
      payment,
    );
    // An invoice whose earlier answer was lost may have ended since.
    if (invoice !== undefined && isUsable(invoice)) return { invoice, attempt };
  }
  return fail(errors.upstream_failed, { detail: 'no invoice that can be paid' });
}

/** The URL names the payment and the party, because a bank's app may return in another window. */
function returnUrlOf(origin: string, payment: PaymentRow, { party }: Actor): string {
  const page = payment.application_id === null ? 'payments' : `applications/${payment.application_id}`;
  const url = `${origin}/${page}?payment=${payment.id}`;
  return party === undefined ? url : linkFor(url, party.id);
}

export async function readReceipt(
  deps: Pick<PaymentDeps, 'issuerName'>,
  db: Reader,
  call: { id: string; actor: Actor; language: Language },
): Promise<ReceiptView> {
  const { payment, receiptNo, paidAt, payer } = await findReceipt(db, call);
  return {
    payment_id: payment.id,
    receipt_no: receiptNo,
    title: payment.title[call.language],
    category: payment.category,
    amount: payment.amount,
    currency: 'MNT',
    paid_at: paidAt,
    payer: payer[call.language],
    issuer: await deps.issuerName(),
    ...applicationOf(payment),
  };
}

const applicationOf = ({ application_id, reference_no }: PaymentRow) => ({
  ...(application_id === null ? {} : { application_id }),
  ...(reference_no === '' ? {} : { reference_no }),
});

const maxAttempts = 5;
const isUsable = ({ state }: Invoice) => state === 'open' || state === 'paid';

export async function pay(
  deps: PaymentDeps,
  tx: WriteTx,
  call: { id: string; actor: Actor; language: Language },
  prepared: { invoice: Invoice; attempt: number },
): Promise<PaymentView | Unchanged<PaymentView>> {
  const { invoice, attempt } = prepared;
  const kept = await keepInvoice(tx, {
    id: call.id,
    attempt,
    invoiceId: invoice.id,
    checkoutUrl: invoice.checkoutUrl,
    qr: invoice.qr,
    now: tx.now,
  });
  if (kept) tx.audit(events.invoiced, { target: call.id, metadata: { amount: invoice.amount, attempt } });
  const settled =
    invoice.state === 'paid' && (await settle(tx, call.id, invoice, 'asked', deps.whenPaid)) === 'taken';
  const payment = (await findOwnPayment(tx, call.id, payerOf(call.actor))) ?? fail(kernelErrors.not_found);
  const view = viewPayment(payment, call.language);
  return kept || settled ? view : unchanged(view);
}

async function checkInvoice(
  answer: Promise<Invoice | undefined>,
  payment: PaymentRow,
): Promise<Invoice | undefined> {
  try {
    const invoice = await answer;
    if (invoice === undefined) return undefined;
    if (!invoice.reference.startsWith(`${payment.id}.`))
      throw new PaymentProviderError('failed', 'the answer speaks of another invoice');
    // An open invoice with another amount must not be shown; a paid one is booked as it is.
    if (invoice.state === 'open' && (invoice.amount !== payment.amount || invoice.currency !== 'MNT'))
      throw new PaymentProviderError('failed', 'the invoice asks for another sum');
    return invoice;
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    return fail(error.failure === 'unavailable' ? errors.upstream_unavailable : errors.upstream_failed, {
      detail: error.message,
    });
  }
}

export function viewPayment(row: OwnPaymentRow, language: Language): PaymentView {
  const open = row.status === 'pending';
  return {
    id: row.id,
    title: row.title[language],
    category: row.category,
    amount: row.amount,
    currency: 'MNT',
    status: row.status === 'paid' ? 'paid' : 'pending',
    due_date: row.due_date,
    paid_at: row.paid_at,
    created_at: row.created_at,
    ...applicationOf(row),
    ...(row.receipt_no === null ? {} : { receipt_no: row.receipt_no }),
    ...(open && row.checkout_url !== null ? { checkout_url: row.checkout_url } : {}),
    ...(open && row.qr !== null ? { qr: row.qr } : {}),
  };
}
