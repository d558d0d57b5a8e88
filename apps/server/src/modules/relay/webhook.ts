import type { IncomingHttpHeaders } from 'node:http';
import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { checkerOf } from '../../kernel/checker.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import { readTime } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { recordSecurityEvent } from '../security-events/index.ts';
import { respond } from './answers.ts';
import { findDispatch, findInbox, insertInbox, lockMessageId } from './delivery-store.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { ingest, type RelayIdentity } from './ingest.ts';
import { type RelayKeys, secretPurpose } from './keys.ts';
import { findPlatformByCode, listSecrets, type PlatformRow } from './platform-store.ts';
import { type Receipt, signReceipt } from './receipts.ts';
import { findAssignment, insertEvent, lockRequest, type RequestRow } from './request-store.ts';
import { Envelope, priorities, RequestView } from './schemas.ts';
import { digestOf, isRelaySigned, isStandardSigned } from './signatures.ts';
import { viewRequest } from './views.ts';

export interface WebhookDeps {
  database: Database;
  outbox: Outbox;
  keyring: Keyring;
  keys: RelayKeys;
  self: RelayIdentity;
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
  readonly id: string;
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
  return {
    id: 'relay.webhook',
    methods: ['POST'],
    path: '/api/v1/relay/webhook',
    access: open('the signature over the body authenticates the platform', 'webhook-signature'),
    limit: refusals,
    unparsed: true,
    summary: 'Takes a signed message of another platform',
    media: { takes: ['application/json'], reply: RequestView },
    handle: async (request, reply) => {
      const body = await readBody(request.raw);
      const now = deps.now();
      const source = headerOf(request.headers, 'x-relay-source') ?? fail(errors.source_required);
      const platform = await authenticate(deps, source, request.headers, body, now);
      if (!platform.enabled) fail(errors.platform_disabled);
      const envelope = parse(body);
      // A signature of the specified form has no time of its own.
      const age = now.getTime() - new Date(envelope.sent_at).getTime();
      if (!(age <= longestAgeMs && age >= -clockToleranceMs))
        fail(errors.invalid_signature, { detail: 'sent_at' });
      // The test of a connection: proves signature and clock, and changes nothing.
      if (envelope.event === 'ping')
        return reply.send({ status: true, message: 'OK', data: {}, request_id: request.id });
      const digest = digestOf(body);
      const id = headerOf(request.headers, 'webhook-id') ?? headerOf(request.headers, 'x-relay-id') ?? digest;
      const { status, answer, receipt } = await take(
        deps,
        platform,
        { id, body, digest, envelope },
        request.id,
      );
      return reply
        .code(status)
        .header('x-relay-receipt', receipt)
        .send({ status: true, message: 'OK', data: JSON.parse(answer) as object, request_id: request.id });
    },
  };
}

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
  const known = secrets.length === 0 ? ['no such platform'] : secrets;
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
  // A platform without a secret may still sign with its public key.
  const hasKey = secrets.length > 0 || (signature?.includes('v1a,') === true && platform?.public_key !== '');
  return platform !== undefined && hasKey && isGenuine ? platform : fail(errors.invalid_signature);
}

/** One transaction: the effect of the message, its place in the inbox, and the receipt. */
async function take(
  deps: WebhookDeps,
  platform: PlatformRow,
  message: Message,
  requestId: string,
): Promise<Reply> {
  const key = await deps.keys.current();
  const taken = await unitOfWork<(Reply & { isRepeat: boolean }) | undefined>(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId, now: deps.now() },
    {
      what: 'relay.webhook',
      events: [events.received, events.rejected, events.ingested, events.responded],
      auditRequired: (found) => found !== undefined && !found.isRepeat,
    },
    async (tx) => {
      await lockMessageId(tx, platform.id, message.id);
      const earlier = await findInbox(tx, platform.id, message.id);
      if (earlier !== undefined && earlier.digest === message.digest) return { ...earlier, isRepeat: true };
      if (earlier !== undefined) {
        await reportReuse(tx, platform, message.id);
        return undefined;
      }
      const effect = await apply(tx, deps.self, platform, message);
      const receipt = signReceipt(key, {
        kind: effect.kind,
        iss: deps.self.selfCode,
        aud: platform.code,
        message_id: message.id,
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
        message_id: message.id,
        request_id: effect.request.id,
        assignment_id: effect.assignmentId ?? null,
        event: message.envelope.event,
        body: message.body.toString('utf8'),
        digest: message.digest,
        now: tx.now,
      });
      tx.audit(events.received, {
        target: effect.request.id,
        metadata: {
          source: platform.code,
          event: message.envelope.event,
          message_id: message.id.slice(0, 200),
        },
      });
      return { ...reply, isRepeat: false };
    },
  );
  return taken ?? fail(errors.once_only_violation);
}

async function reportReuse(tx: WriteTx, platform: PlatformRow, messageId: string): Promise<void> {
  await recordSecurityEvent(tx, 'relay_id_reuse', 'high', { detail: { platform_id: platform.id } });
  tx.audit(events.rejected, {
    target: platform.id,
    metadata: { source: platform.code, message_id: messageId.slice(0, 200) },
  });
}

interface Effect {
  readonly request: RequestRow;
  readonly status: 200 | 201;
  readonly kind: Receipt['kind'];
  readonly assignmentId?: string;
  readonly requestDigest?: string | undefined;
}

const answers = ['responded', 'fulfilled', 'rejected'];

async function apply(
  tx: WriteTx,
  self: RelayIdentity,
  platform: PlatformRow,
  { envelope }: Message,
): Promise<Effect> {
  const { assignment_id: assignmentId, event } = envelope;
  if (assignmentId !== undefined && answers.includes(event)) return takeAnswer(tx, self, platform, envelope);
  if (assignmentId !== undefined && event === 'breach_notified')
    return takeNotice(tx, platform, assignmentId);
  const { request, isRepeat } = await ingest(tx, self, {
    service_code: envelope.service_code || fail(kernelErrors.bad_request, { detail: 'service_code' }),
    source_platform: platform.code,
    external_ref: envelope.external_ref,
    title: envelope.title,
    payload: envelope.payload,
    priority: priorities.find((known) => known === envelope.priority),
    due_at: readTime(envelope.due_at),
    source_assignment_id: assignmentId,
  });
  return { request, status: isRepeat ? 200 : 201, kind: 'request' };
}

async function takeAnswer(
  tx: WriteTx,
  self: RelayIdentity,
  platform: PlatformRow,
  { assignment_id: id = '', status, event, result }: Envelope,
): Promise<Effect> {
  if (!uuid.test(id)) fail(kernelErrors.not_found);
  const isRejected = status === 'rejected' || (status === undefined && event === 'rejected');
  if (!isRejected && status !== undefined && status !== 'done')
    fail(kernelErrors.bad_request, { detail: 'status' });
  const { request } = await respond(
    tx,
    self,
    id,
    { status: isRejected ? 'rejected' : 'done', result },
    platform,
  );
  const sent = await findDispatch(tx, id);
  return { request, status: 200, kind: 'answer', assignmentId: id, requestDigest: sent?.digest };
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
    if (isEnvelope(envelope)) return envelope;
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

async function readBody(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stream) {
    size += part.length;
    if (size > bodyLimitBytes) fail(kernelErrors.payload_too_large);
    parts.push(part);
  }
  return Buffer.concat(parts);
}
