import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, createCaller } from '../../../test/caller.ts';
import { createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { renderPage } from '../issued-documents/index.ts';
import { referencePage } from './document.ts';
import { referenceTypes, registerCodes } from './types.ts';

const atOnce = { fulfilment: 'auto', has_discretion: false, has_assessment: false, sla_hours: 0 } as const;
const path = '/api/v1/gov/references';

let stage: GovStage;
let phone: Phone;
beforeAll(async () => {
  stage = await openGov();
  phone = createPhone(stage.world.sandbox);
  for (const type of ['birth', 'tax', 'social_ins', 'health_ins'])
    await stage.publish({ ...atOnce, output_ref_type: type });
  await stage.publish({ ...atOnce, output_ref_type: 'residence', fee: 500, name: 'Хаягийн лавлагаа' });
  await stage.publish({ ...atOnce, output_ref_type: 'residence', agency: 'Нийслэлийн бүртгэлийн газар' });
  await stage.publish({ output_ref_type: 'criminal', fee: 3000, name_en: 'Police certificate' });
});
afterAll(() => stage.world.close());

const order = (who: SignedIn, type: string, headers: Record<string, string> = {}): Promise<Answer> =>
  createCaller(stage.server.url).post(path, { type }, { token: who.token, headers });
const list = async (who: SignedIn) =>
  (await createCaller(stage.server.url).get(path, { token: who.token })).body.data;
const person = async (skip: number) => signIn(stage.server, phone, await phone.citizen(/^ordinary/, skip));
const codeOf = async (referenceNo: string) => {
  const [row] = await stage.world.database.query<{ check_code: string }>(
    'select check_code from gov_references where reference_no = $1',
    [referenceNo],
  );
  return row?.check_code ?? '';
};
const download = (who: SignedIn, id: string) =>
  fetch(`${stage.server.url}${path}/${id}/document`, { headers: { authorization: `Bearer ${who.token}` } });
const read = async (who: SignedIn, id: string) =>
  PDF.load(new Uint8Array(await (await download(who, id)).arrayBuffer()));
const textOf = (pdf: PDF) =>
  pdf
    .getPages()
    .map((page) => page.extractText().text)
    .join('\n');

describe('ordering', () => {
  it('issues a free automatic certificate with its facts, source and time', async () => {
    const answer = await order(stage.people.bold, 'residence', { 'accept-language': 'mn' });
    expect(answer.status).toBe(201);
    const { reference_no, issued_at, valid_until, title, status, data } = answer.body.data;
    expect(reference_no).toMatch(/^REF-\d{4}-[1-9]\d{5}$/);
    expect([title, status]).toEqual(['Оршин суугаа хаягийн лавлагаа', 'issued']);
    const days = (Date.parse(valid_until) - Date.parse(issued_at)) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    expect(data).toMatchObject({
      authority: { mn: 'Нийслэлийн бүртгэлийн газар' },
      purpose: { en: expect.stringContaining('registered address') },
      facts: [
        { name: 'address', value: { mn: expect.stringContaining('Сүхбаатар дүүрэг') } },
        { name: 'registered_on', value: { en: '2010-04-12' } },
      ],
      source: {
        register: 'residence',
        name: { en: 'Register of residence' },
        keeper: { en: 'General Authority for State Registration' },
        read_at: stage.world.clock.now().toISOString(),
      },
    });
    const [event] = await stage.world.database.query<{ metadata: object }>(
      `select metadata from audit_log where action = 'gov.reference.issue' and target = $1`,
      [answer.body.data.id],
    );
    expect(event?.metadata).toMatchObject({ type: 'residence', reference_no, register: 'residence' });
  });

  it('names the holder in Latin letters by a spelling of the official name alone', async () => {
    const { token } = stage.people.bold;
    const put = (body: object) =>
      createCaller(stage.server.url).put('/api/v1/me/latin-name', body, { token });
    expect((await put({ first_name_en: 'Sarnai', last_name_en: 'Batbayar' })).status).toBe(422);
    expect((await put({ last_name_en: 'Dorzh' })).status).toBe(200);
    const { data } = (await order(stage.people.bold, 'residence')).body.data;
    expect(data.holder).toMatchObject({ full_name: 'Дорж Болд', full_name_en: 'Dorzh Bold' });
    expect((await put({ last_name_en: 'Dorj' })).status).toBe(200);
  });

  it('leads to the service if there is a fee, a decision or a question, and issues nothing', async () => {
    const before = (await list(stage.people.bold)).total;
    const police = await order(stage.people.bold, 'criminal');
    expect([police.status, police.body.error]).toEqual([409, 'apply_instead']);
    expect(police.body.data.service).toMatchObject({ name: 'Police certificate', fee: 3000 });
    expect((await stage.get('bold', `/gov/services/${police.body.data.service.id}`)).status).toBe(200);
    await stage.publish({
      ...atOnce,
      output_ref_type: 'marriage',
      form: {
        type: 'object',
        properties: { why: { type: 'string', 'x-title': { mn: 'Яагаад', en: 'Why' }, maxLength: 20 } },
        required: ['why'],
        additionalProperties: false,
        'x-sections': [{ 'x-title': { mn: 'Яагаад', en: 'Why' }, fields: ['why'] }],
      },
    });
    expect((await order(stage.people.bold, 'marriage')).body.error).toBe('apply_instead');
    expect((await list(stage.people.bold)).total).toBe(before);
  });

  it('rejects a type without a service and an unknown type', async () => {
    await stage.world.database.query(
      `update gov_services set enabled = false where output_ref_type = 'health_ins'`,
    );
    await stage.restart();
    const none = await order(stage.people.bold, 'health_ins');
    expect([none.status, none.body.error]).toEqual([409, 'not_offered']);
    await stage.world.database.query(
      `update gov_services set enabled = true where output_ref_type = 'health_ins'`,
    );
    await stage.restart();
    for (const type of ['nobility', 'constructor', '']) {
      const answer = await order(stage.people.bold, type);
      expect([answer.status, answer.body.error]).toEqual([422, 'validation_failed']);
    }
  });

  it('certifies nothing that the register contradicts, and says why', async () => {
    const debtor = await person(4);
    const answer = await order(debtor, 'tax');
    expect([answer.status, answer.body.error]).toEqual([409, 'not_certifiable']);
    expect(answer.body.data.reason).toContain('overdue tax');
    const homeless = await person(7);
    expect((await order(homeless, 'residence')).body.data.reason).toContain('no entry');
    for (const one of [debtor, homeless]) expect((await list(one)).total).toBe(0);
    const made = await stage.world.database.query('select 1 from gov_applications where user_id = $1', [
      debtor.userId,
    ]);
    expect(made).toEqual([]);
  });

  it('issues nothing during an outage of the register, and leaves nothing behind', async () => {
    const before = (await list(stage.people.bold)).total;
    await phone.fault('registry_down', 1);
    const answer = await order(stage.people.bold, 'birth');
    expect([answer.status, answer.body.error]).toEqual([503, 'register_unavailable']);
    expect((await list(stage.people.bold)).total).toBe(before);
  });

  it('issues one document for a repeated call with the same key', async () => {
    const headers = { 'idempotency-key': 'order-tax-1' };
    const first = await order(stage.people.bold, 'tax', headers);
    const second = await order(stage.people.bold, 'tax', headers);
    expect(second.body.data.reference_no).toBe(first.body.data.reference_no);
  });

  it('is visible only to its holder', async () => {
    expect((await list(stage.people.bold)).total).toBe(3);
    expect(await list(stage.people.sarnai)).toEqual({ items: [], total: 0 });
  });
});

/** The facts that each type must state for the first citizen of the sandbox. */
const certified: Record<string, readonly string[]> = {
  residence: ['Сүхбаатар дүүрэг, 8-р хороо', 'Baga Toiruu 14'],
  birth: ['1985-03-15', 'Эрэгтэй', 'Dulmaa'],
  marriage: ['Гэрлэсэн', 'Batbayar Sarnai', '2014-06-21'],
  tax: ['85031512', '0 ₮'],
  social_ins: ['96', 'Khaan Teever LLC'],
  health_ins: ['Даатгуулсан', 'Employed person'],
  criminal: ['No entry in the register of convictions'],
};

describe('the document', () => {
  it.each(registerCodes)(
    'of type %s states the facts, the authority, the source and the time',
    async (type) => {
      const service = await stage.publish({ output_ref_type: type, has_discretion: true });
      const { id } = (await stage.apply('bold', service)).body.data.application;
      const granted = await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: true });
      expect(granted.body.data).toMatchObject({ status: 'completed', result: 'granted' });
      const pdf = await read(stage.people.bold, granted.body.data.output_ref_id);
      // The facts and how to verify them belong on one sheet.
      expect(pdf.getPages()).toHaveLength(1);
      const text = textOf(pdf).replace(/\s+/g, ' ');
      const { title, purpose } = referenceTypes[type];
      for (const words of [
        ...(certified[type] ?? []),
        title.mn,
        title.en,
        purpose.en,
        'Дорж Болд',
        'Улсын бүртгэлийн ерөнхий газар',
        'Register',
      ])
        expect(text).toContain(words);
    },
  );

  it('is a PDF that says how to verify it', async () => {
    const reference = (await list(stage.people.bold)).items.find(
      ({ type }: { type: string }) => type === 'tax',
    );
    const answer = await download(stage.people.bold, reference.id);
    expect(answer.headers.get('content-type')).toBe('application/pdf');
    expect(answer.headers.get('content-disposition')).toContain(`${reference.reference_no}.pdf`);
    const text = textOf(await PDF.load(new Uint8Array(await answer.arrayBuffer())));
    expect(text).toContain(reference.reference_no);
    expect(text.replaceAll('-', '')).toContain(await codeOf(reference.reference_no));
  });

  it('prints the purpose chosen in the form, and no free text of the applicant', async () => {
    const label = (mn: string, en: string) => ({ mn, en });
    const service = await stage.publish({
      output_ref_type: 'criminal',
      form: {
        type: 'object',
        properties: {
          purpose: {
            type: 'string',
            'x-title': label('Зориулалт', 'Purpose'),
            enum: ['visa'],
            'x-labels': { visa: label('Виз', 'Visa or residence permit') },
          },
          receiver: { type: 'string', 'x-title': label('Хэнд', 'Receiver'), maxLength: 200 },
        },
        required: ['purpose', 'receiver'],
        additionalProperties: false,
        'x-sections': [{ 'x-title': label('Юунд', 'For'), fields: ['purpose', 'receiver'] }],
      },
    });
    const payload = { purpose: 'visa', receiver: 'The bearer enjoys diplomatic immunity' };
    const { id } = (await stage.apply('bold', service, { payload })).body.data.application;
    const granted = await stage.post('officer', `/gov/officer/queue/${id}/decide`, { approve: true });
    const text = textOf(await read(stage.people.bold, granted.body.data.output_ref_id));
    expect(text).toContain('Visa or residence permit');
    expect(text).not.toContain('immunity');
  });

  it('of a service’s own type certifies the decision', async () => {
    const service = await stage.publish({ output_ref_type: 'permit', name: 'Зөвшөөрөл', name_en: 'Permit' });
    const { application } = (await stage.apply('bold', service)).body.data;
    const granted = await stage.post('officer', `/gov/officer/queue/${application.id}/decide`, {
      approve: true,
    });
    const text = textOf(await read(stage.people.bold, granted.body.data.output_ref_id));
    for (const words of ['Permit', application.reference_no, 'Granted', 'Register of applications'])
      expect(text).toContain(words);
  });

  it('from before certificates carried facts can no longer be rendered', async () => {
    const { id } = (await order(stage.people.bold, 'tax')).body.data;
    await stage.world.database.query(
      `update gov_references set data = data - 'facts' - 'source' where id = $1`,
      [id],
    );
    const answer = await download(stage.people.bold, id);
    expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([
      410,
      'document_withdrawn',
    ]);
    await stage.world.database.query('delete from gov_references where id = $1', [id]);
  });

  it('is rendered off the main thread: many concurrent downloads are all answered', async () => {
    stage.world.clock.advance(60_000);
    const [reference] = (await list(stage.people.bold)).items;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => download(stage.people.bold, reference.id)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it('is rate limited for each person separately', async () => {
    const [reference] = (await list(stage.people.bold)).items;
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => download(stage.people.bold, reference.id)),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
    expect((await download(stage.people.sarnai, reference.id)).status).toBe(404);
    stage.world.clock.advance(60_000);
  });

  it('is 404 for other people and for an invalid id', async () => {
    const [reference] = (await list(stage.people.bold)).items;
    expect((await download(stage.people.sarnai, reference.id)).status).toBe(404);
    expect((await download(stage.people.bold, 'nothing')).status).toBe(404);
  });
});

