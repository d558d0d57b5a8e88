import type { Invoice, InvoiceState } from '../../modules/payments/payment-port.ts';

const states: readonly InvoiceState[] = ['open', 'paid', 'expired', 'cancelled'];

/** Undefined when a member is missing or has another type: a partial invoice is not used. */
export function readInvoiceAnswer(value: unknown): Invoice | undefined {
  const { id, reference, state, amount, currency, checkout_url, qr, paid_at } = Object(value) as Record<
    string,
    unknown
  >;
  const known = states.find((word) => word === state);
  if (!isText(id, 200) || !isText(reference, 200) || known === undefined || !isText(currency, 3))
    return undefined;
  if (!Number.isSafeInteger(amount) || !isWebAddress(checkout_url) || !isText(qr, 4000)) return undefined;
  const paidAt = typeof paid_at === 'string' ? new Date(paid_at) : null;
  if (known === 'paid' && (paidAt === null || Number.isNaN(paidAt.getTime()))) return undefined;
  return {
    id,
    reference,
    state: known,
    amount: amount as number,
    currency,
    checkoutUrl: checkout_url,
    qr,
    paidAt: known === 'paid' ? paidAt : null,
  };
}

function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= max;
}

/** The person's browser opens this address: anything but a web address could run as a script. */
function isWebAddress(value: unknown): value is string {
  return isText(value, 2000) && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol);
}
