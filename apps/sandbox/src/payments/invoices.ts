import { createHmac, randomUUID } from 'node:crypto';

export interface Invoice {
  id: string;
  reference: string;
  amount: number;
  currency: string;
  description: string;
  callbackUrl: string;
  returnUrl: string;
  state: 'open' | 'paid' | 'expired' | 'cancelled';
  createdAt: Date;
  paidAt: Date | null;
}

export interface InvoiceOrder {
  reference: string;
  amount: number;
  currency: string;
  description: string;
  callback_url: string;
  return_url: string;
}

/** Failures of a real provider's callbacks, for tests. */
export type CallbackFault = 'lost' | 'twice' | 'late' | 'forged';

const LIFE_MS = 24 * 3_600_000;

/** The provider's books. One reference is one invoice for ever, so that a repeated order is idempotent. */
export function createInvoices(now: () => Date) {
  const byId = new Map<string, Invoice>();
  const byReference = new Map<string, Invoice>();
  const find = (id: string): Invoice | undefined => {
    const invoice = byId.get(id);
    if (invoice?.state === 'open' && now().getTime() - invoice.createdAt.getTime() > LIFE_MS)
      invoice.state = 'expired';
    return invoice;
  };
  return {
    find,
    all: () => [...byId.values()],
    create: (order: InvoiceOrder): Invoice => {
      const known = byReference.get(order.reference);
      if (known !== undefined) return known;
      const invoice: Invoice = {
        id: randomUUID(),
        reference: order.reference,
        amount: order.amount,
        currency: order.currency,
        description: order.description,
        callbackUrl: order.callback_url,
        returnUrl: order.return_url,
        state: 'open',
        createdAt: now(),
        paidAt: null,
      };
      byId.set(invoice.id, invoice);
      byReference.set(order.reference, invoice);
      return invoice;
    },
    /** False if the invoice can no longer be paid. */
    pay: (invoice: Invoice): boolean => {
      if (find(invoice.id)?.state !== 'open') return false;
      invoice.state = 'paid';
      invoice.paidAt = now();
      return true;
    },
    cancel: (invoice: Invoice): void => {
      if (invoice.state === 'open') invoice.state = 'cancelled';
    },
    expire: (invoice: Invoice): void => {
      if (invoice.state === 'open') invoice.state = 'expired';
    },
  };
}
export type Invoices = ReturnType<typeof createInvoices>;

export function viewInvoice(invoice: Invoice, publicUrl: string): object {
  const checkout_url = `${publicUrl}/payments/pay/${invoice.id}`;
  return {
    id: invoice.id,
    reference: invoice.reference,
    state: invoice.state,
    amount: invoice.amount,
    currency: invoice.currency,
    checkout_url,
    qr: checkout_url,
    paid_at: invoice.paidAt?.toISOString() ?? null,
  };
}

export function signCallback(body: string, secret: string, at: Date): string {
  const time = Math.floor(at.getTime() / 1000);
  return `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`;
}
