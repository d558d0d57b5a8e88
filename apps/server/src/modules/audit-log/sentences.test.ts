import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, createCaller } from '../../../test/caller.ts';
import {
  changeAsSystem,
  createPhone,
  type Phone,
  pollToEnd,
  type SignedIn,
  signIn,
} from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import type { EidRefusal } from '../identity/eid-port.ts';
import { events as organisationEvents } from '../organisations/events.ts';
import { setRole, softDelete } from '../users/index.ts';
import { sentences } from './sentences/catalogue.ts';
import { kinds, parseSentence, slotsOf } from './sentences/template.ts';

interface Part {
  text: string;
  kind?: string;
  id?: string;
  open?: boolean;
}

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let admin: SignedIn;
let citizen: SignedIn;
let other: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  admin = await signInAs('admin', 0);
  citizen = await signInAs('user', 1);
  other = await signInAs('user', 2);
});
afterAll(() => world.close());

async function signInAs(role: string, index: number): Promise<SignedIn> {
  const person = await phone.citizen(/^ordinary/, index);
  const { userId } = await signIn(server, phone, person);
  await world.database.query(
    'update users set role_id = (select id from roles where key = $2) where id = $1',
    [userId, role],
  );
  return signIn(server, phone, person);
}

const nameOf = async (index: number) => {
  const { surname, given_name } = await phone.citizen(/^ordinary/, index);
  return `${surname} ${given_name}`;
};
const get = (path: string, who: SignedIn = admin, options: CallOptions = {}) =>
  createCaller(server.url).get(`/api/v1/audit/${path}`, { token: who.token, ...options });
const inMongolian = { headers: { 'accept-language': 'mn' } };
const readSentences = async (query: string, options: CallOptions = {}): Promise<string[]> =>
  (await get(query, admin, options)).body.data.items.map((entry: { sentence: Part[] }) =>
    entry.sentence.map(({ text }) => text).join(''),
  );

/** As the administrator, because the role form needs a second factor first. */
const actAs = (who: SignedIn, work: Parameters<typeof changeAsSystem>[2]) =>
  changeAsSystem(server, world.clock.now(), work, who.userId);

