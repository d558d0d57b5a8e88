import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findTool, toolEnvironment } from '../../../../../scripts/debian-tools.mjs';
import { type Answer, createCaller } from '../../../test/caller.ts';
import { signIn } from '../../../test/citizens.ts';
import type { PersonName } from '../../../test/gov.ts';
import { type AuthorisationStage, dayMs, openAuthorisations } from './test/stage.ts';

let stage: AuthorisationStage;

beforeAll(async () => {
  stage = await openAuthorisations();
});
afterAll(() => stage.gov.world.close());
// Each test starts with a full allowance of requests to the phone, and without open authorisations.
beforeEach(async () => {
  stage.gov.world.clock.advance(60_000);
  await stage.gov.signInAgain();
  await stage.tell();
  await stage.gov.world.database.query('delete from authorisations');
});

const post = (who: PersonName, path: string, body = {}) =>
  stage.gov.post(who, `/authorisations/${path}`, body);
const said = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const fields = async (answer: Promise<Answer>) =>
  (await answer).body.data?.errors?.map(({ field }: { field: string }) => field);

describe('giving an authorisation', () => {
  it('is signed on the phone, accepted by the receiver, and holds only then', async () => {
    const service = await stage.gov.publish({ name: 'Жолооны үнэмлэх', name_en: 'Driving licence' });
    const wish = stage.wish({ purposes: ['pay', 'apply'], services: [service], note: 'Гадаадад байгаа тул' });
    const begun = (await stage.begin('bold', wish)).body.data;
    expect(begun.text).toContain('«Батбаяр Сарнай» итгэмжлэх үү?');
    expect(begun.verification_code).toMatch(/^\d{4}$/);
    expect([...begun.text].length).toBeLessThanOrEqual(60);
    await stage.phone.approve(stage.citizens.bold, stage.citizens.bold.pin2);
    await stage.waitFor('bold', begun.sid, 'CONFIRMED');
    const given = await stage.gov.post('bold', '/authorisations', { ...wish, sid: begun.sid });
    expect([given.status, given.body.data]).toEqual([
      201,
      expect.objectContaining({
        direction: 'given',
        state: 'offered',
        holds: false,
        grantor: { kind: 'person', name: 'Дорж Болд' },
        receiver: { name: 'Батбаяр Сарнай', register_number: 'УА••••••24' },
        purposes: ['apply', 'pay'],
        services: [expect.objectContaining({ id: service, name: 'Driving licence' })],
        note: 'Гадаадад байгаа тул',
      }),
    ]);
    const { id } = given.body.data;
    expect(await stage.held('sarnai')).toEqual([]);
    const offered = (await stage.gov.get('sarnai', `/authorisations/${id}`)).body.data;
    expect(offered).toMatchObject({ direction: 'received', state: 'offered', has_evidence: false, text: '' });
    const accepted = (await post('sarnai', `${id}/accept`)).body.data;
    expect(accepted).toMatchObject({ state: 'accepted', holds: true, has_evidence: true });
    expect(accepted.text).toContain('It does not allow signing documents');
    expect(await stage.held('sarnai')).toEqual([
      {
        id,
        grantor: { kind: 'person', userId: stage.gov.people.bold.userId, name: 'Дорж Болд' },
        purposes: ['apply', 'pay'],
        serviceIds: [service],
        until: new Date(`${stage.day(11)}T00:00:00+08:00`),
      },
    ]);
    expect(await stage.held('bold')).toEqual([]);
    const actions = await stage.gov.world.database.query<{ action: string }>(
      'select action from audit_log where target = $1 order by id',
      [id],
    );
    expect(actions.map(({ action }) => action)).toEqual(['authorisations.given', 'authorisations.accepted']);
  });

  it('tells each side what the other did', async () => {
    const { id } = (await stage.give('bold')).body.data;
    await stage.tell();
    expect((await stage.titles('sarnai'))[0]).toBe('Дорж Болд offers you an authorisation');
    await post('sarnai', `${id}/accept`);
    await stage.tell();
    expect((await stage.titles('bold'))[0]).toBe('Батбаяр Сарнай accepted your authorisation');
    await post('bold', `${id}/end`);
    await stage.tell();
    expect((await stage.titles('sarnai'))[0]).toBe('Дорж Болд ended your authorisation');
  });

  it('waits for a person who has never signed in, and answers as for anybody else', async () => {
    const newcomer = await stage.phone.citizen(/^ordinary/, 4);
    const wish = stage.wish({ register_number: newcomer.national_id.toLowerCase(), name: 'Мөнхбат' });
    const given = await stage.give('bold', wish);
    const known = await stage.give('bold');
    expect(Object.keys(given.body.data)).toEqual(Object.keys(known.body.data));
    await stage.tell();
    const person = await signIn(stage.gov.server, stage.phone, newcomer);
    const call = (method: string, path: string) =>
      person.caller.call(method, `/api/v1/authorisations${path}`, { token: person.token });
    const [waiting] = (await call('GET', '?box=received')).body.data.items;
    expect(waiting).toMatchObject({ id: given.body.data.id, state: 'offered' });
    expect((await call('POST', `/${waiting.id}/accept`)).body.data).toMatchObject({ holds: true });
  });

  it('refuses oneself, minors, and a fifty-first open one', async () => {
    const { database } = stage.gov.world;
    const mine = stage.wish({ register_number: stage.citizens.bold.national_id, name: 'Болд' });
    expect(await said(stage.begin('bold', mine))).toEqual([409, 'to_yourself']);
    const asMinor = (register: string) =>
      database.query('update users set national_id = $1 where id = $2', [
        register,
        stage.gov.people.bold.userId,
      ]);
    const born = new Date(Date.parse(`${stage.day(1)}T00:00:00Z`));
    const two = (value: number) => String(value).padStart(2, '0');
    const register = `УБ${two(born.getUTCFullYear() - 2018)}${born.getUTCMonth() + 21}${two(born.getUTCDate())}12`;
    await asMinor(register);
    try {
      // Of age tomorrow.
      expect(await said(stage.begin('bold', stage.wish()))).toEqual([403, 'under_age']);
    } finally {
      await asMinor(stage.citizens.bold.national_id);
    }
    const last = await stage.sign('bold', stage.wish());
    const { id } = (await stage.give('bold')).body.data;
    await database.query(
      `insert into authorisations (grantor_id, receiver_register, valid_from, valid_until, answer_until, sid, canonical,
         signature, certificates, created_at)
       select grantor_id, receiver_register, valid_from, valid_until, answer_until, md5(n::text), canonical, signature,
         certificates, created_at from authorisations, generate_series(1, 49) n where id = $1`,
      [id],
    );
    expect(await said(stage.begin('bold', stage.wish()))).toEqual([409, 'too_many']);
    const late = stage.gov.post('bold', '/authorisations', { ...stage.wish(), sid: last });
    expect(await said(late)).toEqual([409, 'too_many']);
    await post('bold', `${id}/end`);
    stage.gov.world.clock.advance(60_000);
    expect((await stage.begin('bold', stage.wish())).status).toBe(200);
  });

  it('refuses days, numbers, services and fields that make no sense', async () => {
    const wrong: [object, string][] = [
      [{ from: stage.day(-1) }, 'from'],
      [{ from: stage.day(400), until: stage.day(401) }, 'from'],
      [{ from: stage.day(5), until: stage.day(4) }, 'until'],
      [{ until: stage.day(3 * 365 + 2) }, 'until'],
      [{ register_number: 'УА90992324' }, 'register_number'],
      [{ register_number: 'ABCDEFGHIJ' }, 'register_number'],
      [{ services: ['00000000-0000-4000-8000-000000000000'] }, 'services.0'],
    ];
    for (const [over, field] of wrong) {
      stage.gov.world.clock.advance(6000);
      expect(await fields(stage.begin('bold', stage.wish(over)))).toEqual([field]);
    }
    for (const over of [{ purposes: ['sign'] }, { purposes: [] }, { more: true }, { name: ' ' }])
      expect((await stage.begin('bold', stage.wish(over))).status).toBe(422);
  });
});