describe('the document for screen readers', () => {
  it('is tagged as PDF/UA-1: every mark has its element, and the picture its alternative text', async () => {
    const [reference] = (await list(stage.people.bold)).items;
    const pdf = await read(stage.people.bold, reference.id);
    const catalog = pdf.getCatalog();
    const at = (object: PdfObject | undefined) => (object instanceof PdfRef ? pdf.getObject(object) : object);
    const dict = (object: PdfObject | undefined) => at(object) as PdfDict;
    expect(dict(catalog.get('MarkInfo')).getBool('Marked')?.value).toBe(true);
    expect(catalog.getString('Lang')?.asString()).toBe('mn-MN');
    expect(dict(catalog.get('ViewerPreferences')).getBool('DisplayDocTitle')?.value).toBe(true);
    const metadata = (
      at(catalog.get('Metadata')) as unknown as { getDecodedData(): Uint8Array }
    ).getDecodedData();
    const xmp = new TextDecoder().decode(metadata);
    expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(xmp).toContain(reference.reference_no);

    const roles: string[] = [];
    const alts: string[] = [];
    let marks = 0;
    const walk = (object: PdfObject | undefined): void => {
      const found = at(object);
      if (found instanceof PdfArray) for (const each of found) walk(each);
      if (!(found instanceof PdfDict)) return;
      if (found.getName('Type')?.value === 'MCR') marks += 1;
      else {
        roles.push(found.getName('S')?.value ?? '');
        if (found.has('Alt')) alts.push(found.getString('Alt')?.asString() ?? '');
        walk(found.get('K'));
      }
    };
    const tree = dict(catalog.get('StructTreeRoot'));
    walk(tree.get('K'));
    expect([roles[0], roles.filter((role) => role === 'H1').length]).toEqual(['Document', 1]);
    for (const role of ['H2', 'Table', 'TR', 'TH', 'TD', 'Figure']) expect(roles).toContain(role);
    expect(alts).toEqual([expect.stringContaining(`/verify/${reference.reference_no}`)]);
    const pages = pdf.getPages().map((page) => {
      const contents = at(page.dict.get('Contents'));
      const streams = contents instanceof PdfArray ? [...contents].map(at) : [contents];
      return streams
        .map((stream) =>
          Buffer.from((stream as unknown as { getDecodedData(): Uint8Array }).getDecodedData()).toString(
            'latin1',
          ),
        )
        .join('\n');
    });
    const drawn = pages.join('\n');
    expect(drawn.match(/\/MCID \d+/g)?.length).toBe(marks);
    // All text and lines must be drawn between a mark and its end.
    const outside = drawn.replace(/\/\w+ (<<[^>]*>> )?B[DM]C[\s\S]*?EMC/g, '');
    expect(outside).not.toMatch(/\b(Tj|TJ|re|l|S|f)\b/);
  });
});

