import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { type Outbox, unitOfWork } from '../audit/unit-of-work.ts';
import type { Database, Reader } from '../db/database.ts';
import { type DbIdentity, nobody, systemIdentity } from '../db/identity.ts';
import type { Keyring } from '../security/keyring.ts';
import type { Access } from './access.ts';
import {
  type ActingCall,
  type ActingPurpose,
  type ActingRights,
  type Actor,
  identityOf,
  identityOfParty,
} from './actor.ts';
import { envelope, envelopeParts, sendNotModified, sendParts, sendText } from './answers.ts';
import { type DenialDeps, noteDenial, reportDenials } from './denials.ts';
import { fail, kernelErrors } from './errors.ts';
import { lockRecord, refuseChanged, splitExpected, withExpected } from './expected.ts';
import type { FreshProofs } from './fresh-proof.ts';
import { claimKey, findReply, forgetKey, keepReply, repeatableCall } from './idempotency.ts';
import { limitFailures, limitHook } from './limit-hook.ts';
import { limitSubject } from './limit-subject.ts';
import { type Maintenance, maintenanceHooks } from './maintenance.ts';
import { preAccessHooks, refuseOtherMethods } from './other-methods.ts';
import { readFacts } from './request-facts.ts';
import {
  type Call,
  fullPath,
  isWriting,
  type Mount,
  PreSerialized,
  Refused,
  type Row,
  replacesRecord,
  Unchanged,
  type WritingRow,
} from './row.ts';
import { Empty } from './schemas.ts';
import { serializerOf } from './serialization.ts';
import { defaultBodyBytes } from './server.ts';

export interface MountDeps extends DenialDeps {
  database: Database;
  keyring: Keyring;
  outbox: Outbox;
  /** Aborts when the server stops. */
  stopping: AbortSignal;
  maintenance: Maintenance;
  acting: ActingRights;
  proofs: FreshProofs;
}

/** Results of the two hooks that run before the body is read. */
interface Admitted {
  actor: object | null;
}

const admitted = new WeakMap<FastifyRequest, Admitted>();

export function mountRows(
  app: FastifyInstance,
  rows: readonly Row[],
  mounts: readonly Mount[],
  deps: MountDeps,
): void {
  app.decorate('stopping', deps.stopping);
  // The framework sends failures and mounts; answers.ts sends the rest.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (deps.stopping.aborted) reply.header('connection', 'close');
    done(null, payload);
  });
  reportDenials(app, deps);
  for (const row of rows) app.route(routeOf(row, deps));
  for (const mount of mounts.filter(({ unparsed }) => unparsed !== true))
    app.route(mountedRoute(mount, deps));
  app.register(async (unparsed) => {
    unparsed.removeAllContentTypeParsers();
    unparsed.addContentTypeParser('*', (_request, _payload, done) => done(null));
    for (const mount of mounts.filter((mount) => mount.unparsed === true))
      unparsed.route(mountedRoute(mount, deps));
  });
  refuseOtherMethods(app, rows, mounts);
}

function mountedRoute(mount: Mount, deps: MountDeps): RouteOptions {
  const { bodyLimitBytes, failureBody } = mount;
  return {
    method: [...mount.methods],
    url: mount.path,
    ...(bodyLimitBytes === undefined ? {} : { bodyLimit: bodyLimitBytes }),
    config: {
      rowId: mount.id,
      quiet: mount.quiet === true,
      mounted: true,
      ...(failureBody === undefined ? {} : { failureBody }),
    },
    onRequest: [...maintenanceHooks(mount.id, deps), ...admissionHooks(mount, deps), intakeHook(mount)],
    handler: (request, reply) => {
      const actor = admitted.get(request)?.actor ?? null;
      if (!isPerson(actor) || actor.party === undefined) return mount.handle(request, reply, actor);
      const db = deps.database.reader(identityOf(actor));
      return checkLimits(mount, actor, request, db, deps).then(() => mount.handle(request, reply, actor));
    },
  };
}

