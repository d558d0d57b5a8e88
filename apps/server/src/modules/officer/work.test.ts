import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

/** Fixture: `officer` leads and `other` decides, both for every authority; `sarnai` leads the roads alone. */
const [roads, schools] = ['Замын газар', 'Сургуулийн газар'];
const hourMs = 3_600_000;
let stage: GovStage;
let roadService: string;
let schoolService: string;
const query = (text: string, values: unknown[] = []) => stage.world.database.query(text, values);
const remove = (who: PersonName, path: string) => stage.call(who, 'DELETE', path);

beforeAll(async () => {
  stage = await openGov();
  await query('update users set role_id = 3 where id = $1', [stage.people.sarnai.userId]);
  await query(`insert into officer_authorities (user_id, authority_id, granted_at) values ($1, $2, now())`, [
    stage.people.sarnai.userId,
    await stage.authority(roads),
  ]);
  roadService = await stage.publish({
    agency: roads,
    code: 'T-ROAD',
    name: 'Замын зөвшөөрөл',
    name_en: 'Road permit',
    sla_hours: 48,
  });
  schoolService = await stage.publish({ agency: schools, code: 'T-SCHOOL' });
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

describe('services of the desk', () => {
  it('are those of the caller’s authorities', async () => {
    const { items } = (await stage.get('sarnai', '/gov/officer/services')).body.data;
    expect(items).toEqual([
      {
        id: roadService,
        code: 'T-ROAD',
        name: 'Road permit',
        authority: roads,
        authority_id: await stage.authority(roads),
      },
    ]);
    expect((await stage.get('other', '/gov/officer/services')).body.data.total).toBe(2);
  });
});

describe('saved filters', () => {
  const path = '/gov/officer/filters';
  const late = { name: 'Хоцорсон зам', view: 'overdue', service: 'T-ROAD', only_mine: true };

  it('belong to one officer, who names and deletes them', async () => {
    const saved = await stage.post('other', path, late);
    expect([saved.status, saved.body.data]).toMatchObject([201, late]);
    const again = await stage.post('other', path, { ...late, name: ' Хоцорсон зам ' });
    expect([again.status, again.body.error]).toEqual([409, 'filter_name_taken']);
    expect((await stage.get('other', path)).body.data.items).toMatchObject([late]);
    expect((await stage.get('officer', path)).body.data.items).toEqual([]);
    const one = `${path}/${saved.body.data.id}`;
    expect((await remove('officer', one)).status).toBe(404);
    expect((await remove('other', one)).status).toBe(200);
    expect((await remove('other', one)).status).toBe(404);
  });

  it('are bounded', async () => {
    for (const body of [
      { ...late, view: 'all' },
      { ...late, name: ' ' },
      { ...late, name: 'x'.repeat(61) },
      { ...late, q: 'Болд' },
      { ...late, service: 'a b' },
    ])
      expect((await stage.post('other', path, body)).status).toBe(422);
    for (let at = 0; at < 30; at += 1)
      expect((await stage.post('other', path, { ...late, name: `${at}` })).status).toBe(201);
    expect((await stage.post('other', path, late)).body.error).toBe('too_many_filters');
    expect((await stage.post('bold', path, late)).status).toBe(403);
  });
});

describe('reply templates', () => {
  const path = '/gov/officer/templates';
  const template = () => ({
    authority: roads,
    service_id: roadService as string | null,
    kind: 'ask',
    title: 'Зураг дутуу',
    title_en: 'Missing photograph',
    body: '{number}: «{service}» хүсэлтэд зураг хавсаргана уу. Хугацаа: {due}.',
    body_en: '{number}: attach a photograph for “{service}”. Due: {due}.',
  });

  it('are filled with the number, service and deadline of a case, those of the service first', async () => {
    const made = await stage.post('sarnai', path, template());
    expect(made.status).toBe(201);
    const general = { ...template(), service_id: null, kind: 'refuse', title: 'А', body: 'Үгүй' };
    expect((await stage.post('sarnai', path, general)).status).toBe(201);
    const applied = await stage.apply('bold', roadService);
    const { id, reference_no } = applied.body.data.application;
    await query(`update gov_applications set due_at = '2026-03-04T01:00:00Z' where id = $1`, [id]);
    const { items } = (await stage.get('sarnai', `/gov/officer/queue/${id}/replies`)).body.data;
    expect(items.map(({ kind }: { kind: string }) => kind)).toEqual(['ask', 'refuse']);
    expect(items[0]).toMatchObject({
      title: { mn: 'Зураг дутуу', en: 'Missing photograph' },
      text: {
        mn: `${reference_no}: «Замын зөвшөөрөл» хүсэлтэд зураг хавсаргана уу. Хугацаа: 2026 оны 3-р сарын 4.`,
        en: `${reference_no}: attach a photograph for “Road permit”. Due: 4 March 2026.`,
      },
    });
    await query('update gov_applications set due_at = null where id = $1', [id]);
    const without = (await stage.get('sarnai', `/gov/officer/queue/${id}/replies`)).body.data.items[0];
    expect(without.text.en).toContain('Due: no deadline.');
    const elsewhere = (await stage.apply('bold', schoolService)).body.data.application.id;
    expect((await stage.get('other', `/gov/officer/queue/${elsewhere}/replies`)).body.data.items).toEqual([]);
    expect((await stage.get('bold', `/gov/officer/queue/${id}/replies`)).status).toBe(403);
  });

  it('are written by leaders of their authority alone', async () => {
    expect((await stage.post('other', path, template())).status).toBe(403);
    expect((await stage.get('other', path)).status).toBe(403);
    const foreign = await stage.post('officer', path, {
      ...template(),
      authority: schools,
      service_id: schoolService,
    });
    expect(foreign.status).toBe(201);
    const one = `${path}/${foreign.body.data.id}`;
    expect((await stage.call('sarnai', 'PUT', one, template())).status).toBe(404);
    expect((await remove('sarnai', one)).status).toBe(404);
    const { items } = (await stage.get('sarnai', path)).body.data;
    expect(new Set(items.map(({ authority }: { authority: string }) => authority))).toEqual(new Set([roads]));
    for (const [body, field] of [
      [{ ...template(), authority: schools, service_id: null }, 'authority'],
      [{ ...template(), authority: 'Байхгүй', service_id: null }, 'authority'],
      [{ ...template(), service_id: schoolService }, 'service_id'],
      [{ ...template(), service_id: randomUUID() }, 'service_id'],
      [{ ...template(), body: 'Сайн уу, {name}' }, 'body'],
      [{ ...template(), title: '{number}' }, 'title'],
    ] as const) {
      const refused = await stage.post('sarnai', path, body);
      expect([field, refused.status, refused.body.data?.errors?.[0]?.field]).toEqual([field, 422, field]);
    }
    expect((await stage.post('sarnai', path, { ...template(), color: 'red' })).status).toBe(422);
    const changed = await stage.call('officer', 'PUT', one, {
      ...foreign.body.data,
      id: undefined,
      authority_id: undefined,
      updated_at: undefined,
      title: 'Шинэ',
    });
    expect([changed.status, changed.body.data.title]).toEqual([200, 'Шинэ']);
    expect((await remove('officer', one)).status).toBe(200);
  });
});

describe('figures of a team', () => {
  const path = '/gov/officer/figures';

  it('show open, late and time to decide by service and week, of the leader’s authorities alone', async () => {
    await query('delete from gov_application_events');
    await query('delete from gov_payments');
    await query('delete from gov_applications');
    const now = stage.world.clock.now().getTime();
    const at = (hours: number) => new Date(now + hours * hourMs);
    const road = { service_code: 'T-ROAD', agency: roads };
    await stage.place('bold', 'registered', { ...road, due_at: at(-1) });
    await stage.place('bold', 'in_review', { ...road, due_at: at(5) });
    await stage.place('bold', 'info_required', { ...road, due_at: at(-1) });
    await stage.place('bold', 'registered', { service_code: 'T-SCHOOL', agency: schools });
    const decided = (hours: number, more: object = {}) =>
      stage.place('bold', 'approved', {
        ...road,
        submitted_at: at(-hours),
        decided_at: at(0),
        decided_by: stage.people.other.userId,
        ...more,
      });
    for (const hours of [10, 20, 30, 40]) await decided(hours);
    await decided(110, { sla_breached: true });
    // Neither a decision of the system nor one before the period counts.
    await stage.place('bold', 'completed', { ...road, decided_at: at(0), tacit: true });
    await decided(24 * 7 * 60, { decided_at: at(-24 * 7 * 30) });

    const { data } = (await stage.get('sarnai', path)).body;
    const counted = { decided: 5, decided_late: 1, median_hours: 30, p90_hours: 82 };
    expect(data).toMatchObject({ open: 3, late: 1, ...counted });
    expect(data.services).toEqual([{ code: 'T-ROAD', name: 'Road permit', open: 3, late: 1, ...counted }]);
    expect(data.weeks).toHaveLength(12);
    expect(data.weeks.at(-1)).toMatchObject(counted);
    expect(data.weeks[0]).toMatchObject({ decided: 0, median_hours: null });
    for (const { week } of data.weeks) expect(new Date(`${week}T00:00:00Z`).getUTCDay()).toBe(1);
    expect((await stage.get('officer', path)).body.data).toMatchObject({ open: 4 });
    expect((await stage.get('sarnai', `${path}?weeks=52`)).body.data).toMatchObject({ decided: 6 });
  });

  it('are refused to officers who do not lead, and for another period', async () => {
    expect((await stage.get('other', path)).status).toBe(403);
    expect((await stage.get('bold', path)).status).toBe(403);
    expect((await stage.get('officer', `${path}?weeks=1000`)).status).toBe(422);
  });
});
