import { isDeepStrictEqual } from 'node:util';
import type { Reader } from '../../kernel/db/database.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { listDeliveriesOf, listInboxOf } from './delivery-store.ts';
import type { RelayKeys } from './keys.ts';
import { findPlatform, type Jwks } from './platform-store.ts';
import { openReceipt, openToken, signToken } from './receipts.ts';
import { findRequest, listAssignments, listEvents } from './request-store.ts';
import { digestOf } from './signatures.ts';
import { viewAssignment, viewEvent, viewRequest } from './views.ts';

export const evidenceFormat = 'tamga-relay-evidence-1';

interface EvidenceMessage {
  readonly direction: 'sent' | 'received';
  /** The other platform. */
  readonly peer: string;
  readonly message_id: string;
  readonly event: string;
  /** The exact text; its SHA-256 is the digest. Null where the request concerns one person's data. */
  readonly body: string | null;
  readonly digest: string;
  readonly at: string;
  /** Signed by the receiver; null when none came. */
  readonly receipt: string | null;
}

export interface Evidence {
  readonly format: typeof evidenceFormat;
  readonly platform: string;
  readonly exported_at: string;
  readonly request: object;
  readonly assignments: readonly object[];
  readonly events: readonly object[];
  readonly messages: readonly EvidenceMessage[];
  /** The keys of receipts, by the code of the platform that signs with them. */
  readonly keys: Readonly<Record<string, Jwks>>;
  /** A JWS of the platform that wrote the file; its content repeats everything above. */
  readonly signature: string;
}

/** Everything that proves one exchange, in one file that is checked without a network. */
export async function collectEvidence(
  deps: { keys: RelayKeys; selfCode: string },
  db: Reader,
  id: string,
  now: Date,
): Promise<Evidence> {
  const request = (await findRequest(db, id)) ?? fail(kernelErrors.not_found);
  const [assignments, events, sent, received] = await Promise.all([
    listAssignments(db, id),
    listEvents(db, id),
    listDeliveriesOf(db, id),
    listInboxOf(db, id),
  ]);
  const peers = await Promise.all(
    [...new Set(sent.map(({ platform_id }) => platform_id))].map((peer) => findPlatform(db, peer)),
  );
  const known = [...peers.filter((peer) => peer !== undefined), ...received];
  const messages: EvidenceMessage[] = [
    ...sent.map((row) => ({
      direction: 'sent' as const,
      peer: row.platform_code,
      message_id: row.id,
      event: row.event,
      body: request.confidential ? null : row.body,
      digest: row.digest,
      at: row.created_at,
      receipt: row.receipt,
    })),
    ...received.map((row) => ({
      direction: 'received' as const,
      peer: row.code,
      message_id: row.message_id,
      event: row.event,
      body: request.confidential ? null : row.body,
      digest: row.digest,
      at: row.received_at,
      receipt: row.receipt,
    })),
  ];
  const content: Omit<Evidence, 'signature'> = {
    format: evidenceFormat,
    platform: deps.selfCode,
    exported_at: now.toISOString(),
    request: viewRequest(request),
    assignments: assignments.map(viewAssignment),
    events: events.map(viewEvent),
    messages: messages.toSorted((a, b) => (a.at < b.at ? -1 : 1)),
    keys: {
      [deps.selfCode]: await deps.keys.published(),
      ...Object.fromEntries(
        known.flatMap(({ code, receipt_keys }) => (receipt_keys === null ? [] : [[code, receipt_keys]])),
      ),
    },
  };
  // Signed as it will be read: JSON has no undefined fields and no dates.
  const plain = JSON.parse(JSON.stringify(content)) as typeof content;
  return { ...plain, signature: signToken(await deps.keys.current(), 'relay-evidence+jwt', plain) };
}

export interface EvidenceFinding {
  readonly message: string;
  readonly problem?: string;
}

/**
 * Offline: the signature over the file, digests of the messages, receipts of both platforms, and that an answer
 * belongs to its request. Whether a key belongs to a platform is for the reader to compare.
 */
export function verifyEvidence(file: Evidence): EvidenceFinding[] {
  try {
    return findFindings(file);
  } catch {
    return [{ message: 'file', problem: 'has another structure' }];
  }
}

function findFindings(file: Evidence): EvidenceFinding[] {
  if (file.format !== evidenceFormat) return [{ message: 'file', problem: `is not ${evidenceFormat}` }];
  const { signature, ...content } = file;
  const signed = openToken(signature, keysOf(file, file.platform), 'relay-evidence+jwt');
  const whole = (problem: string): EvidenceFinding => ({ message: 'file', problem });
  if (signed === undefined) return [whole(`is not signed by a key of ${file.platform}`)];
  if (!isDeepStrictEqual(signed.content, content)) return [whole('differs from what was signed')];
  const requestDigests = new Set(
    file.messages.filter(({ event }) => event === 'dispatched').map(({ digest }) => digest),
  );
  return [
    { message: `file of ${file.platform}, key ${signed.keyId}` },
    ...file.messages.map((message) => {
      const name = `${message.direction} ${message.event} ${message.message_id}`;
      const problem = findProblem(file, message, requestDigests);
      return problem === undefined ? { message: name } : { message: name, problem };
    }),
  ];
}

const keysOf = (file: Evidence, code: string): Jwks =>
  (Object.hasOwn(file.keys, code) ? file.keys[code] : undefined) ?? { keys: [] };

function findProblem(
  file: Evidence,
  message: EvidenceMessage,
  requestDigests: ReadonlySet<string>,
): string | undefined {
  if (message.body !== null && digestOf(message.body) !== message.digest)
    return 'the body does not have its digest';
  if (message.receipt === null) return 'there is no receipt';
  const [signer, sender] =
    message.direction === 'sent' ? [message.peer, file.platform] : [file.platform, message.peer];
  const receipt = openReceipt(message.receipt, keysOf(file, signer));
  if (receipt === undefined) return `the receipt is not signed by a known key of ${signer}`;
  const { digest, message_id, event } = message;
  if (receipt.digest !== digest || receipt.message_id !== message_id || receipt.event !== event)
    return 'the receipt belongs to another message';
  if (receipt.iss !== signer || receipt.aud !== sender) return 'the receipt names another platform';
  if (receipt.kind === 'answer' && !requestDigests.has(receipt.request_digest ?? ''))
    return 'the answer belongs to another request';
  return undefined;
}
