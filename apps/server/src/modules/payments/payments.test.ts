import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createPaymentProvider } from '../../adapters/payments/index.ts';
import { type PaymentPort, payments, requestPayment, withdrawPayment } from './index.ts';
import type { PaymentRow } from './store.ts';

let world: TestWorld;
let server: TestServer;
let bold: SignedIn;
let sarnai: SignedIn;
let fulfilled: PaymentRow[] = [];
/** The provider of the module: the sandbox, one that does not answer, or none. */
const provider: { url: string; port: PaymentPort | undefined } = { url: '', port: undefined };

beforeAll(async () => {
  world = await openWorld();
  provider.url = world.sandbox.url;
  server = await world.startServer({
    extraModules: (parts) => {
      const key = parts.config.EID_RP_SECRET;
      const at = (baseUrl: string) => createPaymentProvider({ baseUrl, apiKey: key, webhookSecret: key });
      provider.port = {
        createInvoice: (order) => at(provider.url).createInvoice(order),
        readInvoice: (id) => at(provider.url).readInvoice(id),
        cancelInvoice: (id) => at(provider.url).cancelInvoice(id),
        openCallback: (...message) => at(provider.url).openCallback(...message),
      };
      return [
        payments({
          database: parts.database,
          outbox: parts.outbox,
          now: parts.now,
          get provider() {
            return provider.port;
          },
          callbackUrl: () => `${server.url}/api/v1/gov/payments/callback`,
          appOrigin: 'http://localhost:3000',
          issuerName: async () => 'Tamga',
          // Receipts as PDF have their own test, on the shipped wiring.
          documents: { give: () => Promise.reject(new Error('no documents here')) },
          whenPaid: async (_tx, payment) => void fulfilled.push(payment),
        }),
      ];
    },
  });
  const phone = createPhone(world.sandbox);
  bold = await signIn(server, phone, await phone.citizen());
  sarnai = await signIn(server, phone, await phone.citizen(/^ordinary/, 1));
});
afterAll(() => world.close());
beforeEach(() => {
  fulfilled = [];
});

const path = '/api/v1/gov/payments';
const owe = (who: SignedIn, amount = 500, applicationId: string | null = null) =>
  changeAsSystem(server, world.clock.now(), (tx) =>
    requestPayment(tx, {
      userId: who.userId,
      title: { mn: 'Хураамж', en: 'Fee' },
      category: 'fee',
      amount,
      dueAt: null,
      applicationId,
      referenceNo: applicationId === null ? '' : 'APP-2026-100001',
    }),
  );
const pay = (who: SignedIn, id: string) =>
  createCaller(server.url).post(`${path}/${id}/pay`, {}, { token: who.token });
const list = async (who: SignedIn) => (await who.caller.get(path, { token: who.token })).body.data.items;
const statusOf = async (id: string) =>
  (await list(bold)).find((item: { id: string }) => item.id === id)?.status;
const control = async (route: string, body: object = {}) =>
  fetch(`${world.sandbox.url}/control/payments/${route}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const payAtProvider = (checkoutUrl: string) => fetch(checkoutUrl, { method: 'POST', redirect: 'manual' });
const invoiceOf = (checkoutUrl: string) => checkoutUrl.split('/').at(-1) ?? '';
const receipts = (id: string) =>
  world.database.query<{ amount: number; refund_due: boolean }>(
    'select amount::int, refund_due from gov_payment_receipts where payment_id = $1 order by received_at, invoice_id',
    [id],
  );
const runJob = (name: string, data: Record<string, unknown> = {}) =>
  server.app.declaredJobs
    .find((job) => job.name === name)
    ?.run(data, { now: world.clock.now(), log: server.app.http.log as never });
const reconcile = () => runJob('payments.reconcile');
/** Runs the queued cancellations like the worker does. */
const takeBack = async () => {
  const queued = await world.database.query<{ data: Record<string, unknown> }>(
    `delete from pgboss.job where name = 'payments.cancel_invoice' returning data`,
  );
  for (const { data } of queued) await runJob('payments.cancel_invoice', data);
};
const report = (invoice: { id: string; reference: string; amount: number }) => ({
  invoice: {
    state: 'paid',
    currency: 'MNT',
    checkout_url: 'https://pay.example/1',
    qr: 'x',
    paid_at: world.clock.now().toISOString(),
    ...invoice,
  },
});
const call = (
  message: object,
  { secret = server.config.EID_RP_SECRET, age = 0 }: { secret?: string; age?: number } = {},
) => {
  const body = JSON.stringify(message);
  const time = Math.floor(world.clock.now().getTime() / 1000) - age;
  return createCaller(server.url).call('POST', `${path}/callback`, {
    rawBody: body,
    headers: {
      'payment-signature': `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
    },
  });
};

