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

const textOf = (pdf: PDF) => pdf.getPages()[0]?.extractText().text ?? '';

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
    const text = textOf(pdf);
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

  it('is not drawn without end for one person, and for others all the same', async () => {
    const [reference] = (await list(bold)).items;
    const answers = await Promise.all(Array.from({ length: 40 }, () => download(bold, reference.id)));
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect((await download(sarnai, reference.id)).status).toBe(404);
    world.clock.advance(60_000);
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

describe('the calendar of a document', () => {
  const orderAt = async (time: Date) => {
    world.clock.advance(time.getTime() - world.clock.now().getTime());
    const phone = createPhone(world.sandbox);
    bold = await signIn(server, phone, await phone.citizen());
    const { data } = (await order(bold, 'birth')).body;
    const pdf = await PDF.load(new Uint8Array(await (await download(bold, data.id)).arrayBuffer()));
    return { ...data, text: textOf(pdf) };
  };
  const nextYear = () => world.clock.now().getUTCFullYear() + 1;

  it('is that of the country: a year and a month begin there before they do in UTC', async () => {
    const year = nextYear();
    const first = await orderAt(new Date(Date.UTC(year - 1, 11, 31, 20)));
    expect(first.reference_no).toContain(`REF-${year}-`);
    expect(first.text).toContain(`${year}-01-01 – ${year}-02-01`);
    const may = await orderAt(new Date(Date.UTC(year, 3, 30, 20)));
    expect(may.valid_until).toBe(`${year}-05-31T20:00:00.000Z`);
    expect(may.text).toContain(`${year}-05-01 – ${year}-06-01`);
  });
});

describe('a document of a service with a long name', () => {
  it('can be read: the name goes over several lines', async () => {
    const { renderDocument } = await import('./document.ts');
    const title = 'Өндөр насны тэтгэвэр тогтоолгох тухай хүсэлтийн шийдвэр '.repeat(5).trim();
    const bytes = await renderDocument({
      issuer: 'Тамга',
      title: { mn: title, en: 'Pension' },
      statement: { mn: 'Олгов.', en: 'Issued.' },
      holder: { full_name: 'Бат 😀 Болд', full_name_en: '', civil_id: null },
      reference_no: 'REF-2026-123456',
      check_code: 'ABCDEF0123456789',
      issued_at: '2026-01-31T20:00:00.000Z',
      valid_until: null,
      verify_url: 'https://tamga.example/verify/REF-2026-123456?code=ABCDEF0123456789',
    });
    const page = (await PDF.load(bytes)).getPages()[0];
    const lines = page?.extractText().lines.filter(({ text }) => text.includes('тэтгэвэр')) ?? [];
    expect(lines.map(({ text }) => text.trim()).join(' ')).toBe(title);
    expect(lines.length).toBeGreaterThan(2);
  });
});
