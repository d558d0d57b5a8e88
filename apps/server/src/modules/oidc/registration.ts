import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { listReservedNames, readAssistantFacts, registerAssistant } from '../oauth-clients/index.ts';
import { registrationPath } from './library/paths.ts';

export interface RegistrationDeps {
  readonly database: Database;
  readonly outbox: Outbox;
  readonly platformName: string;
  readonly now: () => Date;
}

/** Each call stores a row for a caller that nobody knows. */
const limit: Limit = { group: 'oidc-register', perMinute: 2, burst: 5 };

/**
 * Dynamic registration (RFC 7591) of public clients that may ask for the tools. Undefined deps: switched off, and
 * the address does not exist.
 */
export function registrationMount(deps: RegistrationDeps | undefined): Mount {
  return {
    id: 'oidc.register',
    methods: ['POST'],
    path: registrationPath,
    access: open('assistants register themselves before anybody signs in, if MCP_CLIENTS allows it', 'oidc'),
    limit,
    bodyLimitBytes: 10 * 1024,
    summary: 'Register an assistant as a public client (RFC 7591); off unless MCP_CLIENTS=dynamic',
    handle: (request, reply) => register(deps ?? fail(kernelErrors.not_found), request, reply),
  };
}

async function register(deps: RegistrationDeps, request: FastifyRequest, reply: FastifyReply) {
  const refuse = (status: number, error: string, error_description: string) =>
    reply.status(status).header('cache-control', 'no-store').send({ error, error_description });
  const { body } = request;
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    return refuse(400, 'invalid_client_metadata', 'the body must be a JSON object');
  const facts = readAssistantFacts(
    body as Record<string, unknown>,
    await listReservedNames(deps.database.reader(systemIdentity), deps.platformName, false),
  );
  if (typeof facts === 'string')
    return refuse(
      400,
      facts.startsWith('redirect_uris') ? 'invalid_redirect_uri' : 'invalid_client_metadata',
      facts,
    );
  const now = deps.now();
  const id = await unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: request.id, now },
    { what: 'oidc.register', auditRequired: (made) => made !== undefined },
    (tx) => registerAssistant(tx, facts),
  );
  if (id === undefined)
    return refuse(503, 'temporarily_unavailable', 'too many clients are registered; try again later');
  return reply
    .status(201)
    .header('cache-control', 'no-store')
    .send({
      client_id: id,
      client_id_issued_at: Math.floor(now.getTime() / 1000),
      client_name: facts.name,
      redirect_uris: facts.redirectUris,
      grant_types: ['authorization_code', ...(facts.mayRefresh ? ['refresh_token'] : [])],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
    });
}
