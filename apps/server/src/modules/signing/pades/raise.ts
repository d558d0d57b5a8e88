import { digestOf } from '../../../kernel/pki/algorithm.ts';
import type { TrustStore } from '../../../kernel/pki/check-chain.ts';
import { RevocationError, type RevocationPort } from '../revocation-port.ts';
import { largestSignedBytes } from '../sizes.ts';
import { TimestampError, type TimestampPort } from '../timestamp-port.ts';
import { type Assessment, anchorsOf } from './assess.ts';
import { signatureValueIn, withSignatureTimestamp } from './cms-timestamp.ts';
import { TIMESTAMP_DIGEST } from './document-timestamp.ts';
import { operations, type PdfEngine } from './engine.ts';
import { gatherEvidence, SignerRevoked, TimestampAuthorityRevoked } from './evidence.ts';
import { type Level, reaches } from './level.ts';

export type Shortfall =
  | 'tsa_not_configured'
  | 'tsa_unavailable'
  | 'tsa_rejected'
  | 'tsa_answer_invalid'
  | 'revocation_not_configured'
  | 'revocation_unavailable'
  | 'revocation_answer_invalid'
  | 'no_revocation_address'
  | 'document_too_large'
  | 'certificate_untrusted'
  | 'certificate_revoked'
  | 'timestamp_certificate_revoked';

export interface RaisePorts {
  timestamp: TimestampPort | null;
  revocation: RevocationPort | null;
  /** TRUST_ANCHORS: the roots that end a chain, and intermediates that help to build it. */
  trust: TrustStore;
  now: () => Date;
  /** How long a person waits for timestamps and revocation data; a job raises the document later. */
  patienceMs: number;
  /** Threads for large documents; without it the work is done here. */
  engine?: PdfEngine;
}

export interface RaiseOptions {
  /** The signature whose level counts; the last one when absent. */
  fieldName?: string;
  /** Adds another document timestamp to a document that has reached B-LTA. */
  renew?: boolean;
  signal?: AbortSignal;
}

export interface Raised {
  bytes: Uint8Array;
  /** Reached, not hoped for. */
  level: Level;
  /** Null when the target is reached. */
  shortfall: Shortfall | null;
}

interface Work extends Assessment {
  bytes: Uint8Array;
}

/** Thrown inside to end at the level that was reached. */
class Short extends Error {
  readonly shortfall: Shortfall;
  constructor(shortfall: Shortfall) {
    super(shortfall);
    this.shortfall = shortfall;
  }
}

/**
 * Brings a signed document to `target`, or as far as the services allow. The order is fixed: signature timestamp,
 * validation data, document timestamp; a store after the last timestamp is protected by nothing.
 */
export async function raise(
  document: Uint8Array,
  target: Level,
  ports: RaisePorts,
  options: RaiseOptions = {},
): Promise<Raised> {
  const engine = ports.engine ?? operations;
  const anchors = anchorsOf(ports.trust);
  const look = async (bytes: Uint8Array, fieldName = options.fieldName): Promise<Work> => {
    const assessment = await engine.assess(bytes, { fieldName, anchors, now: ports.now() });
    if (!assessment) throw new NotSigned('the document has no such signature');
    // Nobody could send a larger one for verification.
    if (bytes !== document && bytes.length > largestSignedBytes) throw new Short('document_too_large');
    return { bytes, ...assessment };
  };
  let work = await look(document);
  const { fieldName } = work.signature;
  try {
    if (reaches(target, 'B-T') && !reaches(work.level, 'B-T'))
      work = await look(await addTimestamp(work, ports, engine, options), fieldName);
    const isDone = reaches(work.level, target) && options.renew !== true;
    if (reaches(target, 'B-LT') && !isDone)
      work = await look(await addEvidence(work, ports, engine, options), fieldName);
    if (target === 'B-LTA' && !isDone)
      work = await look(await stampDocument(work.bytes, ports, engine, options), fieldName);
    const shortfall = reaches(work.level, target) ? null : 'certificate_untrusted';
    return { bytes: work.bytes, level: work.level, shortfall };
  } catch (error) {
    const shortfall = shortfallOf(error);
    if (!shortfall) throw error;
    return { bytes: work.bytes, level: work.level, shortfall };
  }
}

export class NotSigned extends Error {}

async function requestTimestamp(
  ports: RaisePorts,
  value: Uint8Array,
  signal: AbortSignal | undefined,
): Promise<Uint8Array> {
  if (!ports.timestamp) throw new Short('tsa_not_configured');
  return ports.timestamp.timestamp({ digest: TIMESTAMP_DIGEST, value }, signal);
}

async function addTimestamp(
  { bytes, isLast, signature }: Work,
  ports: RaisePorts,
  engine: PdfEngine,
  options: RaiseOptions,
): Promise<Uint8Array> {
  const value = signatureValueIn(signature.cms);
  // A later signature covers this one with its /Contents, so nothing may be written there any more.
  if (!value || !isLast) return stampDocument(bytes, ports, engine, options);
  const token = await requestTimestamp(ports, digestOf(TIMESTAMP_DIGEST, value), options.signal);
  const cms = withSignatureTimestamp(signature.cms, token);
  const { contentsAt, contentsLength } = signature;
  const written = await engine.replaceContents(bytes, { contentsAt, contentsLength }, cms);
  return written ?? stampDocument(bytes, ports, engine, options);
}

async function addEvidence(
  { bytes, signerPath, ...proof }: Work,
  ports: RaisePorts,
  engine: PdfEngine,
  options: RaiseOptions,
): Promise<Uint8Array> {
  if (!ports.revocation) throw new Short('revocation_not_configured');
  if (!signerPath) throw new Short('certificate_untrusted');
  const data = await gatherEvidence({ ...proof, signerPath }, ports.revocation, options.signal);
  return engine.addValidationData(bytes, data);
}

async function stampDocument(
  bytes: Uint8Array,
  ports: RaisePorts,
  engine: PdfEngine,
  options: RaiseOptions,
): Promise<Uint8Array> {
  if (!ports.timestamp) throw new Short('tsa_not_configured');
  const reserved = await engine.reserveTimestamp(bytes);
  const token = await requestTimestamp(ports, reserved.digest, options.signal);
  const written = await engine.replaceContents(reserved.bytes, reserved, token);
  if (!written) throw new Short('tsa_answer_invalid');
  return written;
}

function shortfallOf(error: unknown): Shortfall | undefined {
  if (error instanceof Short) return error.shortfall;
  if (error instanceof SignerRevoked) return 'certificate_revoked';
  if (error instanceof TimestampAuthorityRevoked) return 'timestamp_certificate_revoked';
  if (error instanceof TimestampError)
    return (
      { unavailable: 'tsa_unavailable', rejected: 'tsa_rejected', invalid: 'tsa_answer_invalid' } as const
    )[error.failure];
  if (error instanceof RevocationError)
    return (
      {
        unavailable: 'revocation_unavailable',
        no_address: 'no_revocation_address',
        invalid: 'revocation_answer_invalid',
      } as const
    )[error.failure];
  return undefined;
}