describe('public verification', () => {
  const stranger = () => createCaller(stage.server.url);
  const ask = async (query: string) => (await stranger().get(`/verify/${query}`)).body.data;

  it('shows the paper’s content with its code, and without it not even whether the number exists', async () => {
    const [{ reference_no, data }] = (await list(stage.people.bold)).items;
    const unknown = 'REF-2020-123456';
    const answer = async (query: string) => {
      const { status, body, headers } = await stranger().get(`/verify/${query}`);
      return { status, names: [...headers.keys()], body: { ...body, request_id: '' } };
    };
    for (const code of ['', '?code=', '?code=-', '?code=0000000000000000']) {
      const guessed = await answer(`${reference_no}${code}`);
      expect(guessed).toEqual(await answer(`${unknown}${code}`));
      expect([guessed.status, guessed.body.error]).toEqual(
        code.length > 10 ? [404, 'not_found'] : [422, 'code_required'],
      );
    }
    const code = await codeOf(reference_no);
    const held = await ask(`${reference_no}?code=${code.match(/.{4}/g)?.join('-')}`);
    expect(held).toMatchObject({
      status: 'issued',
      holder: { full_name: data.holder.full_name },
      certified: {
        facts: data.facts.map(({ name, value }: { name: string; value: { en: string } }) => ({
          name,
          value: value.en,
        })),
      },
    });
    expect(JSON.stringify(held)).not.toContain(data.holder.civil_id);
  });

  it('answers 404 for a number that was not issued', async () => {
    expect((await stranger().get('/verify/REF-2020-123456?code=0000000000000000')).status).toBe(404);
    expect((await stranger().get('/verify/nothing')).status).toBe(404);
  });

  it('is rate limited against harvesting of numbers', async () => {
    const one = stranger();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => one.get(`/verify/REF-2026-1000${10 + index}`)),
    );
    expect(answers.some(({ status }) => status === 429)).toBe(true);
  });

  it('reports an expired document without its content', async () => {
    const [{ reference_no }] = (await list(stage.people.bold)).items;
    const code = await codeOf(reference_no);
    stage.world.clock.advance(32 * 24 * 3600 * 1000);
    expect(await ask(`${reference_no}?code=${code}`)).toMatchObject({
      status: 'expired',
      certified: null,
    });
  });
});

