import { type FastifyInstance, type FastifyReply, fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerError } from '../../../../sandbox/src/problem.ts';
import { registerStateRegistry } from '../../../../sandbox/src/state-registry/index.ts';
import { checkAnswer } from './check-answer.ts';
import { checkRecord } from './check-record.ts';
import { createPersonRegisters, createStateRegistry } from './index.ts';

const credentials = { clientId: 'tamga', secret: 'registry-test-key' };
let app: FastifyInstance;
let baseUrl: string;

beforeAll(async () => {
  app = fastify();
  app.setErrorHandler(answerError);
  registerStateRegistry(app, credentials);
  app.post('/silent/v1/person/record', () => new Promise(() => undefined));
  app.post('/broken/v1/person/record', (_request, reply) => reply.code(502).send('no'));
  const bad = (name: string, answer: (reply: FastifyReply) => unknown) =>
    app.post(`/${name}/v1/org/lookup`, (_request, reply) => answer(reply));
  bad('silent', () => new Promise(() => undefined));
  bad('broken', (reply) => reply.code(500).send('no'));
  bad('busy', (reply) => reply.code(429).send('later'));
  bad('page', (reply) => reply.type('text/html').send('<html>'));
  bad('moved', (reply) => reply.redirect(`/v1/org/lookup`, 307));
  bad('huge', (reply) => reply.send({ found: false, padding: 'x'.repeat(300 * 1024) }));
  bad('wrong', (reply) => reply.send({ found: true, organization: { reg_no: '1', name: '', type: 'x' } }));
  bad('other', (reply) => reply.send({ found: true, organization: { reg_no: '7', name: 'n', type: 'x' } }));
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  app.server.closeAllConnections();
  await app.close();
});

const at = (path: string, timeoutMs = 60_000) =>
  createStateRegistry({ baseUrl: `${baseUrl}${path}`, ...credentials, timeoutMs });

describe('the state registry adapter', () => {
  it('reads a complete company of the sandbox, with the register numbers that linking needs', async () => {
    const found = await at('').lookup('6000011');
    expect(found).toMatchObject({
      regNo: '6000011',
      nameLatin: 'Bold Trade',
      ceo: { name: 'Дорж Болд', regNo: 'УБ85031512', position: 'Гүйцэтгэх захирал' },
      founders: [{ regNo: 'УБ85031512', type: 'Иргэн', sharePercent: 100 }],
    });
  });

  it('reads found: false with 200 as an organisation that does not exist', async () => {
    expect(await at('').lookup('9999999')).toBeUndefined();
  });

  it.each([
    ['silent', 'unavailable', 'no answer in time', 300],
    ['broken', 'unavailable', 'status 500', 60_000],
    ['busy', 'unavailable', 'status 429', 60_000],
    ['page', 'failed', 'malformed', 60_000],
    ['moved', 'failed', 'status 307', 60_000],
    ['huge', 'failed', 'too large', 60_000],
    ['wrong', 'failed', 'malformed', 60_000],
    ['other', 'failed', 'other_organisation', 60_000],
  ])('a registry that is %s is %s', async (path, failure, detail, timeoutMs) => {
    await expect(at(`/${path}`, timeoutMs).lookup('1')).rejects.toMatchObject({
      failure,
      message: expect.stringContaining(detail),
    });
  });

  it('a wrong secret is refused by the sandbox and reported without it', async () => {
    const wrong = createStateRegistry({ baseUrl, clientId: 'tamga', secret: 'not-the-secret' });
    const failure = await wrong.lookup('6000011').catch((error: Error) => error);
    expect(failure).toMatchObject({ failure: 'failed', message: expect.stringContaining('401') });
    expect(String(failure)).not.toContain('not-the-secret');
  });

  it('an empty text counts as absent', () => {
    const organization = { reg_no: '1', name: 'Нэр', type: 'ХХК', ceo: '', phone: '', address: null };
    expect(checkAnswer({ found: true, organization }, '1')).toMatchObject({
      ok: true,
      organisation: { ceo: null, phone: null, address: null, industry: [], founders: [] },
    });
  });
});

describe('the registers of people', () => {
  const civilId = '101485031512';
  const people = (path = '', timeoutMs = 60_000) =>
    createPersonRegisters({ baseUrl: `${baseUrl}${path}`, ...credentials, timeoutMs });

  it('are read with their keeper and the time of the data', async () => {
    const answer = await people().read('residence', civilId);
    expect(answer).toMatchObject({
      keeper: { en: 'General Authority for State Registration' },
      record: { address: { mn: expect.stringContaining('Сүхбаатар') }, registeredOn: '2010-04-12' },
    });
    expect(Date.parse(answer.asOf)).not.toBeNaN();
  });

  it('without an entry report that, distinct from an outage', async () => {
    expect((await people().read('birth', '999999999999')).record).toBeUndefined();
    await expect(people('/silent', 200).read('birth', civilId)).rejects.toThrow('no answer in time');
    await expect(people('/broken').read('birth', civilId)).rejects.toThrow('status 502');
  });

  it('are rejected about another person, another register, or in an unknown format', () => {
    const words = { mn: 'а', en: 'a' };
    const answer = {
      found: true,
      civil_id: civilId,
      as_of: '2026-01-01T00:00:00Z',
      register: { code: 'criminal', name: words, keeper: words },
      record: { convictions: 0 },
    };
    expect(checkRecord(answer, 'criminal', civilId)).toMatchObject({ ok: true });
    for (const [wrong, reason] of [
      [{ civil_id: '101490072324' }, 'other_person'],
      [{ register: { ...answer.register, code: 'tax' } }, 'other_person'],
      [{ record: { convictions: '0' } }, 'malformed'],
      [{ record: undefined }, 'malformed'],
      [{ as_of: 'yesterday' }, 'malformed'],
      [{ register: { code: 'criminal', name: words } }, 'malformed'],
    ] as const)
      expect(checkRecord({ ...answer, ...wrong }, 'criminal', civilId)).toEqual({ ok: false, reason });
    const line = { address: { mn: 'Нэг\nхоёр', en: 'x' }, registered_on: '2026-01-01' };
    const residence = { ...answer, register: { ...answer.register, code: 'residence' }, record: line };
    expect(checkRecord(residence, 'residence', civilId)).toEqual({ ok: false, reason: 'malformed' });
  });
});
