import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { type DbIdentity, systemIdentity } from '../../kernel/db/identity.ts';
import { fail } from '../../kernel/http/errors.ts';
import { FileDamaged, type FileStorage, findStored, removeStored } from '../files/index.ts';
import { contentOf } from './content.ts';
import type { DocumentContent } from './document.ts';
import { errors } from './errors.ts';
import { findFileOf, findOwnReference, linkFile, type ReferenceFile, type ReferenceRow } from './store.ts';

export interface DocumentDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  files: FileStorage;
  logger: Pick<Logger, 'warn'>;
  render: (content: DocumentContent) => Promise<Uint8Array>;
  /** The hook for the platform's seal; without one the document is unsigned. */
  seal: (document: Uint8Array) => Promise<Uint8Array>;
  /**
   * Names how `render` and `seal` make a document. A document that was stored under another name is made again at its
   * next download, so a change of either needs a new name.
   */
  form: string;
  issuerName: () => Promise<string>;
  appOrigin: string;
}

/** The PDF of a person's own reference; undefined when they have none of that id. */
export type DocumentOf = (
  person: { userId: string; identity: DbIdentity },
  id: string,
) => Promise<{ name: string; bytes: Uint8Array } | undefined>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
/** Several times the longest document. */
const limitBytes = 10 * 1024 * 1024;

/** Made once from the data fixed at issue, stored at the first download, and the same bytes from then on. */
export function createDocuments(deps: DocumentDeps): DocumentOf {
  const { database, files, logger } = deps;

  return async ({ userId, identity }, id) => {
    const row = uuid.test(id) ? await findOwnReference(database.reader(identity), id, userId) : undefined;
    if (row === undefined) return undefined;
    const content = contentOf(row, deps.appOrigin) ?? fail(errors.document_withdrawn);
    return { name: `${row.reference_no}.pdf`, bytes: (await readStored(row)) ?? (await make(row, content)) };
  };

  /** Undefined when there is none of this form, or when the store does not give it: nobody waits for a store. */
  async function readStored({ file_id: id, file_form: form }: ReferenceFile): Promise<Buffer | undefined> {
    if (id === null || form !== deps.form) return undefined;
    try {
      const stored = await findStored(database.reader(systemIdentity), id);
      if (stored === undefined) return undefined;
      const bytes = await buffer(await files.read(stored));
      if (createHash('sha256').update(bytes).digest('hex') === stored.sha256) return bytes;
      throw new FileDamaged('the digest differs');
    } catch (err) {
      logger.warn({ err, file_id: id }, 'a stored document cannot be read; it is made again');
      return undefined;
    }
  }

  async function make(row: ReferenceRow, content: Omit<DocumentContent, 'platform'>): Promise<Uint8Array> {
    const bytes = await deps.seal(await deps.render({ ...content, platform: await deps.issuerName() }));
    try {
      return (await store(row, bytes)) ? bytes : ((await readOther(row)) ?? bytes);
    } catch (err) {
      logger.warn({ err }, 'a document could not be stored; its next download stores it');
      return bytes;
    }
  }

  /** False when another download stored the document meanwhile: everybody gets that one. */
  async function store(row: ReferenceRow, bytes: Uint8Array): Promise<boolean> {
    const arrived = await files.receive({
      purpose: 'certificate',
      userId: row.user_id,
      identity: systemIdentity,
      source: whole(bytes),
      limitBytes,
      accepts: ['application/pdf'],
      isOurs: true,
    });
    const isLinked = await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
      // A copy of what was issued and audited then.
      { what: 'a stored document', events: [], auditRequired: () => false },
      async (tx) => {
        if (!(await linkFile(tx, row, { id: arrived.id, form: deps.form }))) return false;
        if (!(await files.claim(tx, arrived)))
          throw new Error('the sweep removed a document that just arrived');
        if (row.file_id !== null) await removeStored(tx, [row.file_id]);
        return true;
      },
    ).catch(async (error: unknown) => {
      await files.abandon(arrived.id);
      throw error;
    });
    if (!isLinked) await files.abandon(arrived.id);
    return isLinked;
  }

  async function readOther({ id }: ReferenceRow): Promise<Buffer | undefined> {
    const current = await findFileOf(database.reader(systemIdentity), id);
    return current && readStored(current);
  }
}

async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