describe('the dates of a document', () => {
  const orderAt = async (time: Date) => {
    stage.world.clock.advance(time.getTime() - stage.world.clock.now().getTime());
    await stage.signInAgain();
    const { data } = (await order(stage.people.bold, 'birth')).body;
    const code = await codeOf(data.reference_no);
    const page = (await createCaller(stage.server.url).get(`/verify/${data.reference_no}?code=${code}`)).body
      .data;
    return { ...data, page, text: textOf(await read(stage.people.bold, data.id)) };
  };

  it('use the country’s time zone on paper and on the verification page: a year begins there before UTC', async () => {
    const year = stage.world.clock.now().getUTCFullYear() + 1;
    const first = await orderAt(new Date(Date.UTC(year - 1, 11, 31, 20, 5)));
    expect(first.reference_no).toContain(`REF-${year}-`);
    expect(first.text).toContain(`${year}-01-01 – ${year}-02-01`);
    expect(first.text).toContain(`${year}-01-01 04:05`);
    expect([first.page.issued_on, first.page.valid_until_on]).toEqual([`${year}-01-01`, `${year}-02-01`]);
    expect(first.page.certified.source.read_on).toBe(`${year}-01-01 04:05`);
    const may = await orderAt(new Date(Date.UTC(year, 3, 30, 20)));
    expect(may.valid_until).toBe(`${year}-05-31T20:00:00.000Z`);
    expect(may.text).toContain(`${year}-05-01 – ${year}-06-01`);
  });
});

