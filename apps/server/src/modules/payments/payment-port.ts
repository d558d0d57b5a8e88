export type InvoiceState = 'open' | 'paid' | 'expired' | 'cancelled';

/** An invoice as the provider knows it. */
export interface Invoice {
  id: string;
  /** What we called it: the payment and the attempt. */
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

/** A company that takes money for us. Every call may be repeated: the same reference is the same invoice. */
export interface PaymentPort {
  createInvoice(order: InvoiceOrder): Promise<Invoice>;
  /** Undefined when the provider has no such invoice, or no longer: then nobody can pay it either. */
  readInvoice(id: string): Promise<Invoice | undefined>;
  cancelInvoice(id: string): Promise<void>;
  /** The invoice a signed message speaks of; undefined when the signature, its time or its form is not right. */
  openCallback(body: Buffer, signature: string | undefined, now: Date): Invoice | undefined;
}
