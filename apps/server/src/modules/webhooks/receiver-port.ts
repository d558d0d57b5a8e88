/** The result of one call to the address of a subscription. */
export interface ReceiverAnswer {
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly headers: Record<string, string>;
  /** The first kilobyte of the answer. */
  readonly answer: string;
  /** One sentence without personal data when there was no answer, or a wrong one. */
  readonly problem: string;
  readonly retryAfterMs: number | undefined;
}

export interface ReceiverPort {
  /** Never throws; ends within its timeout, follows no redirect, and checks the address at each call. */
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<ReceiverAnswer>;
  /** A reason why the address must not be used, or nothing. */
  refuse(url: string): string | undefined;
}
