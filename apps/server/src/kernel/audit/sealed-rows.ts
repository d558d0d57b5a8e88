import type pg from 'pg';

/** A sealed row, with the exact text that its hash covers. */
export interface SealedRow {
  readonly id: number;
  readonly seq: number;
  /** COPY writes a null hash as `\N`, which equals no hash. */
  readonly prevHash: string;
  readonly chainHash: string;
  readonly canonical: string;
}

/**
 * The text of audit_canonical, inlined: the function costs three times as much (it builds jsonb and prints it
 * again), and an attacker could replace it together with the rows.
 */
const canonical = `json_build_array(id, (extract(epoch from occurred_at) * 1000)::bigint, actor_user_id, action,
  category, target, request_id, metadata)`;

/**
 * Streams the rows of a range in chain order without keeping them: COPY sends one line per row in place of one
 * value per column, and walking the index by seq avoids a sort that would spill to disk.
 */
export async function eachSealedRow(
  client: pg.ClientBase,
  { after, upTo }: { after: number; upTo: number | undefined },
  visit: (row: SealedRow) => void,
): Promise<void> {
  await client.query('set local enable_sort = off');
  const text = `copy (select seq, prev_hash, chain_hash, id, ${canonical} from audit_log
    where seq is not null and seq > ${Math.trunc(after)}${upTo === undefined ? '' : ` and seq <= ${Math.trunc(upTo)}`}
    order by seq) to stdout`;
  await new Promise<void>((resolve, reject) => {
    (client as unknown as Submitting).query(new CopyOut(text, visit, resolve, reject));
  });
}

interface Submitting {
  query(submitted: CopyOut): unknown;
}

/** The interface that pg expects of a query object. */
class CopyOut {
  readonly #text: string;
  readonly #visit: (row: SealedRow) => void;
  readonly #resolve: () => void;
  readonly #reject: (error: Error) => void;
  #failure: Error | undefined;

  constructor(
    text: string,
    visit: (row: SealedRow) => void,
    resolve: () => void,
    reject: (error: Error) => void,
  ) {
    this.#text = text;
    this.#visit = visit;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  submit(connection: { query(text: string): void }): void {
    connection.query(this.#text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (this.#failure !== undefined) return;
    try {
      this.#visit(readLine(chunk.toString('utf8', 0, chunk.length - 1)));
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete(): void {}

  /** After an error the connection is ready again too, and pg also calls this method. */
  handleReadyForQuery(): void {
    if (this.#failure === undefined) this.#resolve();
    else this.#reject(this.#failure);
  }

  handleError(error: Error): void {
    this.#reject(error);
  }
}

function readLine(line: string): SealedRow {
  const [seq = '', prevHash = '', chainHash = '', id = '', canonical = ''] = line.split('\t');
  return { seq: Number(seq), prevHash, chainHash, id: Number(id), canonical: withoutEscapes(canonical) };
}

const escapes: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

/** COPY's text format puts a backslash before characters that would end a field or a line. */
function withoutEscapes(field: string): string {
  return field.includes('\\')
    ? field.replace(/\\(.)/g, (_, letter: string) => escapes[letter] ?? letter)
    : field;
}
