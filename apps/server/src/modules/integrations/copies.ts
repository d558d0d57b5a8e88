import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { compileValidator } from '../../kernel/http/validation.ts';
import { events } from './events.ts';
import type { Provider } from './provider-port.ts';
import { providerOf } from './routes.ts';
import { FromSpaceBody, SavedView, SentView, ToSpaceBody } from './schemas.ts';
import type { Caller, SpacePort } from './space-port.ts';
import type { PersonTokens } from './tokens.ts';

export interface CopyDeps {
  database: Database;
  outbox: Outbox;
  tokens: PersonTokens;
  space: SpacePort;
  now: () => Date;
}

const copying: Limit = { group: 'integrations-copies', perMinute: 30, burst: 15, by: 'person' };
const bodyLimitBytes = 4096;
/** A row would end after thirty seconds, which is too short for a large file. */
const longestCopyMs = 10 * 60_000;

interface Copy {
  caller: Caller;
  provider: Provider;
  /** Aborts when the client leaves: nobody waits for the result any more. */
  signal: AbortSignal;
}

export function copyMounts(deps: CopyDeps): readonly Mount[] {
  return [
    copyMount({
      id: 'integrations.to_space',
      path: '/api/v1/integrations/:provider/files/to-space',
      summary: "Copy a file of the provider into the person's own space",
      body: ToSpaceBody,
      reply: SavedView,
      copy: ({ caller, provider, signal }, { id }) =>
        deps.tokens.withFiles(caller, provider, async (files, token) => {
          const { name, size, stream } = await files.download(token, id, signal);
          try {
            return await deps.space.save(caller, { name, size, source: stream });
          } finally {
            stream.destroy();
          }
        }),
    }),
    copyMount({
      id: 'integrations.from_space',
      path: '/api/v1/integrations/:provider/files/from-space',
      summary: "Copy a file of the person's own space to the provider",
      body: FromSpaceBody,
      reply: SentView,
      copy: (copy, { name }) => sendFile(deps, copy, name),
    }),
  ];
}

async function sendFile(deps: CopyDeps, { caller, provider, signal }: Copy, name: string) {
  const { sent, size } = await deps.tokens.withFiles(caller, provider, async (files, token) => {
    const file = await deps.space.open(caller, name);
    try {
      if (file.size > files.uploadLimitBytes) fail(kernelErrors.payload_too_large);
      return { sent: await files.upload(token, file, signal), size: file.size };
    } finally {
      file.stream.destroy();
    }
  });
  const { actor, requestId } = caller;
  await unitOfWork(
    deps,
    { identity: identityOf(actor), actorUserId: actor.userId, requestId, now: deps.now() },
    { what: 'integrations.from_space', events: [events.fileSent], auditRequired: () => true },
    async (tx) => tx.audit(events.fileSent, { metadata: { provider, size_bytes: size } }),
  );
  return sent;
}

function copyMount<B extends TSchema, R extends TSchema>(given: {
  id: string;
  path: string;
  summary: string;
  body: B;
  reply: R;
  copy: (copy: Copy, body: Static<B>) => Promise<Static<R>>;
}): Mount {
  const { id, path, summary, body, reply: answered } = given;
  const validate = compileValidator({ schema: body, httpPart: 'body', method: 'POST', url: path }) as {
    (value: unknown): boolean;
    errors?: unknown;
  };
  return {
    id,
    methods: ['POST'],
    path,
    access: signedIn,
    limit: copying,
    bodyLimitBytes,
    summary,
    operation: { operationId: id, body, reply: inEnvelope(answered), security: ['session'] },
    handle: async (request, reply, actor) => {
      const asked: unknown = request.body ?? {};
      if (!validate(asked))
        throw Object.assign(new Error('invalid body'), {
          validation: validate.errors,
          validationContext: 'body',
        });
      const copy = {
        caller: { actor: actor as Actor, requestId: request.id },
        provider: providerOf(request.params as { provider: string }),
        signal: AbortSignal.any([clientLeft(request, reply), AbortSignal.timeout(longestCopyMs)]),
      };
      const data = await given.copy(copy, asked as Static<B>);
      return reply.send({ status: true, message: 'OK', data, request_id: request.id });
    },
  };
}

const inEnvelope = (data: TSchema) =>
  Type.Object({ status: Type.Literal(true), message: Type.String(), data, request_id: Type.String() });

function clientLeft(request: FastifyRequest, reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  if (request.raw.readableAborted) controller.abort();
  return controller.signal;
}
