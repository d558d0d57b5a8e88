import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problem } from '../problem.ts';
import { type Account, createFile, sizeOf } from './accounts.ts';
import type { Grants } from './grants.ts';

export const CLOUD_FAULTS = [
  'down',
  'silent',
  'garbage',
  'huge',
  'redirect',
  'rate_limited',
  'unauthorized',
  'cut',
  'held',
] as const;
export type CloudFault = (typeof CLOUD_FAULTS)[number];
/** The calls a fault applies to: tokens, revocation, the list of files, or the bytes of a file. */
export const CLOUD_PARTS = ['token', 'revoke', 'list', 'content'] as const;
export type CloudPart = (typeof CLOUD_PARTS)[number];

export interface CloudFaults {
  takes(part: CloudPart, kind: CloudFault): boolean;
  /** Waits until the test lets the held call go on. */
  hold(part: CloudPart): Promise<void>;
  /** Answers instead of the route when a fault waits for it. */
  apply(part: CloudPart, request: FastifyRequest, reply: FastifyReply): boolean;
}

export function createCloudFaults(): CloudFaults & {
  add(part: CloudPart, kind: CloudFault): void;
  clear(): void;
  release(): void;
} {
  const waiting: { part: CloudPart; kind: CloudFault }[] = [];
  const held: (() => void)[] = [];
  const takes = (part: CloudPart, kind: CloudFault): boolean => {
    const at = waiting.findIndex((fault) => fault.part === part && fault.kind === kind);
    if (at >= 0) waiting.splice(at, 1);
    return at >= 0;
  };
  return {
    add: (part, kind) => void waiting.push({ part, kind }),
    clear: () => void waiting.splice(0),
    hold: (part) =>
      takes(part, 'held') ? new Promise((resolve) => void held.push(resolve)) : Promise.resolve(),
    release: () => {
      for (const resume of held.splice(0)) resume();
    },
    takes,
    apply: (part, _request, reply) => {
      if (takes(part, 'down')) reply.code(503).send({ error: 'temporarily_unavailable' });
      else if (takes(part, 'rate_limited'))
        reply.code(429).header('retry-after', '1').send({ error: 'slow_down' });
      else if (takes(part, 'unauthorized')) reply.code(401).send({ error: { code: 401 } });
      else if (takes(part, 'garbage')) reply.type('application/json').send('{"files":[{"id":');
      else if (takes(part, 'huge'))
        reply.type('application/json').send(JSON.stringify({ padding: 'x'.repeat(8_000_000) }));
      else if (takes(part, 'redirect')) reply.redirect('http://elsewhere.example/', 302);
      // Never answered: the client must time out.
      else if (takes(part, 'silent')) reply.hijack();
      else return false;
      return true;
    },
  };
}

interface Controlled {
  grants: Grants;
  accounts: readonly Account[];
  faults: ReturnType<typeof createCloudFaults>;
  now: () => Date;
}

const fileBody = {
  type: 'object',
  additionalProperties: false,
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 255 },
    type: { type: 'string', maxLength: 127 },
    /** Text, or a size: then the file is generated while it is sent. */
    text: { type: 'string', maxLength: 60_000 },
    size: { type: 'integer', minimum: 0, maximum: 4 * 1024 ** 3 },
    shared: { type: 'boolean' },
  },
};

/** Acts in the place of the person at the provider, and of the provider's bad days. */
export function registerCloudControl(app: FastifyInstance, name: string, parts: Controlled): void {
  const { grants, accounts, faults } = parts;
  const root = `/control/cloud/${name}`;
  const accountOf = (email: string) => {
    const found = accounts.find((account) => account.email === email);
    if (found === undefined) throw problem(404, 'unknown_account', 'Nobody has this address here.');
    return found;
  };
  const describe = (account: Account) => ({
    email: account.email,
    free_bytes: account.freeBytes,
    grants: grants
      .list()
      .filter((grant) => grant.account === account)
      .map(({ isLive, scope, refreshes, reuses }) => ({ live: isLive, scope, refreshes, reuses })),
    files: account.files.map((file) => ({
      id: file.id,
      name: file.name,
      type: file.type,
      size: sizeOf(file),
      parents: file.parents,
    })),
  });

  app.get(`${root}/accounts`, async () => ({ items: accounts.map(describe) }));
  app.get<{ Params: { email: string } }>(`${root}/accounts/:email`, async ({ params }) =>
    describe(accountOf(params.email)),
  );
  app.post<{ Params: { email: string } }>(`${root}/accounts/:email/withdraw`, async ({ params }) => {
    grants.withdraw(accountOf(params.email));
    return describe(accountOf(params.email));
  });
  app.post<{ Params: { email: string }; Body: { free_bytes: number } }>(
    `${root}/accounts/:email/space`,
    {
      schema: {
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['free_bytes'],
          properties: { free_bytes: { type: 'integer', minimum: 0 } },
        },
      },
    },
    async ({ params, body }) => {
      accountOf(params.email).freeBytes = body.free_bytes;
      return describe(accountOf(params.email));
    },
  );
  app.post<{
    Params: { email: string };
    Body: { name: string; type?: string; text?: string; size?: number; shared?: boolean };
  }>(`${root}/accounts/:email/files`, { schema: { body: fileBody } }, async ({ params, body }) => {
    const file = createFile(
      {
        name: body.name,
        type: body.type ?? 'text/plain',
        content: body.size ?? Buffer.from(body.text ?? ''),
        isShared: body.shared ?? true,
      },
      parts.now(),
    );
    accountOf(params.email).files.push(file);
    return { id: file.id, name: file.name };
  });
  app.post<{ Body: { part: CloudPart; kind: CloudFault; count?: number } }>(
    `${root}/faults`,
    {
      schema: {
        body: {
          type: 'object',
          additionalProperties: false,
          required: ['part', 'kind'],
          properties: {
            part: { enum: [...CLOUD_PARTS] },
            kind: { enum: [...CLOUD_FAULTS] },
            count: { type: 'integer', minimum: 1, maximum: 100 },
          },
        },
      },
    },
    async ({ body }, reply) => {
      for (let left = body.count ?? 1; left > 0; left -= 1) faults.add(body.part, body.kind);
      return reply.code(204).send();
    },
  );
  app.post(`${root}/release`, async (_request, reply) => {
    faults.release();
    return reply.code(204).send();
  });
  // A held call would keep the sandbox from stopping.
  app.addHook('preClose', async () => faults.release());
  app.delete(`${root}/faults`, async (_request, reply) => {
    faults.clear();
    return reply.code(204).send();
  });
}
