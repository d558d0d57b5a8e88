export type Verdict =
  | { readonly outcome: 'clean' }
  /** `reason` is the name of what was found, or why nothing can be said about the file. */
  | { readonly outcome: 'infected' | 'unscannable'; readonly reason: string };

/** The scanner is away, slow, or gave no verdict: the file waits. */
export class ScannerUnavailable extends Error {
  constructor(what: string, cause?: unknown) {
    super(what, { cause });
    this.name = 'ScannerUnavailable';
  }
}

/** Looks for malicious content. */
export interface Scanner {
  /** A larger file is unscannable: a scanner that looks at a part of a file calls it clean. */
  readonly maxBytes: number;
  /** How long one answer, and a whole upload because of the scanner, may take. */
  readonly timeoutMs: number;
  /** Throws ScannerUnavailable, or the error of the source; an aborted signal ends it at once. */
  scan(source: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<Verdict>;
  /** Says what answers, for an operator; throws ScannerUnavailable. */
  check(): Promise<string>;
}