function routeOf(row: Row, deps: MountDeps): RouteOptions {
  const hooks: RouteOptions['onRequest'] = [
    ...preAccessHooks(row.access),
    ...(changesNothing(row) ? [] : maintenanceHooks(row.id, deps)),
    ...admissionHooks(row, deps),
    ...(row.method === 'GET' ? [] : [intakeHook(row)]),
  ];
  const schema: NonNullable<RouteOptions['schema']> = {};
  if (row.params !== undefined) schema.params = row.params;
  if (row.query !== undefined) schema.querystring = row.query;
  // A row without arguments refuses any: an unknown field is never dropped.
  const taken = row.body ?? (row.method === 'GET' ? undefined : Empty);
  const body = taken !== undefined && replacesRecord(row) ? withExpected(taken) : taken;
  if (body !== undefined) schema.body = body;
  const route: RouteOptions = {
    method: row.method,
    url: fullPath(row),
    config: {
      rowId: row.id,
      quiet: row.quiet === true,
      instant: row.instant === true,
      // A probe answers from memory or has its own timeout.
      timed: row.quiet !== true && row.instant !== true,
      bareErrors: row.bareErrors === true,
      declared: new Set(row.errors),
    },
    onRequest: hooks,
    schema,
    handler: isWriting(row) ? writingHandler(row, deps) : readingHandler(row, deps),
  };
  const { limit, proofLimit } = row;
  if (limit?.counts === 'failures') route.errorHandler = limitFailures(limit, deps, byAddress);
  if (proofLimit !== undefined)
    route.preHandler = limitHook(proofLimit, deps, ({ body }) => proofLimit.keyOf(body));
  // HEAD must change nothing, and would discard an answer that is given once.
  if (isWriting(row)) route.exposeHeadRoute = false;
  if (row.bodyLimitBytes !== undefined) route.bodyLimit = row.bodyLimitBytes;
  if (body !== undefined)
    route.preValidation = (request, _reply, done) => {
      request.body ??= {};
      done();
    };
  return route;
}

/** A writing row without an audit record has nothing to record. */
const changesNothing = (row: Row): boolean => !isWriting(row) || 'notAudited' in row.audit;

const actingHeader = 'x-acting-for';
type AdmitDeps = Pick<MountDeps, 'gate' | 'acting'>;

const byAddress = (request: FastifyRequest) => limitSubject(request.ip);

/** A limit by address runs before the gate; one by person can only run after it. */
function admissionHooks(
  { access, limit, acting }: Pick<Mount, 'access' | 'limit' | 'acting'>,
  deps: MountDeps,
) {
  const admit = [access.kind === 'open' ? refuseActing : admitHook(access, acting?.act, deps)];
  if (limit === undefined || limit.counts === 'failures') return admit;
  if (limit.by === undefined) return [limitHook(limit, deps, byAddress), ...admit];
  const byPerson = (request: FastifyRequest) =>
    (admitted.get(request)?.actor as Partial<Actor> | null | undefined)?.userId ?? byAddress(request);
  return [...admit, limitHook(limit, deps, byPerson)];
}

/** After every other refusal: only a request that is let in may send its body. */
function intakeHook({ access, bodyLimitBytes, upload }: Pick<Mount, 'access' | 'bodyLimitBytes' | 'upload'>) {
  const kind = upload ?? 'memory';
  const limitBytes = bodyLimitBytes ?? (kind === 'memory' ? defaultBodyBytes : undefined);
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    const actor = admitted.get(request)?.actor as Partial<Actor> | null | undefined;
    const client = actor?.userId ?? byAddress(request);
    try {
      request.server.intake.admit(request.raw, reply.raw, {
        kind,
        client,
        isStranger: access.kind === 'open',
        limitBytes,
      });
      done();
    } catch (error) {
      done(error as Error);
    }
  };
}

