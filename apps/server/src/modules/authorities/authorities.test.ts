import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';
import { errorOf } from '../administration/test/people.ts';
import { findAlike } from './find-alike.ts';

/** Fixture: `other` is the administrator, `officer` a registrar of the roads, `sarnai` an auditor, `bold` a citizen. */
let stage: GovStage;
let roads: { id: string; name: string };
let schools: { id: string; name: string };

const query = <R extends object>(text: string, values: unknown[] = []) =>
  stage.world.database.query<R>(text, values);
const admin = (method: string, path: string, body?: object) => stage.call('other', method, path, body);
const registrar = (method: string, path: string, body?: object) => stage.call('officer', method, path, body);
const become = (who: PersonName, role: number, authorities?: string[]) =>
  admin('PUT', `/admin/users/${stage.people[who].userId}/role`, {
    role_id: role,
    ...(authorities === undefined ? {} : { authorities }),
  });
const passport = (extra: object) => ({
  code: `AU-${randomUUID().slice(0, 8).toUpperCase()}`,
  name: 'Үйлчилгээ',
  name_en: 'Service',
  description: 'Юу',
  description_en: 'What',
  max_days: 3,
  ...extra,
});
const make = async (name: string, name_en: string) =>
  (await admin('POST', '/admin/authorities', { name, name_en })).body.data as typeof roads;

beforeAll(async () => {
  stage = await openGov();
  await query('update users set role_id = 2 where id = $1', [stage.people.other.userId]);
  await query('update users set role_id = 4 where id = $1', [stage.people.officer.userId]);
  await query('delete from officer_authorities');
  await stage.signInAgain();
  roads = await make('Замын газар', 'Roads authority');
  schools = await make('Сургуулийн газар', 'Schools authority');
  expect((await become('officer', 6, [roads.id])).status).toBe(200);
  expect((await become('sarnai', 7)).status).toBe(200);
  // Tokens issued in the millisecond of the role change are revoked with it.
  stage.world.clock.advance(1000);
  await stage.signInAgain();
});
afterAll(() => stage.world.close());

