import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { COMPANIES } from '../../../../sandbox/src/state-registry/index.ts';
import { createCaller } from '../../../test/caller.ts';
import { type Citizen, createPhone, type Phone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { readReason } from '../../../test/pdf-reason.ts';
import { createClock, openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { until } from '../../../test/until.ts';

interface Person extends SignedIn {
  citizen: Citizen;
}

let world: TestWorld;
let server: TestServer;
let phone: Phone;
let director: Person;
let accountant: Person;
let stranger: Person;
let pdf: Buffer;
let company: (typeof COMPANIES)[number];
let orgId: string;

beforeAll(async () => {
  // With its own keys: shared certificates name the status addresses of another sandbox.
  world = await openWorld({ clock: createClock() });
  server = await world.startServer();
  phone = createPhone(world.sandbox);
  const citizens = (await phone.citizens()).filter(({ note }) => note.startsWith('ordinary'));
  const led = COMPANIES.find(({ ceo }) => citizens.some(({ national_id }) => national_id === ceo.regNo));
  if (led === undefined) throw new Error('no citizen of the sandbox leads a company');
  company = led;
  const known = new Set([led.ceo, ...led.founders.map(({ person }) => person)].map(({ regNo }) => regNo));
  const others = citizens.filter(({ national_id }) => !known.has(national_id));
  const enter = async (citizen: Citizen | undefined): Promise<Person> => {
    if (citizen === undefined) throw new Error('the sandbox has too few citizens');
    return { citizen, ...(await signIn(server, phone, citizen)) };
  };
  director = await enter(citizens.find(({ national_id }) => national_id === led.ceo.regNo));
  accountant = await enter(others[0]);
  stranger = await enter(others[1]);
  const made = PDF.create();
  made.addPage({ size: 'a4' });
  pdf = Buffer.from(await made.save());
  const linked = await call(director, 'POST', '/users/me/eid/organizations', { reg_no: company.regNo });
  expect(linked.status).toBe(200);
});
afterAll(() => world.close());
// Each test starts with a full allowance.
beforeEach(() => world.clock.advance(60_000));

const call = (who: Person, method: string, path: string, body?: object, headers = {}) =>
  createCaller(server.url).call(method, `/api/v1${path}`, {
    token: who.token,
    headers,
    ...(body === undefined ? {} : { body }),
  });
const init = async (who: Person, onBehalfOf: string, fields: Record<string, string> = {}) => {
  const form = new FormData();
  for (const [name, value] of Object.entries({ onBehalfOf, ...fields })) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'Гэрээ.pdf');
  const answer = await fetch(`${server.url}/api/v1/sign/init`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  const body = (await answer.json()) as any;
  return { status: answer.status, error: body.error, id: body.data?.session_id as string };
};
/** The finished session, what the verifier says of the document, and the document. */
const finish = async (who: Person, id: string) => {
  await phone.approve(who.citizen, who.citizen.pin2);
  const read = async () => (await call(who, 'GET', `/sign/${id}`)).body.data;
  await until(async () => (await read()).state === 'completed');
  const session = await read();
  const got = await fetch(`${server.url}/api/v1/sign/${id}/download`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  const bytes = Buffer.from(await got.arrayBuffer());
  const answer = await fetch(`${server.url}/api/v1/sign/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/pdf' },
    body: new Uint8Array(bytes),
  });
  // biome-ignore lint/suspicious/noExplicitAny: tests read reply bodies without types
  return { session, bytes, verdict: ((await answer.json()) as any).data };
};
const switchApp = (action: 'install' | 'disable' | 'enable') =>
  call(director, 'POST', `/store/apps/signing/${action}`, undefined, { 'x-org-id': orgId });
const refusal = ({ status, error }: { status: number; error: string }) => [status, error];

describe('signing on behalf of an organisation', () => {
  it('needs the app of the organisation; who may not represent it learns nothing of the app', async () => {
    expect(refusal(await init(director, company.regNo))).toEqual([404, 'not_found']);
    const made = await call(director, 'POST', '/org', { reg_no: company.regNo, name: 'Зохиосон нэр' });
    expect(made.status).toBe(201);
    orgId = made.body.data.id;
    expect(refusal(await init(director, company.regNo))).toEqual([404, 'not_found']);
    expect(refusal(await init(stranger, company.regNo))).toEqual([403, 'not_representative']);
    await switchApp('install');
    expect((await init(director, company.regNo)).status).toBe(200);
    await switchApp('disable');
    world.clock.advance(60_000);
    expect(refusal(await init(director, company.regNo))).toEqual([404, 'not_found']);
    expect(refusal(await init(stranger, company.regNo))).toEqual([403, 'not_representative']);
    await switchApp('enable');
    expect((await init(director, company.regNo)).status).toBe(200);
  });

  it('puts name and role of the eID provider into the document, not those of the platform', async () => {
    const { id } = await init(director, `NTRMN-${company.regNo}`);
    const { session, verdict, bytes } = await finish(director, id);
    expect(session).toMatchObject({ state: 'completed', on_behalf_of_name: company.name });
    expect(verdict).toMatchObject({
      indication: 'TOTAL_PASSED',
      signatures: [{ signer: { civil_id: director.citizen.civil_id, role: company.position } }],
    });
    expect(readReason(bytes)).toBe(`PIN2, NTRMN-${company.regNo} ${company.name}`);
  });

  it('takes no name and no role from the client', async () => {
    for (const fields of [{ role: 'Захирал' }, { onBehalfOfName: 'Өөр ХХК' }, { organisation: 'Өөр ХХК' }])
      expect((await init(director, company.regNo, fields)).status).toBe(400);
    expect((await init(director, `${company.regNo} Өөр ХХК`)).status).toBe(400);
  });

  it('is refused to people whom the provider does not confirm', async () => {
    expect(refusal(await init(stranger, company.regNo))).toEqual([403, 'not_representative']);
    expect(refusal(await init(director, '9999999'))).toEqual([403, 'not_representative']);
  });

  it('is not completed for a person whom the register dismissed while the phone waited', async () => {
    const lead = (national_id: string) =>
      fetch(`${world.sandbox.url}/control/companies/${company.regNo}/leader`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ national_id }),
      });
    const { id } = await init(director, company.regNo);
    await lead(stranger.citizen.national_id);
    await phone.approve(director.citizen, director.citizen.pin2);
    const read = async () => (await call(director, 'GET', `/sign/${id}`)).body.data;
    await until(async () => (await read()).state !== 'running');
    expect(await read()).toMatchObject({ state: 'failed', reason: 'not_representative' });
    await lead(director.citizen.national_id);
  });

  it('works for an appointed signer from the moment that they confirm until they are removed', async () => {
    const signers = `/users/me/eid/organizations/${company.regNo}/signers`;
    const number = accountant.citizen.national_id;
    const added = await call(director, 'POST', signers, { signer_reg_no: number, role: 'Нягтлан' });
    expect(added.status).toBe(200);
    expect(refusal(await init(accountant, company.regNo))).toEqual([403, 'not_representative']);
    await phone.approve(accountant.citizen, accountant.citizen.pin2);
    const { id } = await init(accountant, company.regNo);
    const { session, verdict } = await finish(accountant, id);
    expect(session.on_behalf_of_name).toBe(company.name);
    expect(verdict.signatures[0].signer).toMatchObject({ role: 'Нягтлан' });
    await call(director, 'DELETE', `${signers}?signer=${encodeURIComponent(number)}`);
    expect(refusal(await init(accountant, company.regNo))).toEqual([403, 'not_representative']);
  });
});