describe('the return URL', () => {
  it('leads to the application that was paid for, and its owner gets a receipt', async () => {
    const application = randomUUID();
    const id = await owe(bold, 700, application);
    const receipt = (who: SignedIn, language = 'en') =>
      createCaller(server.url).get(`${path}/${id}/receipt`, {
        token: who.token,
        headers: { 'accept-language': language },
      });
    expect((await receipt(bold)).status).toBe(404);
    const begun = (await pay(bold, id)).body.data;
    expect(begun).toMatchObject({ application_id: application, reference_no: 'APP-2026-100001' });
    const returned = await payAtProvider(begun.checkout_url);
    expect(returned.headers.get('location')).toBe(
      `http://localhost:3000/applications/${application}?payment=${id}`,
    );
    const invoice = invoiceOf(begun.checkout_url);
    expect((await list(bold)).find((item: { id: string }) => item.id === id).receipt_no).toBe(invoice);
    const shown = await receipt(bold);
    expect([shown.status, shown.body.data]).toEqual([
      200,
      {
        payment_id: id,
        receipt_no: invoice,
        title: 'Fee',
        category: 'fee',
        amount: 700,
        currency: 'MNT',
        paid_at: world.clock.now().toISOString(),
        payer: expect.stringMatching(/^[A-Z].+ .+/),
        issuer: 'Tamga',
        application_id: application,
        reference_no: 'APP-2026-100001',
      },
    ]);
    expect((await receipt(bold, 'mn')).body.data).toMatchObject({
      title: 'Хураамж',
      payer: expect.stringMatching(/\p{Script=Cyrillic}/u),
    });
    expect((await receipt(sarnai)).status).toBe(404);
    const [told] = (await bold.caller.get('/api/v1/gov/notifications', { token: bold.token })).body.data
      .items;
    expect(told.link).toBe(`/applications/${application}`);
  });

  it('shows no receipt for money that is due for refund', async () => {
    const id = await owe(bold, 800, randomUUID());
    const begun = (await pay(bold, id)).body.data;
    const [row] = await world.database.query<{ application_id: string }>(
      'select application_id from gov_payments where id = $1',
      [id],
    );
    await changeAsSystem(server, world.clock.now(), (tx) => withdrawPayment(tx, row?.application_id ?? ''));
    await payAtProvider(begun.checkout_url);
    expect(await receipts(id)).toEqual([{ amount: 800, refund_due: true }]);
    expect((await bold.caller.get(`${path}/${id}/receipt`, { token: bold.token })).status).toBe(404);
  });
});