describe('an authority', () => {
  it('is one record whatever the case and spaces of its name', async () => {
    const again = await admin('POST', '/admin/authorities', { name: '  ЗАМЫН   газар ', name_en: 'Roads' });
    expect(errorOf(again)).toEqual([409, 'authority_exists']);
    for (const body of [{ name: 'Газар' }, { name: ' ', name_en: 'x' }, { name: 'x', name_en: '' }])
      expect((await admin('POST', '/admin/authorities', body)).status).toBe(422);
    for (const who of ['bold', 'sarnai', 'officer'] as const)
      expect((await stage.call(who, 'GET', '/admin/authorities')).status).toBe(403);
  });

  it('is not overwritten by somebody who has not seen the newest change', async () => {
    const { id } = await make('Усны газар', 'Water authority');
    const path = `/admin/authorities/${id}`;
    const loaded = (await admin('GET', path)).body.data;
    const { name, name_en, short_name, email } = loaded;
    const first = { name, name_en, short_name: 'УГ', expected: { name, name_en, short_name, email } };
    expect((await admin('PUT', path, first)).status).toBe(200);
    const second = { ...first, short_name, email: 'water@example.mn' };
    const refused = await admin('PUT', path, second);
    expect(errorOf(refused)).toEqual([409, 'changed_meanwhile']);
    expect(refused.body.data).toEqual({
      changed: ['short_name'],
      current: { name, name_en, short_name: 'УГ', email: '' },
    });
    expect((await admin('GET', path)).body.data).toMatchObject({ short_name: 'УГ', email: '' });
    // Whoever has seen it may save, and a call without `expected` works as before.
    const seen = { ...second, short_name: 'УГ', expected: refused.body.data.current };
    expect((await admin('PUT', path, seen)).body.data).toMatchObject({
      short_name: 'УГ',
      email: second.email,
    });
    expect((await admin('PUT', path, { name, name_en })).body.data).toMatchObject({ short_name: '' });
    for (const expected of [{ updated_at: '' }, 'name', []])
      expect((await admin('PUT', path, { name, name_en, expected })).status).toBe(422);

    const one = { offices: [{ name: 'Төв', name_en: 'Centre' }], expected: { offices: loaded.offices } };
    expect((await admin('PUT', `${path}/offices`, one)).status).toBe(200);
    expect(errorOf(await admin('PUT', `${path}/offices`, one))).toEqual([409, 'changed_meanwhile']);
    expect((await admin('GET', path)).body.data.offices).toHaveLength(1);
    // Of two at once, one is refused.
    const { offices } = (await admin('GET', path)).body.data;
    const both = await Promise.all(
      ['А', 'Б'].map((text) =>
        admin('PUT', `${path}/offices`, {
          offices: [...offices, { name: text, name_en: text }],
          expected: { offices },
        }),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await admin('DELETE', path)).status).toBe(200);
  });

  it('is named by a service, by id or name, and a text without a record is refused', async () => {
    const wrong = await admin('POST', '/registry/services', passport({ authority: 'Замийн газар' }));
    expect(errorOf(wrong)).toEqual([422, 'validation_failed']);
    expect(wrong.body.data.errors).toMatchObject([{ field: 'authority', tag: 'unknown_value' }]);
    for (const extra of [{}, { authority: ' ' }, { authority_id: randomUUID() }])
      expect((await admin('POST', '/registry/services', passport(extra))).status).toBe(422);
    for (const extra of [{ authority: ' замын  ГАЗАР' }, { authority_id: roads.id }]) {
      const made = await admin('POST', '/registry/services', passport(extra));
      expect(made.body.data).toMatchObject({
        authority_id: roads.id,
        authority: 'Замын газар',
        authority_en: 'Roads authority',
      });
    }
  });

  it('is renamed everywhere at once: registry, catalogue, services, cases, officers and access log', async () => {
    const parks = await make('Цэцэрлэгийн газар', 'Parks authority');
    const { id } = (await admin('POST', '/registry/services', passport({ authority_id: parks.id }))).body
      .data;
    const alone = { confirm_unattended: true };
    expect((await admin('POST', `/registry/services/${id}/publish`, alone)).status).toBe(200);
    const [service] = await query<{ id: string }>('select id from gov_services where passport_id = $1', [id]);
    const applied = (await stage.apply('bold', service?.id ?? '')).body.data.application;
    const body = { name: 'Ногоон байгууламжийн газар', name_en: 'Green spaces authority' };
    const renamed = await admin('PUT', `/admin/authorities/${parks.id}`, body);
    expect(renamed.body.data).toMatchObject(body);
    expect((await admin('GET', `/registry/services/${id}`)).body.data.authority).toBe(body.name);
    const listed = async () =>
      (await stage.get('bold', '/gov/services')).body.data.items.find(
        (item: { id: string }) => item.id === service?.id,
      )?.agency;
    await expect.poll(listed).toBe(body.name_en);
    await expect
      .poll(async () => (await stage.get('bold', `/catalog/services/${id}`)).body.data.authority)
      .toBe(body.name);
    const opened = (await admin('GET', `/gov/officer/queue/${applied.id}`)).body.data.application;
    expect(opened).toMatchObject({ authority: body.name, authority_id: parks.id });
    const [log] = await query<{ metadata: object }>(
      `select metadata from audit_log where action = 'authorities.changed' and target = $1`,
      [parks.id],
    );
    expect(log?.metadata).toEqual({
      ...{ name: body.name, before: parks.name },
      changed: ['name', 'name_en'],
    });
    const taken = await admin('PUT', `/admin/authorities/${parks.id}`, { name: roads.name, name_en: 'x' });
    expect(errorOf(taken)).toEqual([409, 'authority_exists']);
  });

  it('has offices, which everybody reads, and its staff', async () => {
    const at = `/admin/authorities/${roads.id}`;
    const office = {
      name: 'Төв салбар',
      name_en: 'Main office',
      address: 'Энхтайваны өргөн чөлөө 1',
      hours: '9–17',
    };
    const set = await admin('PUT', `${at}/offices`, { offices: [office, { ...office, name_en: 'Second' }] });
    const [first, second] = set.body.data.offices;
    const swapped = await admin('PUT', `${at}/offices`, { offices: [second, first] });
    expect(swapped.body.data.offices.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id]);
    const foreign = { offices: [{ ...office, id: randomUUID() }] };
    expect((await admin('PUT', `${at}/offices`, foreign)).status).toBe(422);
    const all = (await stage.get('bold', '/authorities')).body.data.items;
    expect(all.find(({ id }: { id: string }) => id === roads.id).offices).toHaveLength(2);
    const { officers, registrars } = (await admin('GET', at)).body.data;
    expect([officers, registrars]).toMatchObject([[], [{ id: stage.people.officer.userId, role_id: 6 }]]);
  });

  it('is deleted only when nothing belongs to it', async () => {
    const empty = await make('Түр газар', 'Short-lived');
    expect(errorOf(await admin('DELETE', `/admin/authorities/${roads.id}`))).toEqual([
      409,
      'authority_in_use',
    ]);
    expect((await admin('DELETE', `/admin/authorities/${empty.id}`)).status).toBe(200);
    expect((await admin('DELETE', `/admin/authorities/${empty.id}`)).status).toBe(404);
  });

  it('whose name differs by a letter from another is reported', async () => {
    await make('Сургуулын газар', 'Schools');
    const { alike } = (await admin('GET', '/admin/authorities/report')).body.data;
    expect(alike).toMatchObject([{ one: { name: 'Сургуулийн газар' }, other: { name: 'Сургуулын газар' } }]);
    const named = (name: string) => ({ id: '', name, name_en: '', short_name: '' });
    expect(findAlike([named('Газар 1'), named('Газар 2'), named('Яам')])).toHaveLength(1);
    expect(findAlike([named('УБЕГ'), named('УБХГ')])).toEqual([]);
  });
});

