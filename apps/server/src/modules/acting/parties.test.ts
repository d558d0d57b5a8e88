import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../../test/caller.ts';
import type { PersonName } from '../../../test/gov.ts';
import { type AuthorisationStage, openAuthorisations } from '../authorisations/test/stage.ts';

let stage: AuthorisationStage;
beforeAll(async () => {
  stage = await openAuthorisations();
});
afterAll(() => stage.gov.world.close());
// Each test starts with a full allowance, and asks the register of children again.
beforeEach(async () => {
  stage.gov.world.clock.advance(301_000);
  await stage.gov.signInAgain();
});

const call = (who: PersonName, party: string, method: string, path: string, body: object = {}) =>
  createCaller(stage.gov.server.url).call(method, `/api/v1${path}`, {
    token: stage.gov.people[who].token,
    headers: { 'x-acting-for': party },
    ...(method === 'GET' ? {} : { body }),
  });
async function apply(who: PersonName, party: string, service: string) {
  const made = await call(who, party, 'POST', '/gov/applications', { service_id: service });
  expect([made.status, made.body.error]).toEqual([201, undefined]);
  return made.body.data.application as { id: string; reference_no: string };
}
const partyOf = async (who: PersonName, right: string) =>
  (await stage.gov.get(who, '/acting/parties')).body.data.items.find(
    (each: { right: string }) => each.right === right,
  )?.id as string;
