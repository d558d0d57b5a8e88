/** What became of one call to another platform. */
export interface PeerAnswer {
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly durationMs: number;
  /** The beginning of the answer. */
  readonly answer: string;
  /** One sentence without personal data when there was no answer, or a wrong one. */
  readonly problem: string;
  readonly receipt: string | undefined;
  /** From Retry-After, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

export interface PeerPort {
  /** Never throws; ends within its timeout, follows no redirect, and reads only the beginning of an answer. */
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<PeerAnswer>;
  /** The keys of the receipts of the platform at this address; undefined when it publishes none. */
  receiptKeys(url: string): Promise<{ keys: Record<string, string>[] } | undefined>;
  /** A reason why the address must not be used, or nothing. */
  refuse(url: string): string | undefined;
}
