import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { changeAsSystem, createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createPaymentProvider } from '../../adapters/payments/index.ts';
import { payments, requestPayment, withdrawPayment } from './index.ts';
import type { PaymentRow } from './store.ts';

let world: TestWorld;
let server: TestServer;
let bold: SignedIn;
let sarnai: SignedIn;
let fulfilled: PaymentRow[] = [];
let provider: { url: string };

beforeAll(async () => {
  world = await openWorld();
  provider = { url: world.sandbox.url };
  server = await world.startServer({
    extraModules: (parts) => {
      const key = parts.config.EID_RP_SECRET;
      const at = (baseUrl: string) => createPaymentProvider({ baseUrl, apiKey: key, webhookSecret: key });
      return [
        payments({
          database: parts.database,
          outbox: parts.outbox,
          now: parts.now,
          provider: {
            createInvoice: (order) => at(provider.url).createInvoice(order),
            readInvoice: (id) => at(provider.url).readInvoice(id),
            cancelInvoice: (id) => at(provider.url).cancelInvoice(id),
            openCallback: (...message) => at(provider.url).openCallback(...message),
          },
          callbackUrl: () => `${server.url}/api/v1/gov/payments/callback`,
          returnUrl: 'http://localhost:3000/payments',
          whenPaid: async (_tx, payment) => void fulfilled.push(payment),
          alsoRecords: [],
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
const reconcile = () =>
  server.app.declaredJobs
    .find(({ name }) => name === 'payments.reconcile')
    ?.run({}, { now: world.clock.now(), log: server.app.http.log as never });

describe('paying', () => {
  it('leads to the provider’s page, and the signed callback settles it', async () => {
    const id = await owe(bold);
    const begun = await pay(bold, id);
    expect([begun.status, begun.body.data.status]).toEqual([200, 'pending']);
    expect(begun.body.data.checkout_url).toMatch(/\/payments\/pay\//);
    const returned = await payAtProvider(begun.body.data.checkout_url);
    expect(returned.headers.get('location')).toBe('http://localhost:3000/payments');
    expect(await statusOf(id)).toBe('paid');
    expect(fulfilled.map((payment) => payment.id)).toEqual([id]);
    expect(await receipts(id)).toEqual([{ amount: 500, refund_due: false }]);
    const again = await pay(bold, id);
    expect([again.status, again.body.error]).toEqual([409, 'already_paid']);
    const told = (await bold.caller.get('/api/v1/gov/notifications', { token: bold.token })).body.data.items;
    expect(told[0]).toMatchObject({ title: 'Payment received', category: 'success' });
  });

  it('asked for many times at once makes one invoice', async () => {
    const id = await owe(bold);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(bold, id)));
    const pages = new Set(answers.map(({ body }) => body.data.checkout_url));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(pages.size).toBe(1);
  });

  it('goes on with a new invoice only when the last can no longer be paid', async () => {
    const id = await owe(bold);
    const first = (await pay(bold, id)).body.data.checkout_url;
    expect((await pay(bold, id)).body.data.checkout_url).toBe(first);
    await control(`${invoiceOf(first)}/expire`);
    const second = (await pay(bold, id)).body.data.checkout_url;
    expect(second).not.toBe(first);
    await payAtProvider(second);
    expect(await statusOf(id)).toBe('paid');
  });

  it('is nobody else’s: another person’s payment is 404', async () => {
    const id = await owe(bold);
    expect((await pay(sarnai, id)).status).toBe(404);
    expect((await list(sarnai)).some((item: { id: string }) => item.id === id)).toBe(false);
    expect((await pay(bold, 'nothing')).status).toBe(404);
  });

  it('says so when the provider does not answer, and loses nothing', async () => {
    const id = await owe(bold);
    provider.url = 'http://127.0.0.1:9';
    const answer = await pay(bold, id);
    provider.url = world.sandbox.url;
    expect([answer.status, answer.body.error]).toEqual([503, 'payment_provider_unavailable']);
    expect(await statusOf(id)).toBe('pending');
  });
});

describe('callbacks', () => {
  const begin = async (applicationId: string | null = null) => {
    const id = await owe(bold, 700, applicationId);
    return { id, page: (await pay(bold, id)).body.data.checkout_url as string };
  };

  it('that come twice pay once', async () => {
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

  it('that are lost are made good by asking', async () => {
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

  it('that are lost are made good when the person comes back', async () => {
    await control('faults', { kinds: ['lost'] });
    const { id, page } = await begin();
    await payAtProvider(page);
    expect((await pay(bold, id)).body.data.status).toBe('paid');
    expect(fulfilled).toHaveLength(1);
  });

  it('that come after the application was withdrawn are owed back, never lost', async () => {
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
  });

  it('with another sum are not taken for the payment', async () => {
    const { id } = await begin();
    const body = JSON.stringify({
      invoice: {
        id: 'inv-1',
        reference: `${id}.1`,
        state: 'paid',
        amount: 1,
        currency: 'MNT',
        checkout_url: 'https://pay.example/1',
        qr: 'x',
        paid_at: world.clock.now().toISOString(),
      },
    });
    const send = (time: number, secret = server.config.EID_RP_SECRET) =>
      createCaller(server.url).call('POST', `${path}/callback`, {
        rawBody: body,
        headers: {
          'payment-signature': `t=${time},v1=${createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')}`,
        },
      });
    const seconds = Math.floor(world.clock.now().getTime() / 1000);
    expect((await send(seconds, 'wrong')).body.error).toBe('invalid_signature');
    expect((await send(seconds - 301)).status).toBe(401);
    expect((await send(seconds)).status).toBe(200);
    expect(await statusOf(id)).toBe('pending');
    expect(await receipts(id)).toEqual([{ amount: 1, refund_due: true }]);
  });

  it('without a signature, or too large, are refused', async () => {
    const caller = createCaller(server.url);
    expect((await caller.post(`${path}/callback`, {})).status).toBe(401);
    const large = await caller.call('POST', `${path}/callback`, { rawBody: ' '.repeat(70_000) });
    expect(large.status).toBe(413);
  });
});
