import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CITIZENS } from '../citizens.ts';
import { answerError } from '../problem.ts';
import { registerDirectory } from './index.ts';
import { ORGANISATIONS } from './organisations.ts';

let app: FastifyInstance;

beforeAll(async () => {
  app = Fastify();
  app.setErrorHandler(answerError);
  registerDirectory(app, { token: 'secret' });
  await app.ready();
});
afterAll(() => app.close());

const person = (search_text: string, token = 'secret') =>
  app.inject({
    method: 'POST',
    url: '/api/user/find',
    headers: { authorization: `Bearer ${token}` },
    payload: { search_text },
  });
const organisation = (search_text: string, token = 'secret') =>
  app.inject({
    url: '/api/organization/find',
    query: { search_text },
    headers: { authorization: `Bearer ${token}` },
  });

describe('the directory of the sandbox', () => {
  it('finds every citizen by number, civil id and both names', async () => {
    for (const citizen of CITIZENS)
      for (const text of [
        citizen.nationalId.toLowerCase(),
        citizen.civilId,
        `${citizen.surname} ${citizen.givenName}`,
        `${citizen.surnameEn} ${citizen.givenNameEn}`.toUpperCase(),
      ])
        expect((await person(text)).json()).toMatchObject({ reg_no: citizen.nationalId });
  });

  it('derives birth date and sex from the register number', async () => {
    expect((await person('УБ85031512')).json()).toMatchObject({ birth_date: '1985-03-15', gender: 1 });
    expect((await person('УУ03300361')).json()).toMatchObject({ birth_date: '2003-10-03', gender: 2 });
  });

  it('finds its organisations', async () => {
    for (const { regNo, name } of ORGANISATIONS)
      for (const text of [regNo, name])
        expect((await organisation(text)).json()).toMatchObject({ reg_no: regNo });
  });

  it('answers 404 to an unknown number, 400 to an empty search, 401 to a wrong token', async () => {
    expect((await person('Хэн ч биш')).statusCode).toBe(404);
    expect((await organisation('0000000')).statusCode).toBe(404);
    expect((await person('')).statusCode).toBe(400);
    expect((await person('УБ85031512', 'other')).statusCode).toBe(401);
    expect((await organisation('2661234', '')).statusCode).toBe(401);
  });
});
