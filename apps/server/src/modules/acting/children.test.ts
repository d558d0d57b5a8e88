import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import { createPhone } from '../../../test/citizens.ts';
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
    stage.world.clock.advance(6 * 60_000);
    await createPhone(stage.world.sandbox).fault('registry_down', 1);
    const service = await stage.publish();
    expect(refusal(await apply('bold', service, party))).toEqual([503, 'acting_unconfirmed']);
    expect((await apply('bold', service, party)).status).toBe(201);
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
      'select civil_ids from officer_children where user_id = $1',
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

  it('waits while the register that names their children has never answered', async () => {
    await stage.world.database.query('delete from officer_children');
    stage.world.clock.advance(61 * 60_000);
    await stage.signInAgain();
    await createPhone(stage.world.sandbox).fault('registry_down', 1);
    expect(refusal(await stage.get('bold', '/gov/officer/queue'))).toEqual([503, 'acting_unconfirmed']);
    expect((await stage.get('bold', '/gov/officer/queue')).status).toBe(200);
  });
});
