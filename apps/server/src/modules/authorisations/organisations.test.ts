import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPANIES } from '../../../../sandbox/src/state-registry/index.ts';
import type { Answer } from '../../../test/caller.ts';
import type { PersonName } from '../../../test/gov.ts';
import { joinOrganisation } from '../organisations/test/joining.ts';
import { type AuthorisationStage, openAuthorisations } from './test/stage.ts';

let stage: AuthorisationStage;
let company: (typeof COMPANIES)[number];
let orgId: string;
/** Leads the company. */
let director: PersonName;
/** Have nothing to do with it. */
let receiver: PersonName;
let owner: PersonName;

beforeAll(async () => {
  stage = await openAuthorisations();
  const people = Object.entries(stage.citizens) as [PersonName, { national_id: string }][];
  const found = COMPANIES.find(({ ceo }) => people.some(([, { national_id: id }]) => id === ceo.regNo));
  if (found === undefined) throw new Error('nobody leads a company');
  company = found;
  director = people.find(([, { national_id: id }]) => id === found.ceo.regNo)?.[0] ?? 'bold';
  const known = new Set([found.ceo, ...found.founders.map(({ person }) => person)].map(({ regNo }) => regNo));
  const others = people.filter(([, { national_id: id }]) => !known.has(id)).map(([name]) => name);
  [receiver = 'sarnai', owner = 'other'] = others;
  const made = await stage.gov.post(director, '/org', { reg_no: company.regNo, name: 'Зохиосон нэр' });
  expect(made.status).toBe(201);
  orgId = made.body.data.id;
});
afterAll(() => stage.gov.world.close());
beforeEach(async () => {
  stage.gov.world.clock.advance(60_000);
  await stage.gov.signInAgain();
});

const said = async (answer: Promise<Answer>) => {
  const { status, body } = await answer;
  return [status, body.error];
};
const wish = (over: object = {}) => {
  const { national_id: number, surname, given_name: given } = stage.citizens[receiver];
  return stage.wish({
    register_number: number,
    name: `${surname} ${given}`,
    organisation_id: orgId,
    ...over,
  });
};
const check = () => stage.gov.runJob('authorisations.representation');

describe('an authorisation of an organisation', () => {
  it('is given by an owner whom the provider confirms, in the name of the state register', async () => {
    expect(await said(stage.begin(director, wish()))).toEqual([409, 'not_verified']);
    const linked = await stage.gov.post(director, '/users/me/eid/organizations', { reg_no: company.regNo });
    expect(linked.status).toBe(200);
    expect(await said(stage.begin(owner, wish()))).toEqual([404, 'not_found']);
    const given = await stage.give(director, wish());
    expect(given.status).toBe(201);
    const { surname, given_name: name } = stage.citizens[director];
    expect(given.body.data.grantor).toEqual({
      kind: 'organisation',
      name: company.name,
      representative: `${surname} ${name}`,
    });
    const { id } = given.body.data;
    expect((await stage.gov.post(receiver, `/authorisations/${id}/accept`)).body.data.holds).toBe(true);
    expect(await stage.held(receiver)).toMatchObject([
      { id, grantor: { kind: 'organisation', organisationId: orgId, name: company.name } },
    ]);
    await check();
    expect(await stage.held(receiver)).toHaveLength(1);
  });

  it('needs the signature over this organisation, and is visible to owners alone', async () => {
    const { organisation_id: _, ...own } = wish();
    const sid = await stage.sign(director, own);
    const given = stage.gov.post(director, '/authorisations', { ...wish(), sid });
    expect(await said(given)).toEqual([409, 'signature_mismatch']);
    const [first] = await stage.list(receiver, 'received');
    await joinOrganisation(
      stage.gov.server,
      orgId,
      stage.gov.people[director],
      stage.gov.people[owner],
      'admin',
    );
    expect((await stage.gov.get(owner, `/authorisations/${first?.id}`)).status).toBe(404);
    expect(await said(stage.begin(owner, wish()))).toEqual([403, 'forbidden']);
    await stage.gov.world.database.query(
      `update organisation_members set role = 'owner' where org_id = $1 and user_id = $2`,
      [orgId, stage.gov.people[owner].userId],
    );
    expect(await stage.list(owner, 'given')).toMatchObject([{ id: first?.id }]);
    // An owner on paper is not a representative.
    expect(await said(stage.begin(owner, wish()))).toEqual([403, 'not_representative']);
  });

  it('no longer holds when its signer stops being an owner, at once', async () => {
    const write = (role: string) =>
      stage.gov.world.database.query(
        'update organisation_members set role = $3 where org_id = $1 and user_id = $2',
        [orgId, stage.gov.people[director].userId, role],
      );
    expect(await stage.held(receiver)).toHaveLength(1);
    await write('admin');
    expect(await stage.held(receiver)).toEqual([]);
    await write('owner');
    expect(await stage.held(receiver)).toHaveLength(1);
  });

  it('ends when the register no longer names its signer, and cannot be accepted then', async () => {
    const held = (await stage.give(director, wish())).body.data.id;
    expect((await stage.gov.post(receiver, `/authorisations/${held}/accept`)).body.data.holds).toBe(true);
    const offered = (await stage.give(director, wish())).body.data.id;
    const other = Object.values(stage.citizens).find(({ national_id: id }) => id !== company.ceo.regNo);
    const lead = (national_id: string | undefined) =>
      fetch(`${stage.gov.world.sandbox.url}/control/companies/${company.regNo}/leader`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ national_id }),
      });
    const accepting = () => said(stage.gov.post(receiver, `/authorisations/${offered}/accept`));
    await lead(other?.national_id);
    expect(await accepting()).toEqual([409, 'representation_ended']);
    // Named again before the job runs: what has ended stays ended.
    stage.gov.world.clock.advance(61_000);
    await stage.gov.get(director, '/acting/parties');
    await lead(company.ceo.regNo);
    const back = await stage.gov.post(director, '/org/take-over', { reg_no: company.regNo });
    expect(back.body.data).toMatchObject({ named: true });
    expect((await stage.held(receiver)).map(({ id }) => id)).not.toContain(held);
    expect(await accepting()).toEqual([409, 'representation_ended']);
    await check();
    const stateOf = async (id: string) =>
      (await stage.gov.get(receiver, `/authorisations/${id}`)).body.data?.state;
    expect(await stateOf(held)).toBe('lapsed');
    expect((await stage.held(receiver)).map(({ id }) => id)).not.toContain(held);
    expect((await stage.titles(receiver))[0]).toContain('has ended');
    const audited = await stage.gov.world.database.query(
      `select target from audit_log where action = 'authorisations.lapsed'`,
    );
    expect(audited.length).toBeGreaterThanOrEqual(2);
  });
});
