import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  type CallbackFault,
  createInvoices,
  type Invoice,
  type InvoiceOrder,
  signCallback,
  viewInvoice,
} from './invoices.ts';
import { renderPayPage } from './pay-page.ts';

export interface PaymentsOptions {
  apiKey: string;
  webhookSecret: string;
  publicUrl: () => string;
  now: () => Date;
}

const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });
const order = {
  type: 'object',
  additionalProperties: false,
  required: ['reference', 'amount', 'currency', 'description', 'callback_url', 'return_url'],
  properties: {
    reference: text(100),
    amount: { type: 'integer', minimum: 1 },
    currency: { type: 'string', enum: ['MNT'] },
    description: text(200),
    callback_url: { ...text(2000), pattern: '^https?://' },
    return_url: { ...text(2000), pattern: '^https?://' },
  },
};

/** A payment provider: an invoice API, a payment page, and signed callbacks with optional faults. */
export function registerPayments(app: FastifyInstance, options: PaymentsOptions): void {
  const { publicUrl, now } = options;
  const invoices = createInvoices(now);
  const faults: CallbackFault[] = [];
  const delayed: (() => Promise<void>)[] = [];

  const authorized = async (request: FastifyRequest, reply: FastifyReply) => {
    const given = Buffer.from(request.headers.authorization ?? '');
    const expected = Buffer.from(`Bearer ${options.apiKey}`);
    if (given.length !== expected.length || !timingSafeEqual(given, expected))
      return reply.code(401).send({ error: 'unauthorized' });
    return undefined;
  };
  const findOr404 = (request: FastifyRequest, reply: FastifyReply): Invoice | undefined => {
    const invoice = invoices.find((request.params as { id: string }).id);
    if (invoice === undefined) reply.code(404).send({ error: 'not_found' });
    return invoice;
  };

  const send = async (invoice: Invoice, secret: string) => {
    const body = JSON.stringify({
      event_id: `${invoice.id}:${invoice.state}`,
      type: `invoice.${invoice.state}`,
      invoice: viewInvoice(invoice, publicUrl()),
    });
    await fetch(invoice.callbackUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'payment-signature': signCallback(body, secret, now()),
      },
      body,
      signal: AbortSignal.timeout(5_000),
    }).catch(() => undefined);
  };
  const sendCallback = async (invoice: Invoice) => {
    const fault = faults.shift();
    if (fault === 'lost') return;
    if (fault === 'late') delayed.push(() => send(invoice, options.webhookSecret));
    else await send(invoice, fault === 'forged' ? `${options.webhookSecret}x` : options.webhookSecret);
    if (fault === 'twice') await send(invoice, options.webhookSecret);
  };

  app.post(
    '/payments/v1/invoices',
    { preHandler: authorized, schema: { body: order } },
    async (request, reply) => {
      const wanted = request.body as InvoiceOrder;
      const invoice = invoices.create(wanted);
      if (invoice.amount !== wanted.amount) return reply.code(409).send({ error: 'reference_in_use' });
      return reply.code(201).send(viewInvoice(invoice, publicUrl()));
    },
  );
  app.get('/payments/v1/invoices/:id', { preHandler: authorized }, async (request, reply) => {
    const invoice = findOr404(request, reply);
    return invoice === undefined ? reply : viewInvoice(invoice, publicUrl());
  });
  app.post('/payments/v1/invoices/:id/cancel', { preHandler: authorized }, async (request, reply) => {
    const invoice = findOr404(request, reply);
    if (invoice === undefined) return reply;
    invoices.cancel(invoice);
    return viewInvoice(invoice, publicUrl());
  });

  app.register(async (pages) => {
    // The form of the page has no fields.
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, _body, done) => done(null, {}),
    );
    pages.get('/payments/pay/:id', async (request, reply) => {
      const invoice = findOr404(request, reply);
      return invoice === undefined
        ? reply
        : reply.header('content-type', 'text/html; charset=utf-8').send(renderPayPage(invoice));
    });
    pages.post('/payments/pay/:id', async (request, reply) => {
      const invoice = findOr404(request, reply);
      if (invoice === undefined) return reply;
      if (invoices.pay(invoice)) await sendCallback(invoice);
      return reply.redirect(invoice.returnUrl, 303);
    });
  });

  app.get('/control/payments', async () => ({
    items: invoices.all().map((invoice) => viewInvoice(invoice, publicUrl())),
  }));
  app.post('/control/payments/:id/:action', async (request, reply) => {
    const invoice = findOr404(request, reply);
    if (invoice === undefined) return reply;
    const { action } = request.params as { action: string };
    if (action === 'expire') invoices.expire(invoice);
    else if (action === 'tell') await sendCallback(invoice);
    else return reply.code(404).send({ error: 'not_found' });
    return viewInvoice(invoice, publicUrl());
  });
  app.post('/control/payments/faults', async (request) => {
    const { kinds } = request.body as { kinds: CallbackFault[] };
    faults.push(...kinds);
    return { faults };
  });
  app.post('/control/payments/release', async () => {
    const waiting = delayed.splice(0);
    for (const deliver of waiting) await deliver();
    return { delivered: waiting.length };
  });
}