/** Nothing may be done in the wrong name because a row overlooks the header. */
const refuseActing = async ({ headers }: FastifyRequest): Promise<void> => {
  if (headers[actingHeader] !== undefined) fail(kernelErrors.acting_not_taken);
};

function admitHook(access: Access, purpose: ActingPurpose | undefined, { gate, acting }: AdmitDeps) {
  return async (request: FastifyRequest): Promise<void> => {
    try {
      const actor = await access.admit(gate, request);
      const partyId = request.headers[actingHeader];
      if (partyId === undefined) admitted.set(request, { actor });
      else admitted.set(request, { actor: await actFor(actor, partyId, purpose, acting) });
    } catch (error) {
      // For other kinds of callers, their own access rule reports the denial.
      if (access.kind === 'person') noteDenial(request, error);
      throw error;
    }
  };
}

async function actFor(
  actor: object | null,
  partyId: string | string[],
  purpose: ActingPurpose | undefined,
  acting: ActingRights,
): Promise<Actor> {
  if (purpose === undefined || !isPerson(actor)) fail(kernelErrors.acting_not_taken);
  if (typeof partyId !== 'string' || !uuid.test(partyId)) fail(kernelErrors.acting_not_allowed);
  return { ...actor, party: await acting.admit(actor, partyId.toLowerCase(), purpose) };
}

/** Deny by default: a row that acts names its service, and this is asked before anything of the row runs. */
async function checkLimits(
  { acting: rule }: Pick<Mount, 'acting'>,
  { party }: Actor,
  { params, query, body }: ActingCall,
  db: Reader,
  { acting }: Pick<MountDeps, 'acting'>,
): Promise<void> {
  if (party === undefined) return;
  if (rule === undefined) fail(kernelErrors.acting_not_taken);
  if (rule.service === 'each') return;
  const service = await rule.service({ params, query, body }, db);
  if (service === undefined) fail(kernelErrors.not_found);
  acting.allow(party, rule.act, service);
}

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

type AnyCall = Call<never, undefined, undefined, undefined>;

function callOf(
  row: Pick<Row, 'otherStatus'>,
  request: FastifyRequest,
  reply: FastifyReply,
  deps: MountDeps,
): AnyCall {
  return {
    actor: (admitted.get(request)?.actor ?? null) as never,
    params: request.params as undefined,
    query: request.query as undefined,
    body: request.body as undefined,
    request: readFacts(request, reply, deps),
    reply: {
      header: (name, value) => void reply.header(name, value),
      status: (code) => {
        if (code !== row.otherStatus) throw new Error(`the row does not declare status ${code}`);
        reply.code(code);
      },
    },
  };
}

function identityFor(row: Row, call: AnyCall): DbIdentity {
  const actor = personOf(call);
  if (row.asSystem !== undefined)
    return actor?.party === undefined
      ? systemIdentity
      : { ...systemIdentity, ...identityOfParty(actor.party) };
  if (actor === null) return nobody;
  const identity = identityOf(actor);
  return row.asRole === undefined ? identity : { ...identity, role: row.asRole };
}

/** The signed-in person, if the row's access is for one; an operator or an OAuth client is none. */
function personOf(call: AnyCall): Actor | null {
  return isPerson(call.actor) ? call.actor : null;
}

function isPerson(actor: object | null): actor is Actor {
  return actor !== null && 'userId' in actor && 'sessionId' in actor;
}

function readingHandler(row: Exclude<Row, WritingRow<never>>, deps: MountDeps) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const call = callOf(row, request, reply, deps);
    const identity = identityFor(row, call);
    const db = row.byKey === true ? deps.database.pipelined(identity) : deps.database.reader(identity);
    const person = personOf(call);
    if (person !== null) await checkLimits(row, person, call, db, deps);
    const data = await row.handler({ ...call, db });
    return data instanceof PreSerialized
      ? sendPreSerialized(request, reply, data)
      : answer(row, request, reply, data);
  };
}

function sendPreSerialized(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, mediaType }: PreSerialized,
): void {
  if (reply.statusCode === 304) sendNotModified(reply);
  else sendParts(reply, mediaType === undefined ? envelopeParts(request, bytes) : [bytes], mediaType);
}

