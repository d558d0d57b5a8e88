export type InvoiceState = 'open' | 'paid' | 'expired' | 'cancelled';

/** An invoice in the provider's books. */
export interface Invoice {
  id: string;
  /** Our reference: the payment and the attempt. */
  reference: string;
  state: InvoiceState;
  amount: number;
  currency: string;
  checkoutUrl: string;
  qr: string;
  paidAt: Date | null;
}

export interface InvoiceOrder {
  reference: string;
  amount: number;
  description: string;
  callbackUrl: string;
  returnUrl: string;
}

/** The message is for the log only. */
export class PaymentProviderError extends Error {
  readonly failure: 'unavailable' | 'failed';
  constructor(failure: 'unavailable' | 'failed', detail: string) {
    super(`payment provider ${failure}: ${detail}`);
    this.name = 'PaymentProviderError';
    this.failure = failure;
  }
}

/** A payment provider. Every call is idempotent: one reference is one invoice. */
export interface PaymentPort {
  createInvoice(order: InvoiceOrder): Promise<Invoice>;
  /** Undefined if the provider has no such invoice, which then cannot be paid either. */
  readInvoice(id: string): Promise<Invoice | undefined>;
  cancelInvoice(id: string): Promise<void>;
  /** The invoice of a signed callback; undefined if its signature, time or form is invalid. */
  openCallback(body: Buffer, signature: string | undefined, now: Date): Invoice | undefined;
}
