import { fastify } from 'fastify';
import { afterAll, describe, expect, it } from 'vitest';
import { CITIZENS } from '../citizens.ts';
import { answerError } from '../problem.ts';
import { COMPANIES, REGISTERS, readRecord, registerStateRegistry } from './index.ts';

const app = fastify();
app.setErrorHandler(answerError);
registerStateRegistry(app, { clientId: 'tamga', secret: 'registry-test-key' });
afterAll(() => app.close());

const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
const ask = (payload: object, authorization = basic('tamga:registry-test-key')) =>
  app.inject({ method: 'POST', url: '/v1/org/lookup', headers: { authorization }, payload });

describe('the state registry of the sandbox', () => {
  it('has thirty unique companies, and the shares of each add up', () => {
    expect(COMPANIES).toHaveLength(30);
    expect(new Set(COMPANIES.map(({ regNo }) => regNo)).size).toBe(30);
    for (const { regNo, founders } of COMPANIES)
      expect([regNo, founders.reduce((sum, founder) => sum + founder.sharePercent, 0)]).toEqual([
        regNo,
        founders.length === 0 ? 0 : 100,
      ]);
  });

  it('has citizens of the sandbox among the directors', () => {
    const known = new Set(CITIZENS.map(({ nationalId }) => nationalId));
    expect(COMPANIES.filter(({ ceo }) => known.has(ceo.regNo)).length).toBeGreaterThanOrEqual(5);
  });

  it('answers with the whole record, or found: false with 200', async () => {
    const found = await ask({ reg_no: '6000053' });
    expect(found.json()).toMatchObject({
      found: true,
      organization: {
        reg_no: '6000053',
        ceo: 'Сүхбаатар Мөнхбат',
        ceo_reg_no: 'ТА79041938',
        position: 'Гүйцэтгэх захирал',
        founders: [
          { reg_no: 'ТА79041938', share_percent: 70 },
          { reg_no: 'УБ85031512', share_percent: 30 },
        ],
      },
    });
    const unknown = await ask({ reg_no: '1234567' });
    expect([unknown.statusCode, unknown.json()]).toEqual([200, { found: false }]);
  });

  it.each([
    ['no credentials', ''],
    ['a wrong secret', basic('tamga:registry-test-kez')],
    ['another client', basic('other:registry-test-key')],
    ['a bearer token', 'Bearer registry-test-key'],
  ])('rejects %s with 401', async (_what, authorization) => {
    expect((await ask({ reg_no: '6000053' }, authorization)).statusCode).toBe(401);
  });

  it('rejects an unknown body', async () => {
    for (const body of [{}, { reg_no: 'x'.repeat(41) }, { reg_no: '' }])
      expect((await ask(body)).statusCode).toBe(400);
  });
});

describe('the registers of people', () => {
  const read = (payload: object, authorization = basic('tamga:registry-test-key')) =>
    app.inject({ method: 'POST', url: '/v1/person/record', headers: { authorization }, payload });

  it('have an entry for every citizen in every register, except the one without an address', () => {
    const missing = CITIZENS.flatMap(({ civilId, note }) =>
      Object.keys(REGISTERS)
        .filter((register) => readRecord(register, civilId, new Date()) === undefined)
        .map((register) => `${register}: ${note}`),
    );
    expect(missing).toEqual(['residence: ordinary, very long name']);
  });

  it('name their keeper and the time of the answer, and reject wrong credentials', async () => {
    const question = { register: 'marriage', civil_id: '101485031512' };
    expect((await read(question)).json()).toMatchObject({
      found: true,
      civil_id: question.civil_id,
      register: { code: 'marriage', keeper: { en: 'General Authority for State Registration' } },
      record: { status: 'married', spouse: { en: 'Batbayar Sarnai' } },
    });
    expect((await read({ ...question, civil_id: '1' })).json()).toMatchObject({ found: false });
    expect((await read({ ...question, register: 'secrets' })).statusCode).toBe(400);
    expect((await read(question, basic('tamga:wrong'))).statusCode).toBe(401);
  });
});
