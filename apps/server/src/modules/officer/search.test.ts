import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());

const hourMs = 3_600_000;
const at = (offsetMs: number) => new Date(stage.world.clock.now().getTime() + offsetMs);
const queue = async (query = '', who: PersonName = 'officer') =>
  (await stage.get(who, `/gov/officer/queue${query}`)).body.data;
const idsOf = (page: { items: { id: string }[] }) => page.items.map(({ id }) => id);

describe('a search of the queue', () => {
  const named = (full_name: string, full_name_en = '') => ({
    applicant: { full_name, full_name_en, civil_id: '101485031512' },
  });
  const find = async (q: string, more = '') => idsOf(await queue(`?q=${encodeURIComponent(q)}${more}`));

  it('finds word prefixes of names in either script, of the number, and of the service', async () => {
    const olzii = await stage.place('bold', 'registered', {
      ...named('Бат-Эрдэнэ Өлзий', 'Bat-Erdene Ulzii'),
      reference_no: 'APP-2026-481516',
      service_code: 'MN-0310-001',
      service_name: { mn: 'Эрүүгийн хариуцлагын лавлагаа', en: 'Criminal record certificate' },
    });
    const other = await stage.place('sarnai', 'registered', named('Дорж Болд', 'Dorj Bold'));
    const fitting = [
      ...['Өлзий', 'ӨЛЗ', 'олзий', 'ulzii', 'ULZ', 'бат-эрдэнэ', 'эрдэнэ өлзий', 'Ulzii Bat', ' өлзий '],
      ...['APP-2026-481516', 'app-2026-4815', '2026-481516', '481516', 'mn-0310', '0310', 'MN-0310-001'],
      ...[
        'эрүүгийн',
        'хариуц лавл',
        'criminal',
        'Record cert',
        'Өлзий 4815',
        "'өлзий",
        'өлзий:*',
        'лавлагаа!',
      ],
      ...['Өлзий'.normalize('NFD')],
    ];
    for (const q of fitting) expect([q, await find(q)]).toEqual([q, [olzii]]);
    for (const q of ['Өлзийт', 'рдэнэ', 'өлзий болд', '81516', 'app-2025', '--', '??', '10%', 'болд | өлзий'])
      expect([q, await find(q)]).toEqual([q, []]);
    expect(await find('болд')).toEqual([other]);
    await stage.world.database.query('delete from gov_applications');
  });

  it('keeps the view and order of the queue, page by page', async () => {
    const mine = { assigned_to: stage.people.officer.userId };
    const expected: string[] = [];
    for (const due of [-2, -1, 1, 2, 3, 30, null])
      expected.push(
        await stage.place('bold', 'in_review', {
          ...named('Ганболд Туяа'),
          ...mine,
          due_at: due === null ? null : at(due * hourMs),
        }),
      );
    for (const over of [named('Ганболд Туяа'), { ...named('Сүх Туул'), ...mine }])
      await stage.place('sarnai', 'in_review', { ...over, due_at: at(0) });
    await stage.place('bold', 'approved', { ...named('Ганболд Туяа'), ...mine });
    expect(await find('туяа', '&assigned_to=me&due_soon=true')).toEqual(expected.slice(2, 5));
    expect(await find('туяа', '&assigned_to=me&overdue=true')).toEqual(expected.slice(0, 2));
    expect(await find('туяа', '&status=approved')).toHaveLength(1);
    expect(await find('туяа', '&status=completed')).toEqual([]);
    expect(await find('туяа', '&unassigned=true')).toHaveLength(1);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await queue(
        `?q=${encodeURIComponent('туяа')}&assigned_to=me&limit=2${cursor && `&cursor=${cursor}`}`,
      );
      seen.push(...idsOf(page));
      expect(page.total).toBe(expected.length);
      cursor = page.next ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(expected);
    await stage.world.database.query('delete from gov_applications');
  });

  it('shows nothing hidden from the officer, and reveals nothing by matching', async () => {
    const service = await stage.publish({ form: { type: 'object', properties: { a: { type: 'string' } } } });
    const made = await stage.apply('bold', service, { payload: { a: 'нууцтөлөв' }, note: 'хувийнхаа' });
    const { id, reference_no } = made.body.data.application;
    const own = await stage.place('officer', 'registered', named('Өөрийн Хүсэлт'));
    const atOnce = await stage.place('bold', 'completed', { ...named('Шууд Шийдсэн'), fulfilment: 'auto' });
    const [found] = (await queue(`?q=${reference_no}`)).items;
    expect(found).toMatchObject({ id, payload: {}, note: '', applicant: { civil_id: null } });
    for (const q of ['нууцтөлөв', 'хувийнхаа', '101485031512', stage.people.bold.userId, id])
      expect([q, await find(q)]).toEqual([q, []]);
    expect(await find('өөрийн')).toEqual([]);
    expect(idsOf(await queue('?q=өөрийн', 'other'))).toEqual([own]);
    expect(await find('шууд', '&status=completed')).not.toContain(atOnce);
  });

  it('records one access-log entry for each person shown, and for nobody else', async () => {
    const shown = await stage.place('bold', 'registered', {
      ...named('Номин Сувд'),
      reference_no: 'APP-2026-777001',
    });
    const looks = async (who: PersonName) =>
      (await stage.get(who, '/users/me/access-log')).body.data.items.filter(
        (entry: { purpose: string; matter?: { id: string } }) =>
          entry.purpose === 'gov.officer.queue' && entry.matter?.id === shown,
      );
    expect(await find('Намуун')).toEqual([]);
    expect(await looks('bold')).toEqual([]);
    for (let fetched = 0; fetched < 3; fetched += 1) expect(await find('Номин')).toEqual([shown]);
    expect(await looks('bold')).toMatchObject([
      { matter: { number: 'APP-2026-777001' }, purpose_text: 'An officer saw your application in a list' },
    ]);
    expect(await looks('sarnai')).toEqual([]);
    const entries = await stage.world.database.query(
      `select from audit_log where category = 'access' and metadata ->> 'matter_id' = $1`,
      [shown],
    );
    expect(entries).toHaveLength(1);
  });

  it('requires two characters or more, and is for officers', async () => {
    for (const query of ['q=a', 'q=%20a%20', 'q=', `q=${'a'.repeat(101)}`, 'q=a%00b', 'due_soon=yes', 'Q=ab'])
      expect([query, (await stage.get('officer', `/gov/officer/queue?${query}`)).status]).toEqual([
        query,
        422,
      ]);
    expect((await stage.get('officer', '/gov/officer/queue?q=ab&status=lost')).status).toBe(422);
    expect((await stage.get('officer', '/gov/officer/queue?q=ab&cursor=x')).status).toBe(422);
    expect((await stage.get('bold', '/gov/officer/queue?q=ab')).status).toBe(403);
  });
});
