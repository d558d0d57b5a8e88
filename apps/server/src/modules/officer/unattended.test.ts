import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GovStage, openGov } from '../../../test/gov.ts';
import { passport } from '../registry/test/stage.ts';

/** Fixture: `sarnai` is the only officer of the roads, `other` an administrator; nobody works for the schools. */
const [roads, schools] = ['Замын газар', 'Сургуулийн газар'];
let stage: GovStage;
let service: { id: string; code: string; body: ReturnType<typeof passport> };
let held: string;

const query = (text: string, values: unknown[] = []) =>
  stage.world.database.query<Record<string, unknown>>(text, values);
const admin = (method: string, path: string, body?: unknown) => stage.call('other', method, path, body);
const sarnai = () => `/admin/users/${stage.people.sarnai.userId}`;
const makeOfficer = async (authorities: string[]) => {
  expect((await admin('PUT', `${sarnai()}/role`, { role_id: 5, authorities })).status).toBe(200);
  await settle();
};
/** Tokens issued in the millisecond of a role change are revoked with it. */
const settle = async () => {
  stage.world.clock.advance(1000);
  await stage.signInAgain();
};
const publish = (body: object = {}) => admin('POST', `/registry/services/${service.id}/publish`, body);
const moveTo = (authority: string) =>
  admin('PUT', `/registry/services/${service.id}`, { ...service.body, code: undefined, authority });
const handOver = async (from: string, to: string) => {
  const [row] = await query('select id from gov_services where passport_id = $1', [service.id]);
  const job = stage.server.app.declaredJobs.find(({ name }) => name === 'gov.cases.hand_over');
  await job?.run(
    { service_id: row?.['id'], from: await stage.authority(from), to: await stage.authority(to) },
    { now: stage.world.clock.now(), log: stage.server.app.http.log as never },
  );
};
const apply = async () => {
  const [row] = await query('select id from gov_services where passport_id = $1', [service.id]);
  return (await stage.apply('bold', String(row?.['id']))).body.data.application.id as string;
};
const ids = async (more: string) =>
  (await stage.get('sarnai', `/gov/officer/queue${more}`)).body.data.items.map(
    ({ id }: { id: string }) => id,
  );