describe('a registrar', () => {
  it('describes and publishes services of their authorities, and no others', async () => {
    const { items } = (await registrar('GET', '/registry/authorities')).body.data;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([roads.id]);
    const theirs = (await admin('POST', '/registry/services', passport({ authority_id: schools.id }))).body
      .data;
    const refused = await registrar('POST', '/registry/services', passport({ authority_id: schools.id }));
    expect([refused.status, refused.body.data.errors[0]]).toMatchObject([
      422,
      { field: 'authority_id', tag: 'not_yours' },
    ]);
    const mine = (await registrar('POST', '/registry/services', passport({ authority: roads.name }))).body
      .data;
    // Moving a service away would hand its cases to an authority that did not ask.
    const moved = await registrar(
      'PUT',
      `/registry/services/${mine.id}`,
      passport({ authority: schools.name }),
    );
    expect(moved.status).toBe(422);
    const alone = { confirm_unattended: true };
    expect((await admin('POST', `/registry/services/${mine.id}/publish`, alone)).status).toBe(200);
    expect((await registrar('POST', `/registry/services/${mine.id}/publish`, {})).status).toBe(200);
    const at = `/registry/services/${theirs.id}`;
    for (const [method, path, body] of [
      ['GET', at],
      ['GET', `${at}/versions`],
      ['GET', `${at}/versions/1`],
      ['GET', `${at}/once-only`],
      ['GET', `/registry/${theirs.id}/versions`],
      ['PUT', at, passport({ authority_id: roads.id })],
      ['PUT', `${at}/evidences`, { evidences: [] }],
      ['POST', `${at}/publish`, {}],
      ['POST', `${at}/archive`],
      ['POST', `${at}/restore`],
      ['DELETE', at],
    ] as const)
      expect([method, path, (await registrar(method, path, body)).status]).toEqual([method, path, 404]);
    const seen = (await registrar('GET', '/registry/services')).body.data.items;
    expect(new Set(seen.map((item: { authority_id: string }) => item.authority_id))).toEqual(
      new Set([roads.id]),
    );
    const overview = (await registrar('GET', '/registry/overview')).body.data;
    expect(overview).toMatchObject({ total_services: seen.length, manages_shared: false });
    expect((await admin('GET', '/registry/overview')).body.data.manages_shared).toBe(true);
    const taken = await registrar('POST', '/registry/services', {
      ...passport({ authority_id: roads.id }),
      code: theirs.code,
    });
    expect(errorOf(taken)).toEqual([409, 'code_exists']);
  });

  it('adds and changes nothing that services of others share', async () => {
    const evidence = { code: 'AU-PAPER', name: 'Баримт', name_en: 'Paper' };
    const made = await admin('POST', '/registry/evidences', evidence);
    expect(made.status).toBe(201);
    for (const [method, path, body] of [
      ['POST', '/registry/evidences', { ...evidence, code: 'AU-OTHER' }],
      ['PUT', `/registry/evidences/${made.body.data.id}`, { name: 'Өөр' }],
      ['DELETE', `/registry/evidences/${made.body.data.id}`],
      ['POST', '/registry/life-events', { code: 'AU-EVENT', name: 'Үйл явдал' }],
    ] as const)
      expect(errorOf(await registrar(method, path, body))).toEqual([403, 'shared_vocabulary']);
    expect((await stage.call('officer', 'GET', '/gov/officer/queue')).status).toBe(403);
  });

  it('needs an authority, and only administrators make one', async () => {
    expect((await become('bold', 6)).status).toBe(422);
    expect((await become('bold', 6, [])).status).toBe(422);
    expect((await become('bold', 7, [roads.id])).status).toBe(422);
  });
});

it('an auditor reads the audit log with its names, and nothing else', async () => {
  const page = await stage.get('sarnai', '/audit/?category=authorities');
  expect(page.status).toBe(200);
  const parts = page.body.data.items.flatMap((item: { sentence: object[] }) => item.sentence);
  const people = parts.filter((part: { kind?: string }) => part.kind === 'person');
  expect(people.length).toBeGreaterThan(0);
  for (const part of people)
    expect(part).toMatchObject({ open: false, text: expect.stringMatching(/\p{L}{2}/u) });
  expect((await stage.get('sarnai', '/audit/verify')).body.data.ok).toBe(true);
  const file = await fetch(`${stage.server.url}/api/v1/audit/download?format=csv`, {
    headers: { authorization: `Bearer ${stage.people.sarnai.token}` },
  });
  expect([file.status, await file.text()]).toEqual([200, expect.stringContaining('authorities.created')]);
  // Whoever is shown learns that an auditor looked.
  const [look] = (await stage.get('other', '/users/me/access-log')).body.data.items;
  expect(look.by.role).toBe('auditor');
  for (const path of [
    '/admin/users',
    '/admin/authorities',
    '/registry/services',
    '/gov/officer/queue',
    '/rbac/roles',
    '/security/events',
    '/superadmin/admins',
    '/dashboard/figures',
  ])
    expect([path, (await stage.get('sarnai', path)).status >= 403]).toEqual([path, true]);
  for (const who of ['bold', 'officer'] as const) expect((await stage.get(who, '/audit/')).status).toBe(403);
});
