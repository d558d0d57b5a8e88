import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone, renewSession } from '../../../test/citizens.ts';
import { type GovStage, openGov, type PersonName } from '../../../test/gov.ts';

let stage: GovStage;
beforeAll(async () => {
  stage = await openGov();
});
afterAll(() => stage.world.close());
// Each test starts with a full allowance.
beforeEach(() => stage.world.clock.advance(60_000));

const call = (who: PersonName, method: string, path: string, party: string, body?: object) =>
  createCaller(stage.server.url).call(method, `/api/v1${path}`, {
    token: stage.people[who].token,
    headers: { 'x-acting-for': party },
    ...(body === undefined ? {} : { body }),
  });
const apply = (who: PersonName, service: string, party: string) =>
  call(who, 'POST', '/gov/applications', party, { service_id: service });
const refusal = ({ status, body }: Awaited<ReturnType<typeof call>>) => [status, body.error];
const notAllowed = [403, 'acting_not_allowed'];

describe('a child whom the register names', () => {
  const adult = '101505092226';
  const myChild = async (who: PersonName) =>
    (await stage.get(who, '/acting/parties')).body.data.items.find(
      ({ kind }: { kind: string }) => kind === 'child',
    );

  it('gets certificates about the child, not about the parent', async () => {
    const { id: party, name_en, right } = await myChild('bold');
    expect([name_en, right]).toEqual(['Bold Temuulen', 'parent']);
    const service = await stage.publish({
      fulfilment: 'auto',
      has_discretion: false,
      has_assessment: false,
      sla_hours: 0,
      output_ref_type: 'birth',
    });
    const made = await apply('bold', service, party);
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    expect(made.body.data.application.on_behalf_of).toMatchObject({ kind: 'child', name: 'Bold Temuulen' });
    const { holder, facts, requested_by } = made.body.data.reference.data;
    expect([holder.full_name, holder.civil_id]).toEqual(['Болд Тэмүүлэн', '101518051417']);
    expect(JSON.stringify(facts)).toContain('2018');
    expect(requested_by.full_name).toBe('Дорж Болд');
    expect((await call('sarnai', 'GET', '/gov/references', party)).body.data.total).toBe(1);
    expect((await stage.get('bold', '/gov/references')).body.data.total).toBe(0);
  });

  it('is named as the register names them, and never as another person', async () => {
    const { id: party, facts } = await myChild('bold');
    const theirs = { last: 'Болд', first: 'Тэмүүлэн', number: 'УБ18251417', born: '2018-05-14' };
    expect(facts).toEqual({
      last_name: theirs.last,
      first_name: theirs.first,
      national_id: theirs.number,
      birth_date: theirs.born,
    });
    const say = (text: string) => ({ mn: text, en: text });
    const known = (name: string) => ({ type: 'string', 'x-title': say(name), 'x-prefill': name }) as const;
    const form = {
      type: 'object',
      properties: {
        last: known('last_name'),
        first: known('first_name'),
        number: known('national_id'),
        born: { ...known('birth_date'), format: 'date' },
      },
      required: ['last', 'first', 'number', 'born'],
      additionalProperties: false,
      'x-sections': [{ 'x-title': say('Child'), fields: ['last', 'first', 'number', 'born'] }],
    } as const;
    const service = await stage.publish({ form: form as never });
    const send = (payload: object) =>
      call('bold', 'POST', '/gov/applications', party, { service_id: service, payload });
    const other = { last: 'Дорж', first: 'Анужин', number: 'УБ05292226', born: '2005-09-22' };
    for (const [field, value] of Object.entries(other)) {
      const refused = await send({ ...theirs, [field]: value });
      expect([field, refused.status, refused.body.data?.errors?.[0]?.field]).toEqual([
        field,
        422,
        `payload.${field}`,
      ]);
    }
    const made = await send(theirs);
    expect([made.status, made.body.error]).toEqual([201, undefined]);
    const { id } = made.body.data.application;
    await stage.post('officer', `/gov/officer/queue/${id}/assign`);
    await stage.post('officer', `/gov/officer/queue/${id}/request-info`, { note: 'Once more' });
    const reply = (payload: object) =>
      call('bold', 'POST', `/gov/applications/${id}/provide-info`, party, { payload });
    expect((await reply({ first: 'Анужин' })).status).toBe(422);
  });

  it('is nobody’s else, and no child any more when of age', async () => {
    const { id: party } = await myChild('bold');
    const service = await stage.publish();
    expect(await myChild('officer')).toBeUndefined();
    expect(refusal(await apply('officer', service, party))).toEqual(notAllowed);
    const [grown] = await stage.world.database.query<{ id: string }>(
      `insert into acting_parties (kind, civil_id, name, born_on) values ('child', $1, 'Болд Анужин', '2005-09-22')
       returning id`,
      [adult],
    );
    expect(refusal(await apply('bold', service, grown?.id ?? ''))).toEqual(notAllowed);
  });

  it('cannot be acted for while the register is away', async () => {
    const { id: party } = await myChild('bold');
    await createPhone(stage.world.sandbox).fault('registry_down', 2);
    const service = await stage.publish();
    const list = () => call('bold', 'GET', '/gov/applications', party);
    expect(refusal(await apply('bold', service, party))).toEqual([503, 'acting_unconfirmed']);
    expect((await list()).status).toBe(200);
    stage.world.clock.advance(61_000);
    expect(refusal(await list())).toEqual([503, 'acting_unconfirmed']);
    expect((await apply('bold', service, party)).status).toBe(201);
  });

  it('is no longer acted for by a former parent, who reads for a minute at most', async () => {
    const { id: party } = await myChild('bold');
    const service = await stage.publish();
    const parents = async (...names: PersonName[]) => {
      const people = await stage.world.database.query<{ national_id: string }>(
        'select national_id from users where id = any($1)',
        [names.map((name) => stage.people[name].userId)],
      );
      return fetch(`${stage.world.sandbox.url}/control/children/101518051417/parents`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ national_ids: people.map(({ national_id }) => national_id) }),
      });
    };
    const draft = () => call('bold', 'PUT', `/gov/drafts/${service}`, party, { payload: {}, note: '' });
    const list = () => call('bold', 'GET', '/gov/applications', party);
    expect([(await list()).status, (await draft()).status]).toEqual([200, 200]);
    expect((await parents('sarnai')).status).toBe(200);
    expect(refusal(await draft())).toEqual(notAllowed);
    expect(refusal(await apply('bold', service, party))).toEqual(notAllowed);
    stage.world.clock.advance(61_000);
    expect(refusal(await list())).toEqual(notAllowed);
    await parents('bold', 'sarnai');
    expect((await draft()).status).toBe(200);
  });
});