describe('the signature', () => {
  const given = (who: PersonName, body: object) => said(stage.gov.post(who, '/authorisations', body));

  it('must be of this person, for exactly these terms, once, and in time', async () => {
    const wish = stage.wish({ note: 'a' });
    const theirs = await stage.sign('other', wish);
    expect(await given('bold', { ...wish, sid: theirs })).toEqual([409, 'signature_mismatch']);
    expect(await given('bold', { ...wish, sid: '0'.repeat(32) })).toEqual([409, 'signature_mismatch']);
    const sid = await stage.sign('bold', wish);
    for (const over of [
      { until: stage.day(11) },
      { purposes: ['apply'] },
      { note: 'b' },
      { name: 'Сарнай' },
      { register_number: stage.citizens.other.national_id },
      { services: [await stage.gov.publish()] },
    ])
      expect(await given('bold', { ...wish, ...over, sid })).toEqual([409, 'signature_mismatch']);
    expect(await given('bold', { ...wish, sid })).toEqual([201, undefined]);
    expect(await given('bold', { ...wish, sid })).toEqual([409, 'signature_used']);
    stage.gov.world.clock.advance(60_000);
    const late = await stage.sign('bold', wish);
    stage.gov.world.clock.advance(20 * 60_000 + 1);
    await stage.gov.signInAgain();
    expect(await given('bold', { ...wish, sid: late })).toEqual([409, 'signature_expired']);
    expect(await stage.list('bold', 'given')).toHaveLength(1);
  });

  it('gives nothing before PIN2, after a refusal, or for another digest', async () => {
    const wish = stage.wish();
    const { sid } = (await stage.begin('bold', wish)).body.data;
    expect(await given('bold', { ...wish, sid })).toEqual([400, 'not_finished']);
    await stage.phone.act(stage.citizens.bold, 'refuse');
    await stage.waitFor('bold', sid, 'REFUSED');
    expect(await given('bold', { ...wish, sid })).toEqual([403, 'sign_rejected']);
    const other = await stage.gov.post('bold', '/sign/initiate', { document_hash_hex: 'ab'.repeat(32) });
    await stage.phone.approve(stage.citizens.bold, stage.citizens.bold.pin2);
    await stage.waitFor('bold', other.body.data.sid, 'CONFIRMED');
    expect(await given('bold', { ...wish, sid: other.body.data.sid })).toEqual([409, 'signature_mismatch']);
    expect(await stage.list('bold', 'given')).toEqual([]);
  });

  it('is evidence that openssl checks, for the two sides alone', async () => {
    const { id } = (await stage.give('bold')).body.data;
    const evidence = (who: PersonName) => stage.gov.get(who, `/authorisations/${id}/signature/evidence`);
    expect((await evidence('sarnai')).status).toBe(404);
    await post('sarnai', `${id}/accept`);
    expect([(await evidence('sarnai')).status, (await evidence('other')).status]).toEqual([200, 404]);
    const { text, headers } = await evidence('bold');
    const name = `authorisation-${stage.day()}-${id.slice(0, 8)}.json`;
    expect(headers.get('content-disposition')).toBe(`attachment; filename="${name}"`);
    const file = JSON.parse(text);
    expect(file.statement).toMatchObject({
      format: 'tamga-authorisation/1',
      grantor: { kind: 'person', name: 'Дорж Болд', register_number: stage.citizens.bold.national_id },
      receiver: { name: 'Батбаяр Сарнай', register_number: stage.citizens.sarnai.national_id },
      services: 'all',
      from: stage.day(),
      until: stage.day(10),
    });
    const folder = mkdtempSync(join(tmpdir(), 'tamga-authorisation-'));
    const run = () =>
      execFileSync('sh', ['-ec', file.instructions.commands.join('\n')], {
        cwd: folder,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          ...toolEnvironment(),
          PATH: [dirname(findTool('openssl') ?? ''), process.env['PATH']].join(delimiter),
        },
      });
    try {
      const root = await (await fetch(`${stage.gov.world.sandbox.url}/pki/root.pem`)).text();
      writeFileSync(join(folder, 'root.pem'), root);
      writeFileSync(join(folder, name), text);
      const output = run();
      expect(output).toContain('Verified OK');
      expect(output).toContain(stage.citizens.bold.civil_id);
      const canonical = Buffer.from(file.canonical, 'base64').toString();
      const forged = Buffer.from(canonical.replace('"all"', '"ALL"')).toString('base64');
      writeFileSync(join(folder, name), text.replace(file.canonical, forged));
      expect(run).toThrow();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('answering and ending', () => {
  it('lets nobody but the named receiver answer, once', async () => {
    const { id } = (await stage.give('bold')).body.data;
    for (const action of ['accept', 'decline', 'end'])
      expect(await said(post('other', `${id}/${action}`))).toEqual([404, 'not_found']);
    for (const action of ['accept', 'decline'])
      expect(await said(post('bold', `${id}/${action}`))).toEqual([404, 'not_found']);
    expect((await stage.gov.get('other', `/authorisations/${id}`)).status).toBe(404);
    expect((await post('sarnai', `${id}/decline`)).body.data).toMatchObject({ state: 'declined' });
    expect(await said(post('sarnai', `${id}/accept`))).toEqual([409, 'already_answered']);
    expect(await stage.held('sarnai')).toEqual([]);
    expect(await said(post('bold', `${id}/end`))).toEqual([409, 'already_ended']);
  });

  it('refuses a receiver whose name is not the one that the grantor wrote', async () => {
    const { id } = (await stage.give('bold', stage.wish({ name: 'Пүрэв Оюунчимэг' }))).body.data;
    expect(await said(post('sarnai', `${id}/accept`))).toEqual([409, 'name_differs']);
    const other = { first_name_en: 'Oyunchimeg', last_name_en: 'Purev' };
    const { token } = stage.gov.people.sarnai;
    const renamed = await createCaller(stage.gov.server.url).put('/api/v1/me/latin-name', other, { token });
    expect(renamed.status).toBe(422);
    expect(await said(post('sarnai', `${id}/accept`))).toEqual([409, 'name_differs']);
    for (const name of ['Сарнайхүү', 'Purev Oyunchimeg']) {
      const given = (await stage.give('bold', stage.wish({ name }))).body.data;
      expect(await said(post('sarnai', `${given.id}/accept`))).toEqual([409, 'name_differs']);
    }
    const latin = (await stage.give('bold', stage.wish({ name: 'B. Sarnay' }))).body.data;
    expect((await post('sarnai', `${latin.id}/accept`)).status).toBe(200);
  });

  it('stops at once when one side ends it, also while it is used', async () => {
    const first = await stage.accepted();
    expect(await stage.held('sarnai')).toHaveLength(1);
    expect((await post('bold', `${first}/end`)).body.data).toMatchObject({ state: 'revoked', holds: false });
    expect(await stage.held('sarnai')).toEqual([]);
    expect(await said(post('sarnai', `${first}/end`))).toEqual([409, 'already_ended']);
    const second = await stage.accepted();
    expect((await post('sarnai', `${second}/end`)).body.data).toMatchObject({ state: 'given_up' });
    expect(await stage.held('sarnai')).toEqual([]);
    expect((await stage.list('bold', 'ended')).map(({ state }) => state)).toEqual(['given_up', 'revoked']);
    expect(await stage.list('sarnai', 'received')).toEqual([]);
  });

  it('holds on its days alone, and never for a grantor whose account is closed', async () => {
    const { clock, database } = stage.gov.world;
    const id = await stage.accepted({ from: stage.day(2), until: stage.day(3) });
    expect(await stage.held('sarnai')).toEqual([]);
    const midnight = (day: string) =>
      clock.advance(Date.parse(`${day}T00:00:00+08:00`) - clock.now().getTime());
    const lastDay = stage.day(3);
    midnight(stage.day(2));
    expect(await stage.held('sarnai')).toHaveLength(1);
    const activate = (active: boolean) =>
      database.query('update users set active = $1 where id = $2', [active, stage.gov.people.bold.userId]);
    await activate(false);
    expect(await stage.held('sarnai')).toEqual([]);
    await activate(true);
    midnight(lastDay);
    clock.advance(dayMs - 1);
    expect(await stage.held('sarnai')).toHaveLength(1);
    clock.advance(1);
    expect(await stage.held('sarnai')).toEqual([]);
    await stage.gov.signInAgain();
    const shown = (await stage.gov.get('sarnai', `/authorisations/${id}`)).body.data;
    expect(shown).toMatchObject({ state: 'expired', holds: false });
    expect(await said(post('bold', `${id}/end`))).toEqual([409, 'already_ended']);
  });

  it('refuses an answer after thirty days', async () => {
    const { id } = (await stage.give('bold', stage.wish({ until: stage.day(100) }))).body.data;
    stage.gov.world.clock.advance(30 * dayMs);
    await stage.gov.signInAgain();
    expect(await said(post('sarnai', `${id}/accept`))).toEqual([409, 'already_answered']);
  });

  it('lets each side make its own moves alone, in the database too', async () => {
    const { id } = (await stage.give('bold')).body.data;
    const app = new pg.Client({
      connectionString: stage.gov.world.database.appUrl,
      options: '-c search_path=tamga',
    });
    await app.connect();
    const as = async (who: PersonName, role: string, text: string) => {
      await app.query('begin');
      try {
        await app.query(`select set_config('app.user_id', $1, true), set_config('app.role', $2, true)`, [
          stage.gov.people[who].userId,
          role,
        ]);
        return (await app.query(text, [id])).rowCount;
      } finally {
        await app.query('rollback');
      }
    };
    const select = 'select from authorisations where id = $1';
    const accept = (who: PersonName) =>
      `update authorisations set state = 'accepted', accepted_at = now(), receiver_id = '${stage.gov.people[who].userId}' where id = $1`;
    const revoke = `update authorisations set state = 'revoked', ended_at = now() where id = $1`;
    try {
      expect(await as('bold', 'user', select)).toBe(1);
      expect(await as('sarnai', 'user', select)).toBe(1);
      expect([await as('other', 'admin', select), await as('bold', 'officer', select)]).toEqual([0, 0]);
      expect(await as('sarnai', 'user', accept('sarnai'))).toBe(1);
      await expect(as('bold', 'user', accept('sarnai'))).rejects.toThrow(/row-level security/);
      await expect(as('sarnai', 'user', revoke)).rejects.toThrow(/row-level security/);
      expect(await as('other', 'user', accept('other'))).toBe(0);
      for (const text of [
        `update authorisations set canonical = '{}' where id = $1`,
        `update authorisations set valid_until = now() where id = $1`,
      ])
        await expect(as('bold', 'user', text)).rejects.toThrow(/permission denied/);
    } finally {
      await app.end();
    }
  });
});
