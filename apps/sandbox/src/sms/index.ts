import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { problem } from '../problem.ts';

/** An endless test run must not fill the memory. */
const CAPACITY = 500;

export interface TextMessage {
  id: string;
  from: string;
  to: string;
  text: string;
  received_at: string;
}

const messageBody = {
  type: 'object',
  additionalProperties: false,
  required: ['id', 'from', 'to', 'text'],
  properties: {
    id: { type: 'string', minLength: 1, maxLength: 64 },
    from: { type: 'string', minLength: 1, maxLength: 20 },
    to: { type: 'string', pattern: '^\\+[1-9][0-9]{7,14}$' },
    text: { type: 'string', minLength: 1, maxLength: 1000 },
  },
};
const listQuery = { type: 'object', properties: { to: { type: 'string', maxLength: 20 } } };
const faultBody = {
  type: 'object',
  additionalProperties: false,
  required: ['count'],
  properties: { count: { type: 'integer', minimum: 0, maximum: 1000 } },
};

/** A gateway for text messages, and the inbox of every phone. */
export function registerSms(app: FastifyInstance, options: { apiKey: string; now: () => Date }): void {
  let messages: TextMessage[] = [];
  let refusals = 0;

  app.post<{ Body: Omit<TextMessage, 'received_at'> }>(
    '/sms/messages',
    { schema: { body: messageBody } },
    async (request, reply) => {
      if (!isSame(request.headers.authorization ?? '', `Bearer ${options.apiKey}`))
        throw problem(401, 'wrong_key', 'The key is missing or wrong.');
      if (refusals > 0) {
        refusals -= 1;
        throw problem(503, 'unavailable', 'The gateway was told to refuse.');
      }
      // A repeated id is the same message, which a phone gets once.
      if (!messages.some(({ id }) => id === request.body.id))
        messages = [{ ...request.body, received_at: options.now().toISOString() }, ...messages].slice(
          0,
          CAPACITY,
        );
      return reply.code(202).send({ id: randomUUID() });
    },
  );

  app.get<{ Querystring: { to?: string } }>(
    '/control/sms',
    { schema: { querystring: listQuery } },
    async (request) => {
      const { to } = request.query;
      const items = to === undefined ? messages : messages.filter((message) => message.to === to);
      return { items, total: items.length };
    },
  );

  app.delete('/control/sms', async (_request, reply) => {
    messages = [];
    return reply.code(204).send();
  });

  app.post<{ Body: { count: number } }>(
    '/control/sms/refuse',
    { schema: { body: faultBody } },
    async (request, reply) => {
      refusals = request.body.count;
      return reply.code(204).send();
    },
  );
}

/** Hashed first, so that lengths may differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
