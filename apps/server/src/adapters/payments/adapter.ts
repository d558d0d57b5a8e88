import { createHmac, timingSafeEqual } from 'node:crypto';
import { Agent } from 'undici';
import { type Invoice, type PaymentPort, PaymentProviderError } from '../../modules/payments/payment-port.ts';
import { readInvoiceAnswer } from './read-invoice.ts';

export interface PaymentProviderOptions {
  baseUrl: string;
  apiKey: string;
  /** Shared with the provider, which signs its callbacks with it. */
  webhookSecret: string;
  timeoutMs?: number;
}

/** An older signed message may be a replay. */
const toleranceSeconds = 300;

const notThere = Symbol('not there');

/**
 * The provider's invoices over HTTP; every call names the invoice by our reference, so a repeat creates no
 * second one.
 */
export function createPaymentProvider(options: PaymentProviderOptions): PaymentPort {
  const base = `${options.baseUrl.replace(/(?<!\/)\/+$/, '')}/payments/v1/invoices`;
  // Redirects are not followed, because they would carry the key to another host.
  const agent = new Agent({
    connections: 16,
    allowH2: false,
    connect: { timeout: 5_000 },
    maxResponseSize: 128 * 1024,
    headersTimeout: 0,
    bodyTimeout: 0,
  });

  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const url = new URL(`${base}${path}`);
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname,
        method,
        headers: {
          authorization: `Bearer ${options.apiKey}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(options.timeoutMs ?? 10_000),
      });
      const text = await answer.body.text();
      if (answer.statusCode >= 500 || answer.statusCode === 429)
        throw new PaymentProviderError('unavailable', `status ${answer.statusCode}`);
      if (answer.statusCode === 404 && method === 'GET') return notThere;
      if (answer.statusCode >= 300) throw new PaymentProviderError('failed', `status ${answer.statusCode}`);
      return parseJson(text);
    } catch (error) {
      if (error instanceof PaymentProviderError) throw error;
      const { code } = error as { code?: unknown };
      throw new PaymentProviderError('unavailable', typeof code === 'string' ? code : 'no answer');
    }
  };
  const invoiceOf = (answer: unknown): Invoice => {
    const invoice = readInvoiceAnswer(answer);
    if (invoice === undefined) throw new PaymentProviderError('failed', 'the answer is no invoice');
    return invoice;
  };

  return {
    createInvoice: async (order) =>
      invoiceOf(
        await call('POST', '', {
          reference: order.reference,
          amount: order.amount,
          currency: 'MNT',
          description: order.description.slice(0, 200),
          callback_url: order.callbackUrl,
          return_url: order.returnUrl,
        }),
      ),
    readInvoice: async (id) => {
      const answer = await call('GET', `/${encodeURIComponent(id)}`);
      return answer === notThere ? undefined : invoiceOf(answer);
    },
    cancelInvoice: async (id) => {
      await call('POST', `/${encodeURIComponent(id)}/cancel`, {});
    },
    openCallback: (body, signature, now) => {
      if (!isSigned(body, signature, options.webhookSecret, now)) return undefined;
      const message = parseJson(body.toString('utf8'));
      return readInvoiceAnswer((message as { invoice?: unknown } | undefined)?.invoice);
    },
  };
}

/** `t=<unix seconds>,v1=<hex>`: HMAC-SHA256 over the time, a dot and the raw body. */
function isSigned(body: Buffer, signature: string | undefined, secret: string, now: Date): boolean {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature ?? '');
  if (match === null) return false;
  const [, time = '', given = ''] = match;
  if (Math.abs(now.getTime() / 1000 - Number(time)) > toleranceSeconds) return false;
  const expected = createHmac('sha256', secret).update(`${time}.`).update(body).digest();
  return timingSafeEqual(expected, Buffer.from(given, 'hex'));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