describe('the sentences of the audit log', () => {
  const events = () => server.app.modules.flatMap((module) => Object.values(module.events));

  it('exist for every event, and for no other', () => {
    const actions = new Set(events().map(({ action }) => action));
    expect([...actions].filter((action) => sentences[action] === undefined)).toEqual([]);
    expect(Object.keys(sentences).filter((action) => !actions.has(action))).toEqual([]);
  });

  it('name only the actor, the target and declared fields, the same in both languages', () => {
    const wrong = events().flatMap(({ action, fields }) => {
      const known = new Set(['actor', 'giver', 'target', ...fields]);
      const [mn, en] = (['mn', 'en'] as const).map((language) =>
        slotsOf(parseSentence(sentences[action]?.[language] ?? '')),
      );
      const slots = [...(mn ?? []), ...(en ?? [])];
      const isKnown = slots.every(
        ({ field, kind }) => known.has(field) && (kind === undefined || kinds.includes(kind)),
      );
      const fieldsOf = (each: typeof slots = []) =>
        [...new Set(each.map(({ field }) => field))].sort().join();
      return isKnown && fieldsOf(mn) === fieldsOf(en) ? [] : [action];
    });
    expect(wrong).toEqual([]);
  });

  it('say in words how a question to the phone ended', () => {
    const ends: Record<EidRefusal | 'timeout', true> = {
      user_refused: true,
      timeout: true,
      wrong_code: true,
      wrong_pin: true,
      document_unusable: true,
      protocol_failure: true,
      level_too_low: true,
      certificate_revoked: true,
      certificate_expired: true,
      certificate_untrusted: true,
      bad_signature: true,
      wrong_person: true,
      wrong_flow: true,
      wrong_return: true,
    };
    const asked = [
      ...['auth.eid.failed', 'admin.approval.ended', 'oidc.step_up.ended', 'oidc.ciba.refused'],
      ...['operator.eid_failed', 'superadmin.onboarding.eid_failed', 'sign.reject'],
    ];
    const wordless = asked.flatMap((action) =>
      (['mn', 'en'] as const).flatMap((language) => {
        const slots = slotsOf(parseSentence(sentences[action]?.[language] ?? ''));
        const words = slots.find(({ field }) => field === 'reason')?.choices;
        return Object.keys(ends).filter((end) => !words?.get(end));
      }),
    );
    expect(wordless).toEqual([]);
  });

  it('say permissions and changed fields in words', async () => {
    const metadata = { key: 'clerk', added: ['gov.review', 'audit.view'], removed: ['users.manage'] };
    const fields = ['key', 'added', 'removed', 'released'];
    await actAs(admin, async (tx) => {
      tx.audit(
        { action: 'rbac.role.permissions.set', category: 'gateway', about: '', fields },
        { target: '201', metadata },
      );
      tx.audit(
        { action: 'application.update', category: 'gateway', about: '', fields: ['changed'] },
        { target: 'some-app', metadata: { changed: ['redirect_uris', 'limit_per_minute'] } },
      );
    });
    const [role] = await readSentences('?action=rbac.role.permissions.set', inMongolian);
    expect(role).toContain(
      'нэмсэн: хүсэлт хянаж шийдвэрлэх, аудитын бүртгэлийг унших, хассан: хэрэглэгчдийг',
    );
    const [application] = await readSentences('?action=application.update', inMongolian);
    expect(application).toContain(': нэвтрээд буцах хаяг, минутын хязгаар');
    const known = await world.database.query<{ key: string }>(
      'select distinct permission as key from role_permissions',
    );
    const named = slotsOf(parseSentence(sentences['rbac.role.create']?.mn ?? '')).find(
      ({ field }) => field === 'permissions',
    );
    expect(known.filter(({ key }) => !named?.choices?.has(key))).toEqual([]);
  });

  it('name actor and target in the language of the reader, with their ids', async () => {
    await actAs(admin, async (tx) => setRole(tx, citizen.userId, 5));
    const query = `?action=users.role.changed&target=${citizen.userId}`;
    const [mn] = await readSentences(query, inMongolian);
    expect(mn).toBe(
      `${await nameOf(0)} нь ${await nameOf(1)} хэрэглэгчид «Хүсэлт шийдэх ажилтан» дүр олголоо`,
    );
    const [entry] = (await get(query)).body.data.items;
    expect(entry.sentence.map(({ text }: Part) => text).join('')).toMatch(/ gave the role Case officer to /);
    expect(entry.sentence.filter(({ kind }: Part) => kind !== undefined)).toMatchObject([
      { kind: 'person', id: admin.userId, open: true },
      { kind: 'role', id: '5' },
      { kind: 'person', id: citizen.userId, open: true },
    ]);
    expect(entry).toMatchObject({ target: citizen.userId, metadata: { role_id: 5 } });
  });

  it('tell why a sign-in failed in the language of the reader', async () => {
    const { userId } = await signInAs('user', 5);
    const person = await phone.citizen(/^ordinary/, 5);
    const caller = createCaller(server.url);
    const started = await caller.post('/api/v1/auth/eid/start-id', { national_id: person.national_id });
    await phone.act(person, 'refuse', { end_result: 'WRONG_VC' });
    await pollToEnd(caller, started.body.data.sid);
    const query = `?action=auth.eid.failed&target=${userId}`;
    expect((await readSentences(query, inMongolian))[0]).toMatch(/: утсан дээр өөр код сонгосон$/);
    expect((await readSentences(query))[0]).toMatch(/: another code was chosen on the phone$/);
  });

  it('call a deleted person by the id alone', async () => {
    const { userId } = await signInAs('user', 4);
    await actAs(admin, async (tx) => {
      await softDelete(tx, userId);
    });
    const [entry] = (await get(`?action=users.deleted&target=${userId}`)).body.data.items;
    expect(entry.sentence.at(-1)).toEqual({ text: userId, kind: 'person', id: userId, open: false });
    expect(JSON.stringify(entry)).not.toContain(await nameOf(4));
  });

  it('are recorded as an access for a person whom only the metadata names', async () => {
    const count = async () =>
      (
        await world.database.query(`select from audit_log where category = 'access' and target = $1`, [
          other.userId,
        ])
      ).length;
    await actAs(admin, async (tx) =>
      tx.audit(
        { action: 'gov.application.reassign', category: 'gov', about: '', fields: ['given_to'] },
        { target: 'a', metadata: { given_to: other.userId } },
      ),
    );
    const before = await count();
    expect((await readSentences('?action=gov.application.reassign', inMongolian))[0]).toContain(
      await nameOf(2),
    );
    expect(await count()).toBe(before + 1);
  });
});

