import type { FastifyInstance } from 'fastify';
import type { createPeople, UpstreamPerson } from './people.ts';

/** Faults that a client must detect, applied to the next token or call. */
export const UPSTREAM_FAULTS = [
  'wrong_nonce',
  'wrong_audience',
  'wrong_issuer',
  'wrong_signature',
  'unknown_key',
  'no_signature',
  'expired',
  'no_id_token',
  'other_userinfo',
  'down',
  'silent',
] as const;
export type UpstreamFault = (typeof UPSTREAM_FAULTS)[number];

export interface UpstreamFaults {
  /** Consumes one. */
  takes(kind: UpstreamFault): boolean;
}

export function registerUpstreamControl(
  app: FastifyInstance,
  people: ReturnType<typeof createPeople>,
): UpstreamFaults {
  const waiting: UpstreamFault[] = [];

  app.post<{ Body: { kind: UpstreamFault; count?: number } }>(
    '/control/upstream-sso/misdeeds',
    {
      schema: {
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['kind'],
          properties: {
            kind: { enum: [...UPSTREAM_FAULTS] },
            count: { type: 'integer', minimum: 1, maximum: 100 },
          },
        },
      },
    },
    async ({ body }) => {
      for (let left = body.count ?? 1; left > 0; left -= 1) waiting.push(body.kind);
      return { items: waiting };
    },
  );

  app.delete('/control/upstream-sso/misdeeds', async (_request, reply) => {
    waiting.splice(0);
    return reply.code(204).send();
  });

  app.get('/control/upstream-sso/people', async () => ({ items: people.list() }));

  app.post<{ Body: UpstreamPerson }>(
    '/control/upstream-sso/people',
    {
      schema: {
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['sub', 'claims'],
          properties: {
            sub: { type: 'string', minLength: 1, maxLength: 300 },
            claims: {
              type: 'object',
              additionalProperties: { anyOf: [{ type: 'string' }, { type: 'boolean' }] },
            },
          },
        },
      },
    },
    async ({ body }) => {
      people.put(body);
      return body;
    },
  );

  return {
    takes: (kind) => {
      const at = waiting.indexOf(kind);
      if (at >= 0) waiting.splice(at, 1);
      return at >= 0;
    },
  };
}