describe('a document of a service with a long name', () => {
  it('is readable: the name wraps, and missing glyphs are marked', async () => {
    const title = 'Өндөр насны тэтгэвэр тогтоолгох тухай хүсэлтийн шийдвэр '.repeat(5).trim();
    const authority = { mn: 'Тамга', en: 'Tamga' };
    const certified = {
      authority,
      statement: { mn: 'Олгов.', en: 'Issued.' },
      purpose: { mn: 'Аль ч газарт', en: 'Anywhere' },
      facts: Array.from({ length: 30 }, (_, at) => ({
        name: `fact_${at}`,
        label: { mn: `Мэдээлэл ${at}`, en: `Fact ${at}` },
        value: { mn: 'Н'.repeat(120), en: 'N'.repeat(120) },
      })),
      source: { register: 'x', name: authority, keeper: authority, read_at: '2026-01-31T20:00:00.000Z' },
    };
    const row = {
      id: '',
      user_id: '',
      party_id: null,
      type: 'pension',
      title: { mn: title, en: 'Pension' },
      reference_no: 'REF-2026-123456',
      check_code: 'ABCDEF0123456789',
      issued_at: '2026-01-31T20:00:00.000Z',
      valid_until: null,
      data: { ...certified, holder: { full_name: 'Бат 😀 Болд', full_name_en: '', civil_id: null } },
      seal_level: null,
      sealed_by: null,
      sealed_at: null,
    };
    const print = { appOrigin: 'https://tamga.example', platform: 'Тамга', sealedBy: 'Тамга' };
    const bytes = await renderPage(referencePage(row, certified, print));
    const pdf = await PDF.load(bytes);
    const page = pdf.getPages()[0];
    const lines = page?.extractText().lines.filter(({ text }) => /тэтгэвэр|хүсэлтийн/.test(text)) ?? [];
    expect(lines.map(({ text }) => text.trim()).join(' ')).toBe(title);
    expect(lines.length).toBeGreaterThan(2);
    expect(pdf.getPages().length).toBeGreaterThan(1);
    expect(textOf(pdf)).toContain('Fact 29');
    expect(textOf(pdf)).toContain('Бат \u{fffd} Болд');
  });
});