beforeAll(async () => {
  stage = await openGov();
  await query('update users set role_id = 2 where id = $1', [stage.people.other.userId]);
  await query('delete from officer_authorities');
  await stage.authority(roads, 'Roads authority');
  await stage.authority(schools, 'Schools authority');
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

it('publishes a service of an authority without an officer only with an administrator’s word', async () => {
  const body = passport({ authority: roads, authority_en: undefined });
  const made = await admin('POST', '/registry/services', body);
  expect(made.status).toBe(201);
  service = { id: made.body.data.id, code: made.body.data.code, body };
  const refused = await publish();
  expect([refused.status, refused.body.error]).toEqual([409, 'authority_unattended']);
  expect(refused.body.data).toMatchObject({ cases: 0, authorities: [{ name: roads }] });
  // No case waits at the schools, so that no refusal below names them.
  await makeOfficer([roads, schools]);
  expect((await publish()).status).toBe(200);
  held = await apply();
  await stage.post('sarnai', `/gov/officer/queue/${held}/assign`);
  // A new text of a published service needs nobody’s word.
  expect((await publish({ change_note: 'again' })).status).toBe(200);
});

it('refuses every way to take the last officer from waiting cases, with their number', async () => {
  const detail = (await stage.get('other', sarnai())).body.data;
  expect(detail.desk).toMatchObject({
    held: 1,
    authorities: [
      { name: roads, cases: 1, other_officers: 0 },
      { name: schools, cases: 0, other_officers: 0 },
    ],
  });
  for (const [method, path, body] of [
    ['PUT', `${sarnai()}/authorities`, { authorities: [schools] }],
    ['PUT', `${sarnai()}/role`, { role_id: 4 }],
    ['PUT', `${sarnai()}/role`, { role_id: 5, authorities: [schools] }],
    ['PUT', `${sarnai()}/active`, { active: false }],
    ['DELETE', sarnai(), undefined],
  ] as const) {
    const refused = await admin(method, path, body);
    expect([path, refused.status, refused.body.error]).toEqual([path, 409, 'cases_unattended']);
    expect(refused.body.data).toMatchObject({
      cases: 1,
      authorities: [{ name: roads, name_en: 'Roads authority' }],
    });
  }
  expect((await admin('PUT', `${sarnai()}/authorities`, { authorities: [roads] })).status).toBe(200);
  await settle();
  expect(await stage.row(held)).toMatchObject({ assigned_to: stage.people.sarnai.userId });
  expect((await stage.get('sarnai', `/gov/officer/queue/${held}`)).status).toBe(200);
});

it('refuses to take the permission from the role of the last officer', async () => {
  await query(`insert into roles (id, key, name) values (201, 'clerk', 'Clerk')`);
  await query(`insert into role_permissions values (201, 'gov.review')`);
  await query('update users set role_id = 201 where id = $1', [stage.people.sarnai.userId]);
  const refused = await admin('PUT', '/rbac/roles/201/permissions', { permissions: [] });
  expect([refused.status, refused.body.error, refused.body.data.cases]).toEqual([409, 'cases_unattended', 1]);
  await query('update users set role_id = 5 where id = $1', [stage.people.sarnai.userId]);
  expect((await admin('PUT', '/rbac/roles/201/permissions', { permissions: [] })).status).toBe(200);
  await settle();
});

it('gives the cases of an officer who leaves back to the queue, and tells the citizen the truth', async () => {
  const left = await admin('PUT', `${sarnai()}/authorities`, {
    authorities: [schools],
    confirm_unattended: true,
  });
  expect(left.status).toBe(200);
  expect(await stage.row(held)).toMatchObject({ status: 'in_review', assigned_to: null });
  expect((await stage.timeline(held)).at(-1)).toMatchObject({ type: 'released', to_status: 'in_review' });
  expect((await stage.get('bold', `/gov/applications/${held}`)).body.data.assigned).toBe(false);
  expect((await stage.get('sarnai', `/gov/officer/queue/${held}`)).status).toBe(404);
  const [entry] = await query(
    `select metadata from audit_log where action = 'users.authorities.set' order by id desc limit 1`,
  );
  expect(entry?.['metadata']).toMatchObject({ released: 1 });
});

it('shows administrators the cases without an officer, on the dashboard and beside the authority', async () => {
  const figures = (await stage.get('other', '/admin/figures')).body.data;
  expect(figures.unattended).toMatchObject({ cases: 1, authorities: [{ name: roads, cases: 1 }] });
  const { items } = (await stage.get('other', '/admin/authorities')).body.data;
  expect(items.find(({ name }: { name: string }) => name === roads)).toMatchObject({ officers: 0, cases: 1 });
  expect(items.find(({ name }: { name: string }) => name === schools)).toMatchObject({
    officers: 1,
    cases: 0,
  });
  await makeOfficer([roads]);
  expect((await stage.get('other', '/admin/figures')).body.data.unattended.cases).toBe(0);
});

it('moves a service only to an authority with an officer, and the decider keeps reading', async () => {
  await stage.post('sarnai', `/gov/officer/queue/${held}/assign`);
  await stage.post('sarnai', `/gov/officer/queue/${held}/decide`, { approve: true });
  const waiting = await apply();
  await stage.post('sarnai', `/gov/officer/queue/${waiting}/assign`);
  expect((await moveTo(schools)).status).toBe(200);
  const drafted = (await stage.world.database.query<{ id: string }>(
    'select id from gov_services where passport_id = $1',
    [service.id],
  )) as { id: string }[];
  await stage.call('bold', 'PUT', `/gov/drafts/${drafted[0]?.id}`, { payload: {} });
  const preview = await stage.get('other', `/registry/services/${service.id}/publish-preview`);
  expect(preview.body.data).toEqual({
    cases: 2,
    drafts: 1,
    moves: true,
    authority: schools,
    authority_en: 'Schools authority',
    officers: 0,
  });
  const refused = await publish();
  expect([refused.status, refused.body.error]).toEqual([409, 'authority_unattended']);
  expect(refused.body.data).toMatchObject({ cases: 2, authorities: [{ name: schools }] });
  expect((await publish({ confirm_unattended: true })).status).toBe(200);
  await handOver(roads, schools);
  expect(await stage.row(waiting)).toMatchObject({ assigned_to: null });
  expect(await ids('')).toEqual([]);
  for (const more of [
    '?state=finished',
    '?state=all',
    '?state=finished&assigned_to=me',
    '?state=finished&q=APP',
  ])
    expect([more, await ids(more)]).toEqual([more, [held]]);
  const decided = await stage.get('sarnai', `/gov/officer/queue/${held}`);
  expect([decided.status, decided.body.data.read_only]).toEqual([200, true]);
  expect((await stage.get('other', `/gov/officer/queue/${held}`)).body.data.read_only).toBe(false);
  // Reading is all: delivering is the work of the authority that has the service.
  expect((await stage.post('sarnai', `/gov/officer/queue/${held}/complete`)).status).toBe(409);
  expect((await stage.get('sarnai', `/gov/officer/queue/${waiting}`)).status).toBe(404);
});

it('does not let a registrar confirm', async () => {
  await query('update users set role_id = 6 where id = $1', [stage.people.officer.userId]);
  await query('insert into officer_authorities (user_id, granted_at) values ($1, now())', [
    stage.people.officer.userId,
  ]);
  await settle();
  const at = `/registry/services/${service.id}`;
  expect((await stage.call('officer', 'POST', `${at}/archive`)).status).toBe(200);
  for (const answer of [
    await stage.call('officer', 'POST', `${at}/restore?confirm_unattended=true`),
    await stage.call('officer', 'POST', `${at}/restore`),
  ])
    expect([answer.status, answer.body.error]).toEqual([409, 'authority_unattended']);
  expect((await admin('POST', `${at}/restore?confirm_unattended=true`)).status).toBe(200);
});