describe('paying', () => {
  it('leads to the provider’s page, and the signed callback settles the payment', async () => {
    const id = await owe(bold);
    const begun = await pay(bold, id);
    expect([begun.status, begun.body.data.status]).toEqual([200, 'pending']);
    expect(begun.body.data.checkout_url).toMatch(/\/payments\/pay\//);
    const returned = await payAtProvider(begun.body.data.checkout_url);
    expect(returned.headers.get('location')).toBe(`http://localhost:3000/payments?payment=${id}`);
    expect(await statusOf(id)).toBe('paid');
    expect(fulfilled.map((payment) => payment.id)).toEqual([id]);
    expect(await receipts(id)).toEqual([{ amount: 500, refund_due: false }]);
    const again = await pay(bold, id);
    expect([again.status, again.body.error]).toEqual([409, 'already_paid']);
    const told = (await bold.caller.get('/api/v1/gov/notifications', { token: bold.token })).body.data.items;
    expect(told[0]).toMatchObject({ title: 'Payment received', category: 'success' });
  });

  it('makes one invoice for many concurrent requests', async () => {
    const id = await owe(bold);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(bold, id)));
    const pages = new Set(answers.map(({ body }) => body.data.checkout_url));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(pages.size).toBe(1);
  });

  it('makes a new invoice only when the last one can no longer be paid', async () => {
    const id = await owe(bold);
    const first = (await pay(bold, id)).body.data.checkout_url;
    expect((await pay(bold, id)).body.data.checkout_url).toBe(first);
    await control(`${invoiceOf(first)}/expire`);
    const second = (await pay(bold, id)).body.data.checkout_url;
    expect(second).not.toBe(first);
    await payAtProvider(second);
    expect(await statusOf(id)).toBe('paid');
  });

  it('makes no second invoice if the provider does not find the first', async () => {
    const id = await owe(bold);
    const first = (await pay(bold, id)).body.data.checkout_url;
    await world.database.query(`update gov_payments set invoice_id = 'gone' where id = $1`, [id]);
    const again = await pay(bold, id);
    expect([again.status, again.body.data.checkout_url]).toEqual([200, first]);
    await payAtProvider(first);
    expect(await statusOf(id)).toBe('paid');
  });

  it('never leads to an invoice that ended while its answer was lost', async () => {
    const id = await owe(bold);
    const made = await fetch(`${world.sandbox.url}/payments/v1/invoices`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${server.config.EID_RP_SECRET}`,
      },
      body: JSON.stringify({
        reference: `${id}.1`,
        amount: 500,
        currency: 'MNT',
        description: 'Fee',
        callback_url: `${server.url}${path}/callback`,
        return_url: 'http://localhost:3000/payments',
      }),
    });
    await control(`${((await made.json()) as { id: string }).id}/expire`);
    await payAtProvider((await pay(bold, id)).body.data.checkout_url);
    expect(await statusOf(id)).toBe('paid');
  });

  it('is private: another person’s payment is 404', async () => {
    const id = await owe(bold);
    expect((await pay(sarnai, id)).status).toBe(404);
    expect((await list(sarnai)).some((item: { id: string }) => item.id === id)).toBe(false);
    expect((await pay(bold, 'nothing')).status).toBe(404);
  });

  it('reports a missing provider, and still shows what is owed', async () => {
    const id = await owe(bold);
    const port = provider.port;
    provider.port = undefined;
    const answer = await pay(bold, id);
    const callback = await call(report({ id: 'inv-3', reference: `${id}.1`, amount: 500 }));
    provider.port = port;
    expect([answer.status, answer.body.error]).toEqual([503, 'not_configured']);
    expect([callback.status, callback.body.error]).toEqual([503, 'not_configured']);
    expect(await statusOf(id)).toBe('pending');
  });

  it('reports a provider outage, and loses nothing', async () => {
    const id = await owe(bold);
    provider.url = 'http://127.0.0.1:9';
    const answer = await pay(bold, id);
    provider.url = world.sandbox.url;
    expect([answer.status, answer.body.error]).toEqual([503, 'upstream_unavailable']);
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('callbacks', () => {
  const begin = async (applicationId: string | null = null) => {
    const id = await owe(bold, 700, applicationId);
    return { id, page: (await pay(bold, id)).body.data.checkout_url as string };
  };

  it('are idempotent: the same callback twice pays once', async () => {
    await control('faults', { kinds: ['twice'] });
    const { id, page } = await begin();
    await payAtProvider(page);
    expect(fulfilled).toHaveLength(1);
    expect(await receipts(id)).toHaveLength(1);
  });

  it('that are forged change nothing', async () => {
    await control('faults', { kinds: ['forged'] });
    const { id, page } = await begin();
    await payAtProvider(page);
    expect(await statusOf(id)).toBe('pending');
    expect(fulfilled).toEqual([]);
    world.clock.advance(3 * 60_000);
    await reconcile();
    expect(await statusOf(id)).toBe('paid');
  });

  it('that are lost are recovered by reconciliation', async () => {
    await control('faults', { kinds: ['lost'] });
    const { id, page } = await begin();
    await payAtProvider(page);
    expect(await statusOf(id)).toBe('pending');
    world.clock.advance(3 * 60_000);
    await reconcile();
    expect(await statusOf(id)).toBe('paid');
    await reconcile();
    expect(fulfilled).toHaveLength(1);
  });

  it('that are lost are recovered when the person comes back', async () => {
    await control('faults', { kinds: ['lost'] });
    const { id, page } = await begin();
    await payAtProvider(page);
    expect((await pay(bold, id)).body.data.status).toBe('paid');
    expect(fulfilled).toHaveLength(1);
  });

  it('after a withdrawal of the application are recorded as due for refund', async () => {
    await control('faults', { kinds: ['late'] });
    const application = '00000000-0000-4000-8000-00000000a001';
    const { id, page } = await begin(application);
    await payAtProvider(page);
    await changeAsSystem(server, world.clock.now(), (tx) => withdrawPayment(tx, application));
    expect(await statusOf(id)).toBeUndefined();
    await control('release');
    expect(fulfilled).toEqual([]);
    expect(await receipts(id)).toEqual([{ amount: 700, refund_due: true }]);
    const [event] = await world.database.query<{ reason: string }>(
      `select metadata ->> 'reason' as reason from audit_log where action = 'gov.payment.refund_due' and target = $1`,
      [id],
    );
    expect(event?.reason).toBe('withdrawn');
    const told = (await bold.caller.get('/api/v1/gov/notifications', { token: bold.token })).body.data.items;
    expect(told[0]).toMatchObject({ title: 'A payment will be returned', category: 'warning' });
  });

  it('with another amount do not settle the payment', async () => {
    const { id, page } = await begin();
    const message = report({ id: invoiceOf(page), reference: `${id}.1`, amount: 1 });
    expect((await call(message, { secret: 'wrong' })).body.error).toBe('invalid_signature');
    expect((await call(message, { age: 301 })).status).toBe(401);
    expect((await call(message)).status).toBe(200);
    expect(await statusOf(id)).toBe('pending');
    expect(await receipts(id)).toEqual([{ amount: 1, refund_due: true }]);
    // That invoice is spent; the payment can still be paid with another one.
    const next = (await pay(bold, id)).body.data.checkout_url;
    expect(next).not.toBe(page);
    await payAtProvider(next);
    expect(await statusOf(id)).toBe('paid');
  });

  it('for an older invoice settle the payment, and the newer one is cancelled', async () => {
    const { id, page } = await begin();
    await control(`${invoiceOf(page)}/expire`);
    const newer = (await pay(bold, id)).body.data.checkout_url;
    await call(report({ id: invoiceOf(page), reference: `${id}.1`, amount: 700 }));
    expect(await statusOf(id)).toBe('paid');
    await takeBack();
    await payAtProvider(newer);
    expect(await receipts(id)).toEqual([{ amount: 700, refund_due: false }]);
  });

  it('that are lost during a withdrawal: the cancellation finds the money', async () => {
    await control('faults', { kinds: ['lost'] });
    const application = '00000000-0000-4000-8000-00000000a002';
    const { id, page } = await begin(application);
    await payAtProvider(page);
    await changeAsSystem(server, world.clock.now(), (tx) => withdrawPayment(tx, application));
    await takeBack();
    expect(await receipts(id)).toEqual([{ amount: 700, refund_due: true }]);
    expect(fulfilled).toEqual([]);
  });

  it('for an unknown payment are accepted and change nothing', async () => {
    const unknown = '00000000-0000-4000-8000-00000000a003';
    for (const reference of [`${unknown}.1`, 'somebody-else-1'])
      expect((await call(report({ id: 'inv-2', reference, amount: 700 }))).status).toBe(200);
    expect(await receipts(unknown)).toEqual([]);
  });

  it('that are unsigned or too large are rejected', async () => {
    const caller = createCaller(server.url);
    expect((await caller.post(`${path}/callback`, {})).status).toBe(401);
    const large = await caller.call('POST', `${path}/callback`, { rawBody: ' '.repeat(70_000) });
    expect(large.status).toBe(413);
  });
});

describe('reconciliation', () => {
  const invoice = (age: string, checked: string | null, count = 1) =>
    world.database.query<{ id: string }>(
      `insert into gov_payments (id, user_id, title, category, amount, created_at, attempt, invoice_id, invoiced_at,
         checked_at)
       select gen_random_uuid(), $1, '{"mn": "Хураамж", "en": "Fee"}', 'fee', 500, $2, 1, 'gone',
         $2::timestamptz - $3::interval, $2::timestamptz - $4::interval
       from generate_series(1, $5) returning id`,
      [sarnai.userId, world.clock.now(), age, checked, count],
    );
  const wasAsked = async (id: string | undefined) => {
    const [row] = await world.database.query<{ asked: boolean }>(
      'select checked_at = $2 as asked from gov_payments where id = $1',
      [id, world.clock.now()],
    );
    return row?.asked;
  };

  it('reaches a recent payment, however many others stay unpaid', async () => {
    await control('faults', { kinds: ['lost'] });
    const id = await owe(sarnai);
    await payAtProvider((await pay(sarnai, id)).body.data.checkout_url);
    world.clock.advance(3 * 60_000);
    await invoice('1 day', null, 60);
    await reconcile();
    expect((await receipts(id)).map(({ refund_due }) => refund_due)).toEqual([false]);
  });

  it('checks an old invoice rarely and a new one every time', async () => {
    const [old] = await invoice('10 hours', '30 minutes');
    const [fresh] = await invoice('5 minutes', '3 minutes');
    await reconcile();
    expect([await wasAsked(old?.id), await wasAsked(fresh?.id)]).toEqual([false, true]);
    world.clock.advance(40 * 60_000);
    await reconcile();
    expect([await wasAsked(old?.id), await wasAsked(fresh?.id)]).toEqual([true, true]);
  });
});
