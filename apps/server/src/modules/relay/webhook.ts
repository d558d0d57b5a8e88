import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { checkerOf } from '../../kernel/checker.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { readBody } from '../../kernel/http/intake.ts';
import { limitFailures } from '../../kernel/http/limit-hook.ts';
import { limitSubject } from '../../kernel/http/limit-subject.ts';
import type { Limiter } from '../../kernel/http/limits.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { readTime } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { recordSecurityEvent } from '../security-events/index.ts';
import { respond } from './answers.ts';
import { type Asker, withhold } from './confidential.ts';
import {
  findDispatch,
  findInbox,
  findInboxByDigest,
  type InboxRow,
  insertInbox,
  lockMessageId,
} from './delivery-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { ingest, type RelayIdentity } from './ingest.ts';
import { writeJson } from './json.ts';
import { type RelayKeys, secretPurpose } from './keys.ts';
import { findPlatformByCode, listSecrets, type PlatformRow } from './platform-store.ts';
import { type Receipt, signReceipt } from './receipts.ts';
import { findAssignment, findRequest, insertEvent, lockRequest, type RequestRow } from './request-store.ts';
import { Envelope, priorities, Taken } from './schemas.ts';
import { digestOf, isRelaySigned, isStandardSigned } from './signatures.ts';
import { viewRequest } from './views.ts';

export interface WebhookDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  keys: RelayKeys;
  self: RelayIdentity;
  limiter: Limiter;
  /** Gets the answers to confidential requests. */
  asker: Asker;
  now: () => Date;
}

const bodyLimitBytes = 1024 * 1024;
/** Counts refusals by address: a limit on the claimed source would let anybody silence a platform. */
const refusals: Limit = { group: 'relay-webhook', perMinute: 120, burst: 60, counts: 'failures' };
const longestAgeMs = 24 * 3_600_000;
const clockToleranceMs = 5 * 60_000;
const isEnvelope = checkerOf(Envelope);
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

interface Message {
  readonly ownId: string | undefined;
  readonly body: Buffer;
  readonly digest: string;
  readonly envelope: Envelope;
}

interface Reply {
  readonly status: number;
  readonly answer: string;
  readonly receipt: string;
}

/** The signature covers the raw bytes, so the body is read unparsed. The order of the checks is specified. */
export function webhookMount(deps: WebhookDeps): Mount {
  // The framework counts refusals of rows alone, so this mount counts its own.
  const countRefusal = limitFailures(refusals, deps, (request) => limitSubject(request.ip));
  return {
    id: 'relay.webhook',
    methods: ['POST'],
    path: '/api/v1/relay/webhook',
    access: open('the signature over the body authenticates the platform', 'webhook-signature'),
    limit: refusals,
    unparsed: true,
    bodyLimitBytes,
    summary: 'Takes a signed message of another platform',
    media: { takes: ['application/json'], reply: Taken, statuses: [200, 201] },
    handle: async (request, reply) => {
      const body = await readBody(request.raw, bodyLimitBytes);
      try {
        return await receive(deps, body, request, reply);
      } catch (error) {
        return countRefusal(error, request, reply);
      }
    },
  };
}

async function receive(deps: WebhookDeps, body: Buffer, request: FastifyRequest, reply: FastifyReply) {
  const now = deps.now();
  const source = headerOf(request.headers, 'x-relay-source') ?? fail(errors.source_required);
  const platform = await authenticate(deps, source, request.headers, body, now);
  if (!platform.enabled) fail(errors.platform_disabled);
  const envelope = parse(body);
  checkOrigin(envelope, platform, deps.self, now);
  const send = (data: object) => reply.send({ status: true, message: 'OK', data, request_id: request.id });
  // The test of a connection: proves signature and clock, and changes nothing.
  if (envelope.event === 'ping') return send({});
  const digest = digestOf(body);
  const message = { ownId: idOf(request.headers), body, digest, envelope };
  const { status, answer, receipt } = await take(deps, platform, message, request.id);
  reply.code(status).header('x-relay-receipt', receipt);
  return send(JSON.parse(answer) as object);
}

/** The id that the sender gave; a message of the specified form has none. */
function idOf(headers: IncomingHttpHeaders): string | undefined {
  const id = headerOf(headers, 'webhook-id') ?? headerOf(headers, 'x-relay-id');
  return id === undefined || id.length <= 200 ? id : fail(kernelErrors.bad_request, { detail: 'id' });
}

