import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEmailCodeAdapter } from './index.ts';

let app: FastifyInstance;
let baseUrl: string;
let next: { status: number; body: unknown };

beforeAll(async () => {
  app = Fastify();
  app.post('/verify/:action', async (_request, reply) => reply.code(next.status).send(next.body));
  baseUrl = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.close());

const adapter = (change = {}) =>
  createEmailCodeAdapter({ baseUrl, apiKey: 'key', channel: 'email', ...change });

describe('the e-mail code adapter', () => {
  it.each([
    ['a failing service', 500, {}, 'unavailable'],
    ['a refused key', 401, {}, 'rejected'],
    ['an answer without a request id', 200, {}, 'unavailable'],
    ['an answer that is no object', 200, 'null', 'unavailable'],
  ])('distinguishes %s from a sent code', async (_what, status, body, failure) => {
    next = { status, body };
    await expect(adapter().send('a@example.mn')).rejects.toMatchObject({ failure });
  });

  it('accepts only the status approved for a right code', async () => {
    for (const word of ['denied', 'expired', 'Approved', true, undefined]) {
      next = { status: 200, body: { status: word } };
      expect(await adapter().check('id', '123456')).toBe(false);
    }
    next = { status: 200, body: { status: 'approved' } };
    expect(await adapter().check('id', '123456')).toBe(true);
  });

  it('reports a missing setting or an outage, without the address in its text', async () => {
    const unset = adapter({ apiKey: undefined }).send('secret@example.mn');
    await expect(unset).rejects.toMatchObject({ failure: 'not_configured' });
    const silent = adapter({ baseUrl: 'http://127.0.0.1:9' }).send('secret@example.mn');
    const error = await silent.catch((failure: Error) => failure);
    expect(error).toMatchObject({ failure: 'unavailable' });
    expect(String(error)).not.toContain('secret@example.mn');
  });
});
