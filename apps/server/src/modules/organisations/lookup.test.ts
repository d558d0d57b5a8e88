import { type FastifyInstance, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerError } from '../../../../sandbox/src/problem.ts';
import { COMPANIES, registerStateRegistry } from '../../../../sandbox/src/state-registry/index.ts';
import { type Caller, createCaller } from '../../../test/caller.ts';
import { createPhone, type SignedIn, signIn } from '../../../test/citizens.ts';
import { openWorld, type TestServer, type TestWorld } from '../../../test/server.ts';
import { createStateRegistry } from '../../adapters/state-registry/index.ts';
import { organisationParts } from '../../composition/organisation-parts.ts';
import { organisations } from './index.ts';
import { namesNobody } from './test/unnamed.ts';

const credentials = { clientId: 'tamga', secret: 'registry-test-key' };

let world: TestWorld;
let registry: FastifyInstance;
let server: TestServer;
let unconfigured: TestServer;
let lost: TestServer;
let refusing: TestServer;
let session: SignedIn;

beforeAll(async () => {
  world = await openWorld();
  registry = fastify();
  registry.setErrorHandler(answerError);
  registerStateRegistry(registry, credentials);
  const baseUrl = await registry.listen({ host: '127.0.0.1', port: 0 });
  const serverWith = (stateRegistry: Parameters<typeof organisations>[0]['stateRegistry']) =>
    world.startServer({
      extraModules: (parts) => [
        organisations({ ...organisationParts(parts), ...namesNobody(parts), stateRegistry }),
      ],
    });
  server = await serverWith(createStateRegistry({ baseUrl, ...credentials }));
  unconfigured = await serverWith(undefined);
  lost = await serverWith(createStateRegistry({ baseUrl: 'http://127.0.0.1:1', ...credentials }));
  refusing = await serverWith(createStateRegistry({ baseUrl, ...credentials, secret: 'another' }));
  const phone = createPhone(world.sandbox);
  session = await signIn(server, phone, await phone.citizen());
});
afterAll(async () => {
  await world.close();
  await registry.close();
});

const lookUp = (regNo: string, on = server, caller: Caller = createCaller(on.url)) =>
  caller.get(`/api/v1/org/lookup/${encodeURIComponent(regNo)}`, { token: session.token });

describe('org.lookup', () => {
  it('returns the registry’s data without register numbers of people', async () => {
    const answer = await lookUp('6000037');
    expect([answer.status, answer.body.data]).toEqual([
      200,
      {
        reg_no: '6000037',
        name: 'Тэмүүлэн Софт',
        name_latin: 'Temuulen Soft',
        type: 'Хязгаарлагдмал хариуцлагатай компани',
        capital: 20_000_000,
        ceo: 'Ганбаатар Тэмүүлэн',
        ceo_position: 'Гүйцэтгэх захирал',
        phone: '70110037',
        address: 'Улаанбаатар, Хан-Уул дүүрэг, 15-р хороо',
        industry: ['Програм хангамж', 'Зөвлөх үйлчилгээ'],
        founders: [
          { name: 'Ганбаатар Тэмүүлэн', type: 'Иргэн', share_percent: 60 },
          { name: 'Эрдэнэ Номин', type: 'Иргэн', share_percent: 40 },
        ],
        stake_holders: [
          { name: 'Ганбаатар Тэмүүлэн', position: 'Гүйцэтгэх захирал' },
          { name: 'Эрдэнэ Номин', position: 'Төлөөлөн удирдах зөвлөлийн гишүүн' },
        ],
      },
    ]);
    for (const company of COMPANIES.filter(({ regNo }) => Number(regNo) % 3 === 0)) {
      const { status, text } = await lookUp(company.regNo);
      expect(status).toBe(200);
      for (const { person } of [...company.founders, ...company.stakeHolders, { person: company.ceo }])
        if (person.kind === 'Иргэн') expect(text).not.toContain(person.regNo);
    }
  });

  it('returns the organisation’s id only to its members', async () => {
    expect((await lookUp('6000011')).body.data).not.toHaveProperty('org_id');
    const made = await createCaller(server.url).post(
      '/api/v1/org',
      { reg_no: '6000011', name: 'Болд Трейд' },
      { token: session.token },
    );
    expect((await lookUp('6000011')).body.data.org_id).toBe(made.body.data.id);
    await world.database.query('delete from organisation_members where org_id = $1', [made.body.data.id]);
    expect((await lookUp('6000011')).body.data).not.toHaveProperty('org_id');
  });

  it('answers 404 for an unknown and for a malformed register number', async () => {
    for (const regNo of ['9999999', '123', '1'.repeat(17), '60000 11'])
      expect([regNo, (await lookUp(regNo)).status]).toEqual([regNo, 404]);
  });

  it('answers 503 without a registry, 503 when it is unreachable, 502 when its answer is invalid', async () => {
    const off = await lookUp('6000011', unconfigured);
    expect([off.status, off.body.error]).toEqual([503, 'not_configured']);
    const gone = await lookUp('6000011', lost);
    expect([gone.status, gone.body.error]).toEqual([503, 'upstream_unavailable']);
    const no = await lookUp('6000011', refusing);
    expect([no.status, no.body.error]).toEqual([502, 'upstream_failed']);
  });

  it('allows fifteen requests at once from one address', async () => {
    const caller = createCaller(server.url);
    const answers = await Promise.all(Array.from({ length: 16 }, () => lookUp('6000029', server, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(15).fill(200), 429]);
  });

  it('needs a session', async () => {
    expect((await createCaller(server.url).get('/api/v1/org/lookup/6000011')).status).toBe(401);
  });
});
