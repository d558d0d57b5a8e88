import type { FastifyInstance } from 'fastify';
import { CITIZENS, type Citizen, findCitizen } from '../citizens.ts';
import { problem } from '../problem.ts';
import { type CheckParts, type CheckWishes, checkApplication } from './check.ts';
import { RP_FAULT_IDS, RP_FAULTS, type RpFaultId } from './faults.ts';
import { describeAttempt, describeRun, type Run, type Runs } from './runs.ts';

const ROOT = '/control/oidc-simulator';
/** Longer than the time limits of common clients, which are 30 seconds at most. */
const SLOW_MS = 40_000;
const DRIVE_MS = 60_000;

const address = { type: 'string', minLength: 1, maxLength: 2048 };
const addresses = { type: 'array', maxItems: 20, items: address };
const fault = { enum: RP_FAULT_IDS };
const citizen = { type: 'string', minLength: 1, maxLength: 20 };
const slowMs = { type: 'integer', minimum: 1, maximum: 120_000 };
const strict = (required: string[], properties: Record<string, unknown>) => ({
  schema: { body: { type: 'object', additionalProperties: false, required, properties } },
});

const newRunBody = strict(['client_id', 'redirect_uris'], {
  client_id: { type: 'string', minLength: 1, maxLength: 200 },
  client_secret: { type: 'string', minLength: 1, maxLength: 500 },
  redirect_uris: { ...addresses, minItems: 1 },
  post_logout_redirect_uris: addresses,
  citizen,
  fault,
  slow_ms: slowMs,
});
const changeBody = strict([], { fault, citizen, slow_ms: slowMs });
const reportBody = strict(['signed_in'], { signed_in: { type: 'boolean' } });
const checkBody = strict(['start_url'], {
  start_url: address,
  session_url: address,
  faults: { type: 'array', minItems: 1, maxItems: 50, uniqueItems: true, items: fault },
  timeout_ms: { type: 'integer', minimum: 100, maximum: 120_000 },
});

interface RunBody {
  client_id: string;
  client_secret?: string;
  redirect_uris: string[];
  post_logout_redirect_uris?: string[];
  citizen?: string;
  fault?: RpFaultId;
  slow_ms?: number;
}

interface ControlParts extends CheckParts {
  runs: Runs;
  issuerOf: (run: Run) => string;
}

export function registerSimulatorControl(app: FastifyInstance, parts: ControlParts): void {
  const { runs, issuerOf } = parts;
  const describe = (run: Run) => describeRun(run, issuerOf(run));

  app.get(`${ROOT}/faults`, async () => ({ items: Object.values(RP_FAULTS) }));

  app.get(`${ROOT}/runs`, async () => ({
    items: runs.list().map((run) => {
      const { attempts, requests: _requests, ...shown } = describe(run);
      return { ...shown, attempts: attempts.length };
    }),
  }));

  app.post<{ Body: RunBody }>(`${ROOT}/runs`, newRunBody, async ({ body }, reply) => {
    for (const uri of [...body.redirect_uris, ...(body.post_logout_redirect_uris ?? [])])
      requireReturnAddress(uri);
    const run = runs.add({
      clientId: body.client_id,
      clientSecret: body.client_secret,
      redirectUris: body.redirect_uris,
      postLogoutRedirectUris: body.post_logout_redirect_uris ?? [],
      citizen: requireCitizen(body.citizen),
      fault: body.fault ?? 'none',
      slowMs: body.slow_ms ?? SLOW_MS,
    });
    return reply.code(201).send(describe(run));
  });

  app.get<{ Params: { id: string } }>(`${ROOT}/runs/:id`, async ({ params }) =>
    describe(runs.require(params.id)),
  );

  /** The issuer stays, so that an application is configured once and meets one fault after the other. */
  app.patch<{ Params: { id: string }; Body: Pick<RunBody, 'fault' | 'citizen' | 'slow_ms'> }>(
    `${ROOT}/runs/:id`,
    changeBody,
    async ({ params, body }) => {
      const run = runs.require(params.id);
      if (body.citizen !== undefined) run.citizen = requireCitizen(body.citizen);
      run.fault = body.fault ?? run.fault;
      run.slowMs = body.slow_ms ?? run.slowMs;
      return describe(run);
    },
  );

  app.delete<{ Params: { id: string } }>(`${ROOT}/runs/:id`, async ({ params }, reply) => {
    runs.remove(runs.require(params.id).id);
    return reply.code(204).send();
  });

  /** For an application whose result cannot be seen from outside: its own test says what happened. */
  app.post<{ Params: { id: string }; Body: { signed_in: boolean } }>(
    `${ROOT}/runs/:id/report`,
    reportBody,
    async ({ params, body }) => {
      const attempt = runs.require(params.id).attempts.at(-1);
      if (attempt === undefined) throw problem(409, 'no_attempt', 'No sign-in of this run has begun.');
      attempt.reportedSignedIn = body.signed_in;
      return describeAttempt(attempt);
    },
  );

  app.post<{ Params: { id: string }; Body: Partial<CheckWishes> & { start_url: string } }>(
    `${ROOT}/runs/:id/check`,
    checkBody,
    async ({ params, body }) => {
      const run = runs.require(params.id);
      const wishes = { faults: RP_FAULT_IDS, timeout_ms: DRIVE_MS, ...body };
      return { run: run.id, ...(await checkApplication(run, wishes, parts)) };
    },
  );
}

function requireCitizen(nationalId: string | undefined): Citizen {
  const found = nationalId === undefined ? CITIZENS[0] : findCitizen(nationalId);
  if (!found) throw problem(404, 'unknown_person', 'Nobody here has this number; see GET /control/citizens.');
  return found;
}

/** A native application returns to a scheme of its own, so only the dangerous ones are refused. */
function requireReturnAddress(uri: string): void {
  if (!URL.canParse(uri) || uri.includes('#') || /^(javascript|data):/i.test(uri))
    throw problem(400, 'bad_redirect', 'A return address is not an absolute address without a fragment.');
}