/** A signature of the specified form has no time of its own, and both directions share a secret. */
function checkOrigin(
  envelope: Envelope,
  platform: PlatformRow,
  { selfCode }: RelayIdentity,
  now: Date,
): void {
  const sentAt = readTime(envelope.sent_at) ?? fail(kernelErrors.bad_request, { detail: 'sent_at' });
  const age = now.getTime() - new Date(sentAt).getTime();
  if (age > longestAgeMs || age < -clockToleranceMs) fail(errors.invalid_signature, { detail: 'sent_at' });
  // Our own message, sent back to us in the name of its receiver.
  if (envelope.source_code === selfCode && platform.code !== selfCode)
    fail(errors.invalid_signature, { detail: 'reflected' });
}

/** Verifies nothing: no one knows it. */
const noSecret = randomBytes(32).toString('hex');

async function authenticate(
  deps: WebhookDeps,
  source: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
  now: Date,
): Promise<PlatformRow> {
  const reader = deps.database.reader(systemIdentity);
  const platform = await findPlatformByCode(reader, source.slice(0, 120));
  const sealed = platform === undefined ? [] : await listSecrets(reader, [platform.id], now);
  const secrets = sealed.map((secret) => deps.keyring.open(secret.sealed, secretPurpose));
  // An unknown source costs the same work as a known one, so that platforms cannot be found by their time.
  const known = secrets.length === 0 ? [noSecret] : secrets;
  const signature = headerOf(headers, 'webhook-signature');
  const isGenuine =
    signature === undefined
      ? isRelaySigned(known, body, headerOf(headers, 'x-relay-signature') ?? '')
      : isStandardSigned(
          { secrets: known, publicKey: platform?.public_key ?? '' },
          {
            id: headerOf(headers, 'webhook-id') ?? '',
            timestamp: headerOf(headers, 'webhook-timestamp') ?? '',
            signature,
          },
          body,
          now,
        );
  return platform !== undefined && isGenuine ? platform : fail(errors.invalid_signature);
}

/** One transaction: the effect of the message, its place in the inbox, and the receipt. */
async function take(
  deps: WebhookDeps,
  platform: PlatformRow,
  message: Message,
  requestId: string,
): Promise<Reply> {
  const key = await deps.keys.current();
  const messageId = message.ownId ?? message.digest;
  const taken = await unitOfWork<(Reply & { isRepeat: boolean }) | undefined>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId, now: deps.now() },
    {
      what: 'relay.webhook',
      events: [events.received, events.rejected, events.ingested, events.responded, ...deps.asker.events],
      auditRequired: (found) => found === undefined || !found.isRepeat,
    },
    async (tx) => {
      // A replay of the same bytes under another id waits for the first one too.
      for (const lock of new Set([messageId, message.digest])) await lockMessageId(tx, platform.id, lock);
      const earlier =
        (await findInbox(tx, platform.id, messageId)) ??
        (await findInboxByDigest(tx, platform.id, message.digest));
      if (earlier !== undefined && isSameMessage(earlier, message))
        return { ...(await repeat(tx, earlier, message)), isRepeat: true };
      const effect =
        earlier === undefined ? await apply(tx, deps.self, platform, message) : ({ isReuse: true } as const);
      if (effect.isReuse) {
        await reportReuse(tx, platform, messageId);
        return undefined;
      }
      const receipt = signReceipt(key, {
        kind: effect.kind,
        iss: deps.self.selfCode,
        aud: platform.code,
        message_id: messageId,
        event: message.envelope.event,
        digest: message.digest,
        ...(effect.requestDigest === undefined ? {} : { request_digest: effect.requestDigest }),
        request_id: effect.request.id,
        received_at: tx.now.toISOString(),
      });
      const reply = { status: effect.status, answer: JSON.stringify(viewRequest(effect.request)), receipt };
      await insertInbox(tx, {
        ...reply,
        platform_id: platform.id,
        message_id: messageId,
        request_id: effect.request.id,
        assignment_id: effect.assignmentId ?? null,
        event: message.envelope.event,
        body: isWithheld(effect) ? JSON.stringify(withhold(message.envelope)) : message.body.toString('utf8'),
        digest: message.digest,
        now: tx.now,
      });
      tx.audit(events.received, {
        target: effect.request.id,
        metadata: { source: platform.code, event: message.envelope.event, message_id: messageId },
      });
      const { answer } = effect;
      // One refusal leaves the question open while another platform may still answer it.
      if (
        answer !== undefined &&
        isWithheld(effect) &&
        (answer.status === 'done' || effect.request.status === 'rejected')
      )
        await deps.asker.answered(tx, {
          ...answer,
          requestId: effect.request.id,
          platform,
          digest: message.digest,
          receiptDigest: digestOf(receipt),
        });
      return { ...reply, isRepeat: false };
    },
  );
  return taken ?? fail(errors.once_only_violation);
}