describe('filters', () => {
  it('find what a person did and what was done to them, newest first, in pages', async () => {
    const seen: { id: number; actor_user_id?: string; target?: string }[] = [];
    let query = `?person=${citizen.userId}&limit=2`;
    for (;;) {
      const { data } = (await get(query)).body;
      seen.push(...data.items);
      if (data.next === undefined) break;
      query = `?person=${citizen.userId}&limit=2&cursor=${data.next}`;
    }
    for (const { actor_user_id, target } of seen) expect([actor_user_id, target]).toContain(citizen.userId);
    expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
    const all = await world.database.query(
      `select from audit_log where actor_user_id = $1::uuid or target = $1::text`,
      [citizen.userId],
    );
    expect(seen.length).toBe(all.length);
    expect((await readSentences(`?person=${citizen.userId}&category=users`)).length).toBe(1);
  });

  it('find a matter by the code a person knows', async () => {
    const [organisation] = await world.database.query<{ id: string }>(
      `insert into organisations (reg_no, name, created_by, created_at)
       values ('KH-77', 'Хан-Уул ХХК', $1, now()) returning id`,
      [citizen.userId],
    );
    const { id = '' } = organisation ?? {};
    await actAs(admin, async (tx) => tx.audit(organisationEvents.verified, { target: id }));
    for (const matter of ['kh-77', id])
      expect(await readSentences(`?matter=${matter}`, inMongolian)).toEqual([
        expect.stringContaining('Хан-Уул ХХК байгууллагыг'),
      ]);
    const [entry] = (await get(`?matter=${id}`)).body.data.items;
    expect(entry.sentence.at(-1)).toMatchObject({ kind: 'organisation', id, open: false });
    expect(await readSentences('?matter=APP-2026-999999')).toEqual([]);
  });

  it('refuse a person who is no id', async () => {
    expect((await get('?person=x')).status).toBe(422);
    expect((await get(`?matter=${'m'.repeat(201)}`)).status).toBe(422);
  });
});

describe('audit.export', () => {
  it('streams every page of the filtered log as CSV and closes formulas', async () => {
    await actAs(admin, async (tx) => {
      for (let at = 0; at < 620; at += 1)
        tx.audit(
          { action: 'rbac.role.delete', category: 'rbac', about: '', fields: ['key'] },
          { target: at === 0 ? '=HYPERLINK("x")' : String(at), metadata: { key: `k${at}` } },
        );
    });
    world.clock.advance(1000);
    const answer = await get('download?format=csv&category=rbac&language=en');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/csv');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-.*\.csv"$/);
    const lines = answer.text.trim().split('\r\n');
    expect(lines).toHaveLength(621);
    expect(lines[0]).toMatch(/id,occurred_at,sentence,/);
    expect(new Set(lines).size).toBe(621);
    expect(answer.text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(answer.text).not.toMatch(/,=/);
    expect(lines.at(-1)).toContain('deleted the role k0');
  });

  it('streams JSON lines in the chosen language, and records itself with its filters', async () => {
    const answer = await get(`download?format=jsonl&person=${citizen.userId}&category=users&language=mn`);
    const [line, ...more] = answer.text.trim().split('\n');
    expect(more).toEqual([]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      action: 'users.role.changed',
      sentence: expect.stringContaining('дүр олголоо'),
      metadata: { role_id: 5 },
    });
    const [entry] = (await get('?action=audit.exported')).body.data.items;
    expect(entry).toMatchObject({
      actor_user_id: admin.userId,
      metadata: { format: 'jsonl', filters: [`person=${citizen.userId}`, 'category=users'] },
    });
    const [looked] = await world.database.query(
      `select from audit_log where target = $1 and metadata ->> 'row' = 'audit.export'`,
      [citizen.userId],
    );
    expect(looked).toBeDefined();
  });

  it.each([
    ['an unknown format', 'download?format=xlsx', 422],
    ['no format', 'download', 422],
    ['an unknown filter', 'download?format=csv&offset=1', 422],
    ['a person who is no id', 'download?format=csv&person=x', 422],
    ['a time that does not exist', 'download?format=csv&from=yesterday', 400],
    ['text that a database cannot store', 'download?format=csv&target=%00', 422],
  ])('refuses %s', async (_what, path, status) => {
    expect((await get(path)).status).toBe(status);
  });

  it('is for administrators', async () => {
    expect((await createCaller(server.url).get('/api/v1/audit/download?format=csv')).status).toBe(401);
    expect((await get('download?format=csv', other)).status).toBe(403);
  });
});
