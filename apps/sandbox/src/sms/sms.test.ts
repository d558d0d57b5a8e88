import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerError } from '../problem.ts';
import { registerSms, type TextMessage } from './index.ts';

describe('the gateway for text messages', () => {
  let app: FastifyInstance;
  beforeEach(() => {
    app = Fastify();
    app.setErrorHandler(answerError);
    registerSms(app, { apiKey: 'key', now: () => new Date('2026-01-01T00:00:00Z') });
  });
  afterEach(() => app.close());

  const send = (message: object, key = 'key') =>
    app.inject({
      method: 'POST',
      url: '/sms/messages',
      headers: { authorization: `Bearer ${key}` },
      payload: { id: '1', from: 'Tamga', to: '+97699112233', text: 'Сайн уу', ...message },
    });
  const inbox = async (to?: string): Promise<TextMessage[]> =>
    (await app.inject({ method: 'GET', url: '/control/sms', query: to === undefined ? {} : { to } })).json()
      .items;

  it('delivers a message once, to its number only', async () => {
    expect((await send({})).statusCode).toBe(202);
    expect((await send({})).statusCode).toBe(202);
    expect((await send({ id: '2', to: '+97688112233' })).statusCode).toBe(202);
    expect(await inbox('+97699112233')).toMatchObject([{ text: 'Сайн уу', from: 'Tamga' }]);
    expect(await inbox()).toHaveLength(2);
    await app.inject({ method: 'DELETE', url: '/control/sms' });
    expect(await inbox()).toEqual([]);
  });

  it('refuses a wrong key, a wrong number, and what a test told it to', async () => {
    expect((await send({}, 'other')).statusCode).toBe(401);
    expect((await send({ to: '99112233' })).statusCode).toBe(400);
    await app.inject({ method: 'POST', url: '/control/sms/refuse', payload: { count: 1 } });
    expect((await send({})).statusCode).toBe(503);
    expect((await send({})).statusCode).toBe(202);
  });
});