const control = (path: string, body: object) =>
  fetch(`${stage.gov.world.sandbox.url}/control/${path}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
const at = (id: string) => `/gov/officer/queue/${id}`;
async function ask(id: string) {
  await stage.gov.post('officer', `${at(id)}/assign`);
  expect((await stage.gov.post('officer', `${at(id)}/request-info`, { note: 'Which?' })).status).toBe(200);
}
const waiting = async (who: PersonName) => {
  const seen = await stage.gov.get(who, '/gov/overview/parties');
  expect(seen.status).toBe(200);
  return seen.body.data as {
    items: { party_id: string; name: string; asked: { id: string }[]; unpaid_amount: number }[];
    incomplete: boolean;
  };
};
/** The messages about a case: its link and body. */
async function told(who: PersonName, words: string) {
  await stage.gov.runQueued('acting.tell');
  const items = (await stage.gov.get(who, '/gov/notifications?limit=50')).body.data.items;
  return items.filter(({ body }: { body: string }) => body.includes(words)) as {
    title: string;
    link: string;
  }[];
}
const looks = async (who: PersonName, party: string | undefined, words: string) =>
  (party === undefined
    ? await stage.gov.get(who, '/users/me/access-log')
    : await call(who, party, 'GET', '/users/me/access-log')
  ).text.includes(words);
const childOf = '101518051417';
const parents = (...who: PersonName[]) =>
  control(`children/${childOf}/parents`, {
    national_ids: who.map((each) => stage.citizens[each].national_id),
  });

describe('what waits for a child', () => {
  it('is shown to the parents of today, with links and accesses that belong to the child', async () => {
    const service = await stage.gov.publish({ fee: 7000 });
    const party = await partyOf('bold', 'parent');
    await partyOf('sarnai', 'parent');
    const made = await apply('bold', party, service);
    await ask(made.id);
    for (const who of ['bold', 'sarnai'] as const)
      expect(await waiting(who)).toMatchObject({
        incomplete: false,
        items: [{ party_id: party, kind: 'child', asked: [{ id: made.id }], unpaid_amount: 7000 }],
      });
    expect((await waiting('other')).items).toEqual([]);
    expect((await stage.gov.get('bold', '/gov/overview')).body.data.unpaid_count).toBe(0);
    for (const who of ['bold', 'sarnai'] as const)
      for (const { link } of await told(who, made.reference_no))
        expect(link).toBe(`/applications/${made.id}?for=${party}`);
    await stage.gov.get('officer', at(made.id));
    expect(await looks('sarnai', party, made.reference_no)).toBe(true);
    expect(await looks('bold', undefined, made.reference_no)).toBe(false);

    await parents('sarnai');
    stage.gov.world.clock.advance(301_000);
    expect((await waiting('bold')).items).toEqual([]);
    expect((await waiting('sarnai')).items).toHaveLength(1);
    const refused = await call('bold', party, 'GET', '/users/me/access-log');
    expect([refused.status, refused.body.error]).toEqual([403, 'acting_not_allowed']);
    expect(await looks('sarnai', party, made.reference_no)).toBe(true);

    // An entry from before the log belonged to the child names the person who filed.
    await stage.gov.world.database.query(
      `insert into audit_log (occurred_at, actor_user_id, action, category, target, metadata)
       values ($1, $2, 'access.person.read', 'access', $3, $4)`,
      [
        stage.gov.world.clock.now(),
        stage.gov.people.officer.userId,
        stage.gov.people.bold.userId,
        { row: 'gov.officer.case', role: 'manager', office: 'Before', matter_id: made.id, matter: 'OLD' },
      ],
    );
    expect([await looks('bold', undefined, 'Before'), await looks('sarnai', party, 'Before')]).toEqual([
      false,
      true,
    ]);
    await parents('bold', 'sarnai');
  });

  it('is named as missing while the register is away, beside what is the person’s own', async () => {
    await stage.phone.fault('registry_down', 1);
    expect(await waiting('bold')).toEqual({ items: [], total: 0, incomplete: true });
    expect((await stage.gov.get('bold', '/gov/overview')).status).toBe(200);
  });
});

describe('what waits for a person who authorised somebody', () => {
  it('is shown within the authorisation, and a fee that its holder may not pay is told to the person', async () => {
    const [covered, other] = [await stage.gov.publish({ fee: 3000 }), await stage.gov.publish()];
    const id = await stage.accepted({ purposes: ['apply'], services: [covered] });
    const party = await partyOf('sarnai', 'authorisation');
    const before = (await stage.gov.get('bold', '/gov/overview')).body.data.unpaid_amount as number;
    const made = await apply('sarnai', party, covered);
    const own = (await stage.gov.apply('bold', other)).body.data.application;
    await ask(made.id);
    await ask(own.id);
    const mine = (await waiting('sarnai')).items.find((each) => each.party_id === party);
    expect(mine).toMatchObject({ asked: [{ id: made.id }], unpaid_amount: 0 });
    const forBold = await told('bold', made.reference_no);
    expect(forBold.map(({ link }) => link)).toEqual(forBold.map(() => `/applications/${made.id}`));
    expect(forBold.map(({ title }) => title)).toContain('A fee is due');
    expect((await told('sarnai', made.reference_no)).map(({ title }) => title)).not.toContain('A fee is due');
    expect((await stage.gov.get('bold', '/gov/overview')).body.data.unpaid_amount).toBe(before + 3000);
    const log = await call('sarnai', party, 'GET', '/users/me/access-log');
    expect([log.status, log.body.error]).toEqual([403, 'acting_not_allowed']);
    await stage.gov.post('bold', `/authorisations/${id}/end`);
    expect((await waiting('sarnai')).items.some((each) => each.party_id === party)).toBe(false);
  });
});

describe('an organisation', () => {
  it('keeps its messages for the representative who takes over', async () => {
    const { gov, citizens } = stage;
    const number = '6000011';
    expect((await gov.post('bold', '/org', { reg_no: number, name: 'Болд Трейд' })).status).toBe(201);
    expect((await gov.post('bold', '/org/take-over', { reg_no: number })).status).toBe(200);
    const party = await partyOf('bold', 'owner');
    const made = await apply('bold', party, await gov.publish());
    expect(await told('bold', made.reference_no)).toHaveLength(1);
    await control(`companies/${number}/leader`, { national_id: citizens.sarnai.national_id });
    await ask(made.id);
    expect(await told('bold', made.reference_no)).toHaveLength(1);
    gov.world.clock.advance(120_000);
    await gov.runJob('acting.tell_kept');
    expect(await told('sarnai', made.reference_no)).toEqual([]);
    expect((await gov.post('sarnai', '/org/take-over', { reg_no: number })).status).toBe(200);
    gov.world.clock.advance(120_000);
    await gov.runJob('acting.tell_kept');
    expect(await told('sarnai', made.reference_no)).toMatchObject([
      { link: `/applications/${made.id}?for=${party}` },
    ]);
    expect(await told('bold', made.reference_no)).toHaveLength(1);
    expect((await waiting('sarnai')).items).toContainEqual(
      expect.objectContaining({ party_id: party, asked: [expect.objectContaining({ id: made.id })] }),
    );
    expect((await waiting('bold')).items.some((each) => each.party_id === party)).toBe(false);
    await gov.get('officer', at(made.id));
    expect(await looks('sarnai', party, made.reference_no)).toBe(true);
    expect(await looks('bold', undefined, made.reference_no)).toBe(false);
  });

  it('cannot apply for a service that is for people, and states who files its form', async () => {
    const { gov } = stage;
    const party = await partyOf('sarnai', 'owner');
    const card = await gov.publish({ applicants: ['person', 'child'] });
    for (const [method, path, body] of [
      ['POST', '/gov/applications', { service_id: card }],
      ['PUT', `/gov/drafts/${card}`, { payload: {} }],
      [
        'POST',
        '/gov/appointments',
        {
          service_id: card,
          scheduled_at: new Date(gov.world.clock.now().getTime() + 86_400_000).toISOString(),
        },
      ],
    ] as const) {
      const refused = await call('sarnai', party, method, path, body);
      expect([refused.status, refused.body.error]).toEqual([403, 'not_for_applicant']);
    }
    const firms = await gov.publish({ applicants: ['organisation'] });
    expect((await gov.apply('sarnai', firms)).body.error).toBe('not_for_applicant');
    const say = (text: string) => ({ mn: text, en: text });
    const form = {
      type: 'object',
      properties: { name: { type: 'string', 'x-title': say('Filed by'), 'x-prefill': 'last_name' } },
      additionalProperties: false,
    } as never;
    const service = await gov.publish({ applicants: ['organisation'], form });
    const send = (name: string) =>
      call('sarnai', party, 'POST', '/gov/applications', { service_id: service, payload: { name } });
    expect((await send('Дорж')).status).toBe(422);
    expect((await send('Батбаяр')).status).toBe(201);
  });
});
