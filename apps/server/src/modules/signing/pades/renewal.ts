import { parseTimestampToken } from '../../../kernel/pki/timestamp-token.ts';
import { operations, type PdfEngine } from './engine.ts';
import { type Raised, type RaiseOptions, type RaisePorts, raise } from './raise.ts';

/** Enough for a person to act when the authority stays away. */
const MARGIN_MS = 90 * 86_400_000;

export interface TimestampNeed {
  needed: boolean;
  /** When the certificate of the last document timestamp ends; null without one. */
  protectedUntil: Date | null;
}

/** A document timestamp proves nothing new once its certificate has ended, so the next must come before. */
export async function needsNewTimestamp(
  document: Uint8Array,
  now: Date,
  engine: PdfEngine = operations,
): Promise<TimestampNeed> {
  const { signatures } = await engine.inspect(document);
  const last = signatures.findLast(({ kind }) => kind === 'timestamp');
  const until = last && parseTimestampToken(last.cms)?.certificate?.notAfter.value;
  if (!until) return { needed: false, protectedUntil: null };
  return { needed: until.getTime() - now.getTime() < MARGIN_MS, protectedUntil: until };
}

/** Adds the revocation data of the last timestamp, then another timestamp over everything. */
export function renewTimestamp(
  document: Uint8Array,
  ports: RaisePorts,
  options: Omit<RaiseOptions, 'renew'> = {},
): Promise<Raised> {
  return raise(document, 'B-LTA', ports, { ...options, renew: true });
}