function writingHandler(row: WritingRow<never>, deps: MountDeps) {
  // An empty list does not mean that nothing is recorded: that needs a reason.
  const audited = !('notAudited' in row.audit);
  const events = 'notAudited' in row.audit ? [] : row.audit;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const given = callOf(row as Row, request, reply, deps);
    const { body, expected } = splitExpected(row, given.body);
    const call = { ...given, body: body as undefined };
    const actor = personOf(call);
    const identity = identityFor(row as Row, call);
    const repeat =
      row.idempotent === true ? idempotentCall(row, request, actor, call.request.now) : undefined;
    const db = deps.database.reader(identity);
    if (actor !== null) await checkLimits(row as Row, actor, call, db, deps);
    const unproven = await findUnproven(row, deps.proofs, db, actor, call.request.now);
    if (unproven === undefined && repeat !== undefined && row.prepare !== undefined) {
      const kept = await findReply(db, deps.keyring, repeat);
      if (kept !== undefined) return answer(row as Row, request, reply, kept.replay);
    }
    const prepared = unproven === undefined ? await row.prepare?.({ ...call, db }) : undefined;
    const result = await unitOfWork(
      deps,
      { identity, actorUserId: actor?.userId ?? null, requestId: request.id, now: call.request.now },
      { what: row.id, events, auditRequired: (outcome) => audited && !(outcome instanceof Unchanged) },
      async (tx) => {
        if (unproven !== undefined) return deps.proofs.ask(tx, unproven);
        if (repeat !== undefined) {
          const claim = await claimKey(tx, deps.keyring, repeat);
          if (claim !== 'first') return new Unchanged(claim.replay);
        }
        if (expected !== undefined && row.current !== undefined) {
          await lockRecord(tx, row.id, call.params);
          const record = await row.current({ ...call, tx });
          if (record !== undefined) refuseChanged(row.reply, expected, record);
        }
        const outcome: unknown = await row.handler({ ...call, tx, prepared });
        if (repeat !== undefined && outcome instanceof Refused) await forgetKey(tx, repeat);
        else if (repeat !== undefined)
          await keepReply(tx, deps.keyring, repeat, outcome instanceof Unchanged ? outcome.data : outcome);
        return outcome;
      },
    );
    if (result instanceof Refused) throw result.error;
    return answer(row as Row, request, reply, result instanceof Unchanged ? result.data : result);
  };
}

/** The person who has to prove their identity first; a replay of an earlier answer needs the proof too. */
async function findUnproven(
  { id, freshProof }: WritingRow<never>,
  proofs: FreshProofs,
  db: Reader,
  actor: Actor | null,
  now: Date,
): Promise<Actor | undefined> {
  if (freshProof !== 'always') return undefined;
  if (actor === null) throw new Error(`${id} asks for a fresh proof of nobody`);
  return (await proofs.has(db, actor, now)) ? undefined : actor;
}

function idempotentCall(row: WritingRow<never>, request: FastifyRequest, actor: Actor | null, now: Date) {
  return repeatableCall(request.headers, {
    scope: actor?.userId ?? request.ip,
    rowId: row.id,
    // The same key for another party is another call.
    body: [request.params, request.body, ...(actor?.party === undefined ? [] : [actor.party.id])],
    now,
  });
}

/** The reply schema serialises every answer of any status: a field that it does not name is never sent. */
function answer(row: Row, request: FastifyRequest, reply: FastifyReply, data: unknown): unknown {
  if (row.noStore === true) reply.header('cache-control', 'no-store');
  if (row.status !== undefined) reply.code(row.status);
  const write = serializerOf(row.reply);
  if (row.raw !== true) return sendText(reply, envelope(request, write(data ?? {})));
  // Text or nothing: there is no field to omit.
  if (typeof data !== 'object' || data === null) return data;
  return sendText(reply, write(data));
}
