import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMPANIES } from '../../../../sandbox/src/state-registry/index.ts';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, signIn } from '../../../test/citizens.ts';
import { type Browser, createBrowser, openStage, type Stage } from './test/console.ts';

let stage: Stage;
let browser: Browser;
let known: Citizen;
let unknown: Citizen;

beforeAll(async () => {
  stage = await openStage();
  browser = await stage.operator(0, 'support');
  known = await stage.phone.citizen(/^ordinary/, 1);
  unknown = await stage.phone.citizen(/^ordinary/, 2);
});
afterAll(() => stage.close());

/** Each call comes from a new address: limits are tested elsewhere. */
const get = (path: string) => {
  const fresh = createBrowser(stage.server);
  fresh.cookie = browser.cookie;
  return fresh.get(path);
};
const person = (register: string) => get(`/directory/person?register=${encodeURIComponent(register)}`);

describe('directory/person', () => {
  it('finds an unknown person in the national directory, and a known one with their eID data', async () => {
    const outside = await person(unknown.national_id);
    expect(outside.body.data).toEqual({
      register: unknown.national_id,
      first_name: unknown.given_name,
      last_name: unknown.surname,
      eid_verified: false,
    });
    const { userId } = await signIn(stage.server, stage.phone, known);
    const inside = await person(known.national_id.toLowerCase());
    expect(inside.body.data).toMatchObject({
      user_id: userId,
      register: known.national_id,
      first_name: known.given_name,
      eid_verified: true,
      eid_verified_at: expect.any(String),
      kyc_level: 'QUALIFIED',
    });
    expect((await person('ЯЯ00000000')).status).toBe(404);
    expect((await person('short')).status).toBe(422);
  });

  it('is recorded without the register number, and the person sees it', async () => {
    const { token, userId } = await signIn(stage.server, stage.phone, known);
    await person(known.national_id);
    await person('ЯЯ00000001');
    const looks = (await stage.actions()).filter(({ action }) => action === 'operator.directory.read');
    expect(looks.slice(-2)).toEqual([
      {
        action: 'operator.directory.read',
        target: userId,
        metadata: {
          operator_id: expect.any(String),
          what: 'person',
          search_hash: expect.stringMatching(/^[0-9a-f]{64}$/),
          outcome: 'found',
        },
      },
      expect.objectContaining({ target: null, metadata: expect.objectContaining({ outcome: 'nothing' }) }),
    ]);
    const log = await stage.world.database.query<object>('select * from audit_log');
    expect(JSON.stringify(log)).not.toContain(known.national_id);
    const mine = await createCaller(stage.server.url).get('/api/v1/users/me/access-log', { token });
    expect(mine.body.data.items[0]).toMatchObject({
      by: { role: 'operator' },
      purpose: 'operator.directory.person',
      purpose_text: 'An operator of the platform looked you up by your register number',
    });
  });
});

describe('directory/organisation', () => {
  it('joins the state registry and the platform, without personal register numbers', async () => {
    const founder = await signIn(stage.server, stage.phone, known);
    const company = COMPANIES[0];
    const path = `/directory/organisation?register=${company?.regNo}`;
    const before = await get(path);
    expect(before.body.data).toMatchObject({
      reg_no: company?.regNo,
      name: company?.name,
      ceo: expect.any(String),
    });
    expect(before.body.data).not.toHaveProperty('tenant_id');
    const created = await createCaller(stage.server.url).post(
      '/api/v1/org/',
      { reg_no: company?.regNo, name: 'Өөрийн нэр' },
      { token: founder.token },
    );
    expect((await get(path)).body.data).toMatchObject({
      name: company?.name,
      tenant_id: created.body.data.id,
    });
    expect((await get('/directory/organisation?register=9999999')).status).toBe(404);
  });
});

describe('directory/people', () => {
  it('lists only people verified by eID, by prefixes of names', async () => {
    await stage.world.database.query(
      `insert into users (username, first_name, last_name, active, eid_verified_at, deleted_at, created_at) values
       ('reg_x', 'Зочин', 'Бүртгэлгүй', true, null, null, now()),
       ('gone_x', 'Зочин', 'Хасагдсан', true, now(), now(), now()),
       ('closed_x', 'Зочин', 'Хаагдсан', false, now(), null, now()),
       ('shown_x', 'Зочин', 'Баталгаат', true, now(), null, now())`,
    );
    const found = await get(`/directory/people?q=${encodeURIComponent('зочи')}`);
    expect(found.body.data.total).toBe(1);
    expect(found.body.data.items).toEqual([
      {
        user_id: expect.any(String),
        full_name: 'Баталгаат Зочин',
        full_name_en: '',
        email: '',
        eid_verified_at: expect.any(String),
      },
    ]);
    const looks = await stage.world.database.query(
      `select metadata ->> 'row' as row, metadata ->> 'role' as role from audit_log
       where category = 'access' and target = $1`,
      [found.body.data.items[0].user_id],
    );
    expect(looks).toEqual([{ row: 'operator.directory.people', role: 'operator' }]);
    expect((await get('/directory/people?q=aa')).status).toBe(422);
    expect((await get('/directory/people?limit=201')).status).toBe(422);
    const past = await get('/directory/people?offset=500');
    expect(past.body.data.items).toEqual([]);
    expect(past.body.data.total).toBeGreaterThan(1);
    for (const odd of ["o'neil", '\\\\\\', '’’’', 'a & b:*', '%%%'])
      expect([odd, (await get(`/directory/people?q=${encodeURIComponent(odd)}`)).status]).toEqual([odd, 200]);
  });

  it('is limited to thirty lookups a minute', async () => {
    const statuses = [];
    for (let calls = 0; calls < 16; calls += 1)
      statuses.push((await browser.get('/directory/people')).status);
    expect(statuses.slice(0, 15).every((status) => status === 200)).toBe(true);
    expect(statuses[15]).toBe(429);
    stage.world.clock.advance(2000);
    expect((await browser.get('/directory/people')).status).toBe(200);
  });
});

describe('the operator audit and the list of operators', () => {
  it('returns audit entries newest first, by cursor, with the operator’s name', async () => {
    const first = await get('/audit?limit=2');
    expect(first.body.data.items).toHaveLength(2);
    expect(first.body.data.items[0]).toMatchObject({
      action: 'operator.directory.read',
      operator_email: 'support@example.mn',
      operator_name: expect.stringMatching(/\S/),
      metadata: { what: 'people' },
    });
    const second = await get(`/audit?limit=2&cursor=${first.body.data.next}`);
    expect(second.body.data.items[0].id).toBeLessThan(first.body.data.items[1].id);
    const signIns = await get('/audit?action=operator.signed_in');
    expect(signIns.body.data.items.map(({ action }: { action: string }) => action)).toEqual([
      'operator.signed_in',
    ]);
    const { operator_id } = first.body.data.items[0];
    expect((await get(`/audit?operator=${operator_id}`)).body.data.items.length).toBeGreaterThan(5);
  });

  it('lists operators only with the capability', async () => {
    const auditor = await stage.operator(3, 'auditor');
    const answer = await auditor.get('/operators');
    expect(answer.body.data.total).toBe(2);
    expect(answer.body.data.items[0]).toMatchObject({ role: 'support', active: true, locked: false });
    expect(answer.text).not.toMatch(/totp|secret|national|civil/);
  });
});
