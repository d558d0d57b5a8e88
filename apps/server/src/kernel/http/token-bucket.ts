/** Rate and burst of one group of rows: `perMinute` refills, `burst` is the maximum at once. */
export interface Limit {
  readonly group: string;
  readonly perMinute: number;
  readonly burst: number;
  /** Counts the signed-in person instead of the address, which a whole office or mobile network may share. */
  readonly by?: 'person';
  /**
   * Only failed calls take a token, and only they are refused when none is left: a caller with valid proof
   * always passes.
   */
  readonly counts?: 'failures';
}

/** A second limit, keyed by a proof in the body, such as the session of a refresh token. */
export interface ProofLimit extends Limit {
  /** Undefined when the body proves nothing: the call is then not counted here. */
  readonly keyOf: (body: unknown) => string | undefined;
}

export interface Bucket {
  tokens: number;
  updatedMs: number;
}

export interface Taken {
  readonly granted: boolean;
  readonly tokens: number;
}

/** The arithmetic of every limit; a test proves that the SQL function take_token computes the same. */
export function takeToken(
  bucket: Bucket | undefined,
  limit: Limit,
  nowMs: number,
): { bucket: Bucket; taken: Taken } {
  if (bucket === undefined) {
    const fresh = { tokens: limit.burst - 1, updatedMs: nowMs };
    return { bucket: fresh, taken: { granted: true, tokens: fresh.tokens } };
  }
  const elapsedMs = Math.max(0, nowMs - bucket.updatedMs);
  const refilled = Math.min(limit.burst, bucket.tokens + (elapsedMs / 1000) * (limit.perMinute / 60));
  const granted = refilled >= 1;
  const next = { tokens: granted ? refilled - 1 : refilled, updatedMs: Math.max(bucket.updatedMs, nowMs) };
  return { bucket: next, taken: { granted, tokens: next.tokens } };
}

/** Milliseconds until the next token. */
export function waitForTokenMs(tokens: number, limit: Limit): number {
  return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) / (limit.perMinute / 60)) * 1000);
}

/** Tokens in a bucket `waitMs` before its next token. */
export function tokensAt(waitMs: number, limit: Limit): number {
  return Math.max(0, 1 - (waitMs / 1000) * (limit.perMinute / 60));
}

/** Milliseconds until the bucket is full: after that, it can be dropped without effect. */
export function refillMs(tokens: number, limit: Limit): number {
  return Math.ceil(((limit.burst - tokens) / (limit.perMinute / 60)) * 1000);
}
