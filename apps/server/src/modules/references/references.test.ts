import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';

let world: TestWorld;
let server: TestServer;
let bold: SignedIn;
let sarnai: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  const phone = createPhone(world.sandbox);
  bold = await signIn(server, phone, await phone.citizen());
  sarnai = await signIn(server, phone, await phone.citizen(/^ordinary/, 1));
});
afterAll(() => world.close());

const path = '/api/v1/gov/references';
const order = (who: SignedIn, type: string, headers: Record<string, string> = {}) =>
  who.caller.post(path, { type }, { token: who.token, headers });
const list = async (who: SignedIn) => (await who.caller.get(path, { token: who.token })).body.data;
const codeOf = async (referenceNo: string) => {
  const [row] = await world.database.query<{ check_code: string }>(
    'select check_code from gov_references where reference_no = $1',
    [referenceNo],
  );
  return row?.check_code ?? '';
};
const download = (who: SignedIn, id: string) =>
  fetch(`${server.url}${path}/${id}/document`, { headers: { authorization: `Bearer ${who.token}` } });

describe('ordering', () => {
  it('issues a numbered document, valid for a calendar month, and records it', async () => {
    const answer = await order(bold, 'residence', { 'accept-language': 'mn' });
    expect(answer.status).toBe(201);
    const { reference_no, issued_at, valid_until, title, status } = answer.body.data;
    expect(reference_no).toMatch(/^REF-\d{4}-[1-9]\d{5}$/);
    expect([title, status]).toEqual(['Оршин суугаа хаягийн лавлагаа', 'issued']);
    const days = (Date.parse(valid_until) - Date.parse(issued_at)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    const [event] = await world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'gov.reference.issue' and target = $1`,
      [answer.body.data.id],
    );
    expect(event?.metadata).toMatchObject({ type: 'residence', reference_no });
  });

  it('refuses what nobody issues', async () => {
    const answer = await order(bold, 'nobility');
    expect([answer.status, answer.body.error]).toEqual([400, 'unknown_value']);
    expect((await order(bold, 'constructor')).status).toBe(400);
  });

  it('gives one document to a repeated call with the same key', async () => {
    const headers = { 'idempotency-key': 'order-tax-1' };
    const first = await order(bold, 'tax', headers);
    const second = await order(bold, 'tax', headers);
    expect(second.body.data.reference_no).toBe(first.body.data.reference_no);
  });

  it('is seen by its holder alone', async () => {
    expect((await list(bold)).total).toBe(2);
    expect(await list(sarnai)).toEqual({ items: [], total: 0 });
  });
});

describe('the document', () => {
  it('is a PDF that says who, what and how to verify', async () => {
    const reference = (await list(bold)).items.find(({ type }: { type: string }) => type === 'tax');
    const answer = await download(bold, reference.id);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain(`${reference.reference_no}.pdf`);
    const pdf = await PDF.load(new Uint8Array(await answer.arrayBuffer()));
    const text = pdf.getPages()[0]?.extractText().text ?? '';
    expect(text).toContain(reference.data.holder.full_name);
    expect(text).toContain('Татварын өргүй тодорхойлолт');
    expect(text).toContain(reference.reference_no);
    expect(text.replaceAll('-', '')).toContain(await codeOf(reference.reference_no));
  });

  it('is drawn beside the requests of others: many at once are all answered', async () => {
    const [reference] = (await list(bold)).items;
    const answers = await Promise.all(Array.from({ length: 8 }, () => download(bold, reference.id)));
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it('is 404 to anybody else, and for an id that is none', async () => {
    const [reference] = (await list(bold)).items;
    expect((await download(sarnai, reference.id)).status).toBe(404);
    expect((await download(bold, 'nothing')).status).toBe(404);
  });
});

describe('verification by a stranger', () => {
  const stranger = () => createCaller(server.url);

  it('shows the name to whoever holds the paper, and initials to whoever guesses the number', async () => {
    const [{ reference_no, data }] = (await list(bold)).items;
    const guessed = (await stranger().get(`/verify/${reference_no}`)).body.data;
    expect(guessed.confirmed).toBe(false);
    expect(guessed.holder.full_name).not.toContain(data.holder.full_name.split(' ')[0]);
    expect(JSON.stringify(guessed)).not.toContain(data.holder.civil_id);
    const wrong = (await stranger().get(`/verify/${reference_no}?code=0000000000000000`)).body.data;
    expect([wrong.confirmed, wrong.holder]).toEqual([false, guessed.holder]);
    const code = await codeOf(reference_no);
    const held = (await stranger().get(`/verify/${reference_no}?code=${code.match(/.{4}/g)?.join('-')}`)).body
      .data;
    expect(held).toMatchObject({
      confirmed: true,
      status: 'issued',
      holder: { full_name: data.holder.full_name },
    });
    expect(JSON.stringify(held)).not.toContain(data.holder.civil_id);
  });

  it('knows no number that was not issued', async () => {
    expect((await stranger().get('/verify/REF-2020-123456')).status).toBe(404);
    expect((await stranger().get('/verify/nothing')).status).toBe(404);
  });

  it('cannot be used to gather numbers', async () => {
    const one = stranger();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => one.get(`/verify/REF-2026-1000${10 + index}`)),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });

  it('says that a document has expired', async () => {
    const [{ reference_no }] = (await list(bold)).items;
    world.clock.advance(32 * 24 * 3600 * 1000);
    expect((await stranger().get(`/verify/${reference_no}`)).body.data.status).toBe('expired');
  });
});
