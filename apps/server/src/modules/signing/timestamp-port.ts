import type { DigestName } from '../../kernel/pki/algorithm.ts';

export type TimestampFailure = 'unavailable' | 'rejected' | 'invalid';

/** The detail goes to the log only. */
export class TimestampError extends Error {
  readonly failure: TimestampFailure;

  constructor(failure: TimestampFailure, detail: string) {
    super(`timestamp authority ${failure}: ${detail}`);
    this.name = 'TimestampError';
    this.failure = failure;
  }
}

export interface TimestampPort {
  /**
   * The DER of a verified RFC 3161 token over this digest: signed by a trusted authority, now, in answer to this
   * request. Throws TimestampError.
   */
  timestamp(imprint: { digest: DigestName; value: Uint8Array }, signal?: AbortSignal): Promise<Uint8Array>;
}
