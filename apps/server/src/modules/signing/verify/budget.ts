/** What one verification may cost; a hostile file must not hold a thread or its memory. */
export const limits = {
  fileBytes: 64 * 1024 * 1024,
  /** Sum over all streams: a bomb of many small streams counts like one large stream. */
  inflatedBytes: 96 * 1024 * 1024,
  nesting: 64,
  /** Values parsed: names, numbers, strings, containers. */
  values: 6_000_000,
  crossReferences: 1_000_000,
  /** Looks at objects and values, repeated ones too: what bounds the time, on every machine at the same place. */
  visits: 2_000_000,
  revisions: 64,
  signatures: 32,
  pages: 20_000,
  cmsBytes: 512 * 1024,
  evidenceItems: 128,
  evidenceBytes: 8 * 1024 * 1024,
  /** Certificates considered for one path; each may cost a signature verification. */
  pathCertificates: 16,
} as const;

export type RefusalReason = 'NOT_A_PDF' | 'UNREADABLE' | 'ENCRYPTED' | 'TOO_COMPLEX' | 'TIMED_OUT';

/** The file cannot be judged; never thrown for a file that was judged invalid. */
export class RefusedFile extends Error {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason, detail: string) {
    super(detail);
    this.reason = reason;
  }
}

export const unreadable = (detail: string): never => {
  throw new RefusedFile('UNREADABLE', detail);
};

type Counted = 'inflatedBytes' | 'values' | 'visits' | 'crossReferences' | 'evidenceItems' | 'evidenceBytes';

/** Counts work against the limits over a whole verification. */
export class Budget {
  readonly #left = new Map<Counted, number>();

  spend(kind: Counted, amount: number): void {
    const left = (this.#left.get(kind) ?? limits[kind]) - amount;
    if (left < 0) throw new RefusedFile('TOO_COMPLEX', `more than ${limits[kind]} ${kind}`);
    this.#left.set(kind, left);
  }

  /** Every loop over objects, fields, pages or references of the file calls this, however cheap one turn is. */
  visit(count = 1): void {
    this.spend('visits', count);
  }

  left(kind: Counted): number {
    return this.#left.get(kind) ?? limits[kind];
  }
}