describe('an officer', () => {
  const child = '101518051417';
  const grown = '101505092226';
  const desk = async (id: string) => {
    const at = `/gov/officer/queue/${id}`;
    const answers = [
      await stage.get('bold', at),
      await stage.post('bold', `${at}/assign`),
      await stage.post('bold', `${at}/request-info`, { note: 'More, please' }),
      await stage.post('bold', `${at}/decide`, { approve: true }),
      await stage.post('bold', `${at}/release`),
      await stage.get('bold', `${at}/replies`),
      await stage.post('bold', `${at}/reassign`, { to: stage.people.other.userId }),
    ];
    return new Set(answers.map((answer) => refusal(answer).join(' ')));
  };
  const inQueue = async (who: PersonName, id: string) =>
    JSON.stringify((await stage.get(who, '/gov/officer/queue?limit=200')).body.data).includes(id);
  const refusedOwn = new Set(['403 own_application']);

  it('neither sees nor decides the case of their child, of any age, and gets none handed over', async () => {
    const party = (await stage.get('sarnai', '/acting/parties')).body.data.items.find(
      ({ kind }: { kind: string }) => kind === 'child',
    ).id;
    const service = await stage.publish();
    const minors = (await apply('sarnai', service, party)).body.data.application.id;
    const { database } = stage.world;
    const [adult] = await database.query<{ id: string }>(
      `insert into users (id, username, civil_id, created_at) values (gen_random_uuid(), 'grown', $1, now()) returning id`,
      [grown],
    );
    const adults = await stage.place('sarnai', 'registered', { user_id: adult?.id });
    const strangers = (await stage.apply('other', service)).body.data.application.id;
    await database.query(`update users set role_id = 200 where id = $1`, [stage.people.bold.userId]);
    await database.query(`insert into officer_authorities (user_id, granted_at) values ($1, now())`, [
      stage.people.bold.userId,
    ]);
    await stage.signInAgain();
    for (const id of [minors, adults]) {
      expect([id, await desk(id)]).toEqual([id, refusedOwn]);
      expect([await inQueue('bold', id), await inQueue('officer', id)]).toEqual([false, true]);
      const given = await stage.post('officer', `/gov/officer/queue/${id}/reassign`, {
        to: stage.people.bold.userId,
      });
      expect(refusal(given)).toEqual([409, 'not_a_colleague']);
    }
    expect((await stage.get('bold', `/gov/officer/queue/${strangers}`)).status).toBe(200);
    const [kept] = await database.query<{ civil_ids: string[] }>(
      'select civil_ids from known_children where user_id = $1',
      [stage.people.bold.userId],
    );
    expect(kept?.civil_ids).toEqual(expect.arrayContaining([child, grown]));
  });

  it('does not decide for a person who authorised them, nor what they filed for another', async () => {
    const service = await stage.publish();
    const { database } = stage.world;
    const theirs = (await stage.apply('other', service)).body.data.application.id;
    const filed = await stage.place('bold', 'registered', {
      party_id: (
        await database.query<{ id: string }>(
          `insert into acting_parties (kind, user_id) values ('person', $1) on conflict (user_id) do update set kind = 'person' returning id`,
          [stage.people.officer.userId],
        )
      )[0]?.id,
    });
    expect(await desk(filed)).toEqual(refusedOwn);
    expect((await stage.get('bold', `/gov/officer/queue/${theirs}`)).status).toBe(200);
    await database.query(
      `insert into authorisations (grantor_id, receiver_register, receiver_id, state, valid_from, valid_until,
         answer_until, sid, canonical, signature, certificates, created_at, accepted_at)
       values ($1, 'УБ85031512', $2, 'accepted', now(), now() + interval '9 days', now() + interval '8 days',
         repeat('a', 32), '{}', 'x', 'x', now(), now())`,
      [stage.people.other.userId, stage.people.bold.userId],
    );
    expect(await desk(theirs)).toEqual(refusedOwn);
  });

  it('does not decide for the grantor of an authorisation that ended less than 30 days ago', async () => {
    const { database } = stage.world;
    const service = await stage.publish();
    const theirs = (await stage.apply('other', service)).body.data.application.id;
    const end = (days: number) =>
      database.query(
        `update authorisations set state = 'given_up', ended_at = now() - make_interval(days => $2)
         where receiver_id = $1`,
        [stage.people.bold.userId, days],
      );
    await end(0);
    expect(await desk(theirs)).toEqual(refusedOwn);
    expect(await inQueue('bold', theirs)).toBe(false);
    await end(31);
    expect((await stage.get('bold', `/gov/officer/queue/${theirs}`)).status).toBe(200);
  });

  it('is the same person in both of their accounts', async () => {
    const { database } = stage.world;
    const service = await stage.publish();
    const party = (await stage.get('sarnai', '/acting/parties')).body.data.items.find(
      ({ kind }: { kind: string }) => kind === 'child',
    ).id;
    const own = (await stage.apply('bold', service)).body.data.application.id;
    const childs = (await apply('sarnai', service, party)).body.data.application.id;
    const strangers = (await stage.apply('other', service)).body.data.application.id;
    const [made] = await database.query<{ id: string }>(
      `with made as (insert into users (username, role_id, created_at) values ('sa_bold', 1, now()) returning id)
       , bound as (insert into superadmin_accounts (user_id, civil_id, email, email_verified, social_issuer,
           social_subject, mfa_enabled, totp_secret, totp_last_step, recovery_codes, onboarded_at)
         select made.id, u.civil_id, 'sa@example.mn', true, 'i', 's', true, 'x', 0, '[]', now()
         from made, users u where u.id = $1)
       select id from made`,
      [stage.people.bold.userId],
    );
    const session = await renewSession(stage.world, stage.server, { userId: made?.id ?? '' });
    await database.query(
      `insert into superadmin_mfa_proofs (session_id, user_id, proven_at)
       select id, user_id, $2 from sessions where user_id = $1`,
      [session.userId, stage.world.clock.now()],
    );
    const asSuper = (method: string, path: string, body?: object) =>
      createCaller(stage.server.url).call(method, `/api/v1${path}`, {
        token: session.token,
        ...(body === undefined ? {} : { body }),
      });
    for (const id of [own, childs]) {
      const at = `/gov/officer/queue/${id}`;
      for (const [method, path, body] of [
        ['GET', at, undefined],
        ['POST', `${at}/assign`, {}],
        ['POST', `${at}/request-info`, { note: 'More' }],
        ['POST', `${at}/decide`, { approve: true }],
        ['GET', `${at}/replies`, undefined],
      ] as const)
        expect([path, ...refusal(await asSuper(method, path, body))]).toEqual([path, 403, 'own_application']);
    }
    for (const query of ['limit=200', 'state=all&limit=200']) {
      const seen = (await asSuper('GET', `/gov/officer/queue?${query}`)).text;
      expect([own, childs, strangers].map((id) => seen.includes(id))).toEqual([false, false, true]);
    }
    const { userId } = stage.people.bold;
    for (const [method, path, body] of [
      ['PUT', `/admin/users/${userId}/role`, { role_id: 5, authorities: ['*'] }],
      ['PUT', `/admin/users/${userId}/active`, { active: false }],
    ] as const)
      expect([path, ...refusal(await asSuper(method, path, body))]).toEqual([path, 403, 'role_protected']);
    expect(refusal(await asSuper('PUT', `/superadmin/admins/${userId}/grant`))).toEqual([403, 'forbidden']);
    const question = { topic: 'other', text: 'How long does it take?' };
    const asked = await stage.post('bold', '/support/cases', question);
    expect([asked.status, asked.body.error]).toEqual([201, undefined]);
    const helped = `/support/queue/${asked.body.data.id}`;
    for (const [path, body] of [
      ['answer', { text: 'Soon' }],
      ['close', {}],
    ] as const)
      expect(refusal(await asSuper('POST', `${helped}/${path}`, body))).toEqual([409, 'own_case']);
    const [request] = await database.query<{ id: string }>(
      `insert into erasure_requests (user_id, reason, created_at) values ($1, '', now()) returning id`,
      [userId],
    );
    const erase = { decision: 'erase', answer: 'Done' };
    const decided = await asSuper('POST', `/admin/erasure-requests/${request?.id}/decide`, erase);
    expect(refusal(decided)).toEqual([403, 'forbidden']);
  });

  it('waits while the register that names their children has never answered', async () => {
    await stage.world.database.query('delete from known_children');
    stage.world.clock.advance(61 * 60_000);
    await stage.signInAgain();
    await createPhone(stage.world.sandbox).fault('registry_down', 1);
    expect(refusal(await stage.get('bold', '/gov/officer/queue'))).toEqual([503, 'acting_unconfirmed']);
    expect((await stage.get('bold', '/gov/officer/queue')).status).toBe(200);
  });
});