/** A sender that retries for days writes a new `sent_at`, and nothing else. */
function isSameMessage(earlier: InboxRow, { digest, envelope }: Message): boolean {
  if (earlier.digest === digest) return true;
  const first = JSON.parse(earlier.body) as Envelope;
  const isSame = (other: Envelope) => isDeepStrictEqual({ ...first, sent_at: '' }, { ...other, sent_at: '' });
  return isSame(envelope) || isSame(withhold(envelope));
}

/** An id that comes again gets the first answer; a repeat without an id gets the request as it is now. */
async function repeat(tx: WriteTx, earlier: InboxRow, { ownId }: Message): Promise<Reply> {
  if (ownId !== undefined || earlier.request_id === null) return earlier;
  const request = (await findRequest(tx, earlier.request_id)) ?? fail(kernelErrors.not_found);
  return { status: 200, answer: JSON.stringify(viewRequest(request)), receipt: earlier.receipt };
}

async function reportReuse(tx: WriteTx, platform: PlatformRow, messageId: string): Promise<void> {
  await recordSecurityEvent(tx, 'relay_id_reuse', 'high', { detail: { platform_id: platform.id } });
  tx.audit(events.rejected, {
    target: platform.id,
    metadata: { source: platform.code, message_id: messageId },
  });
}

interface Effect {
  readonly isReuse?: false;
  readonly request: RequestRow;
  readonly status: 200 | 201;
  readonly kind: Receipt['kind'];
  readonly assignmentId?: string;
  readonly requestDigest?: string | undefined;
  readonly answer?: { status: 'done' | 'rejected'; result: unknown };
}

const isWithheld = ({ request, kind }: Effect): boolean => request.confidential && kind === 'answer';

const answers = ['responded', 'fulfilled', 'rejected'];

async function apply(
  tx: WriteTx,
  self: RelayIdentity,
  platform: PlatformRow,
  { envelope }: Message,
): Promise<Effect | { readonly isReuse: true }> {
  const { assignment_id: assignmentId, external_ref: externalRef, event } = envelope;
  // A platform that does not repeat our assignment repeats its reference, which is the same id.
  const answered = assignmentId ?? externalRef ?? '';
  if (answers.includes(event)) return takeAnswer(tx, self, platform, answered, envelope);
  if (event === 'breach_notified') return takeNotice(tx, platform, answered);
  const { request, isRepeat, isReuse } = await ingest(tx, self, {
    service_code: envelope.service_code || fail(kernelErrors.bad_request, { detail: 'service_code' }),
    source_platform: platform.code,
    external_ref: externalRef,
    title: envelope.title,
    payload: envelope.payload,
    priority: priorities.find((known) => known === envelope.priority),
    due_at: readTime(envelope.due_at),
    source_assignment_id: assignmentId,
  });
  return isReuse ? { isReuse } : { request, status: isRepeat ? 200 : 201, kind: 'request' };
}

async function takeAnswer(
  tx: WriteTx,
  self: RelayIdentity,
  platform: PlatformRow,
  id: string,
  { status, event, result }: Envelope,
): Promise<Effect> {
  if (!uuid.test(id)) fail(kernelErrors.not_found);
  const answer = { status: readStatus(event, status), result };
  const { request } = await respond(tx, self, id, answer, platform);
  const sent = await findDispatch(tx, id);
  return { request, status: 200, kind: 'answer', assignmentId: id, requestDigest: sent?.digest, answer };
}

/** Only `responded` needs a status; the other events say it by their name. */
function readStatus(event: string, status: string | undefined): 'done' | 'rejected' {
  if (status === 'done' || status === 'rejected') return status;
  if (status === undefined && event === 'fulfilled') return 'done';
  if (status === undefined && event === 'rejected') return 'rejected';
  return fail(kernelErrors.bad_request, { detail: 'status' });
}

/** The other platform missed the deadline and says so; the clock here runs by itself. */
async function takeNotice(tx: WriteTx, platform: PlatformRow, id: string): Promise<Effect> {
  const place = uuid.test(id) ? await findAssignment(tx, id) : undefined;
  if (place?.platform_id !== platform.id) fail(kernelErrors.not_found);
  const request = (await lockRequest(tx, place.request_id)) ?? fail(kernelErrors.not_found);
  await insertEvent(tx, {
    requestId: request.id,
    assignmentId: id,
    type: 'breach_notified',
    detail: platform.code,
    now: tx.now,
  });
  return { request, status: 200, kind: 'notice', assignmentId: id };
}

function parse(body: Buffer): Envelope {
  try {
    const envelope: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    // Refuses characters that PostgreSQL cannot store.
    if (isEnvelope(envelope) && writeJson(envelope) !== null) return envelope;
  } catch {
    // Falls through: broken JSON and a wrong envelope are the same to the sender.
  }
  return fail(kernelErrors.bad_request, { detail: 'envelope' });
}

/** Only one value counts; a repeated header proves nothing. */
function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' || text.length > 1000 ? undefined : text;
}
