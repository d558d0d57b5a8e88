import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { Logger } from 'pino';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { fail } from '../../kernel/http/errors.ts';
import { FileDamaged, type FileStorage, findStored, removeStored } from '../files/index.ts';
import { type Level, type PlatformSeal, reaches, type Sealed, SealFailure } from '../signing/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import type { Page } from './paper/page.ts';
import { findIssued, type IssuedKind, type IssuedRow, linkIssued } from './store.ts';
import { createTurns } from './turns.ts';

export interface DocumentDeps {
  database: Database;
  outbox: Outbox;
  now: () => Date;
  files: FileStorage;
  logger: Pick<Logger, 'warn'>;
  seal: PlatformSeal;
  render: (page: Page) => Promise<Uint8Array>;
}

export interface IssuedDocument {
  kind: IssuedKind;
  /** Of the reference or the payment; the digest of the content where that can change. */
  id: string;
  userId: string;
  /** The party that the person acted for. */
  partyId?: string | null;
  /** Asked for once, when the document is made. */
  page: (sealedBy: string) => Page | Promise<Page>;
}

export interface IssuedDocuments {
  /** The sealed PDF: the stored one, or made now. Fails when it cannot be sealed. */
  give(document: IssuedDocument): Promise<{ bytes: Uint8Array; level: Level }>;
}

/**
 * Names how documents are rendered and sealed. A document that was stored under another name is made again, so a change
 * that must reach documents of the past needs a new name.
 */
export const currentForm = 'sealed-1';
export const targetLevel = 'B-LT';
/** Below its target a document is tried again after this time. */
const retryMs = 10 * 60_000;
/** Several times the longest document. */
const limitBytes = 10 * 1024 * 1024;
const atOnce = 3;
const longestQueue = 60;

export const nextCheck = (level: Level, now: Date): Date | null =>
  reaches(level, targetLevel) ? null : new Date(now.getTime() + retryMs);

const purposes: Record<IssuedKind, string> = {
  reference: 'certificate',
  receipt: 'receipt',
  application: 'record',
};
export const purposeOf = (kind: IssuedKind): string => purposes[kind];

/** Made once from data fixed at issue, sealed, stored, and the same bytes from then on. */
export function createDocuments(deps: DocumentDeps): IssuedDocuments {
  const { database, files, logger } = deps;
  const inTurn = createTurns(atOnce, longestQueue);
  /** Two requests for one document on this instance share the work; of two instances the first stores. */
  const making = new Map<string, Promise<{ bytes: Uint8Array; level: Level }>>();

  return {
    async give(document) {
      const row = await findIssued(database.reader(systemIdentity), document.kind, document.id);
      const stored = await readStored(row);
      if (stored) return stored;
      const key = `${document.kind} ${document.id}`;
      const work = making.get(key) ?? inTurn(() => make(document, row)).finally(() => making.delete(key));
      making.set(key, work);
      return work.catch(explain);
    },
  };

  /** Undefined when there is none of this form, or when the store does not give it: nobody waits for a store. */
  async function readStored(row: IssuedRow | undefined) {
    if (row?.form !== currentForm || row.level === null) return undefined;
    try {
      const stored = await findStored(database.reader(systemIdentity), row.file_id);
      if (stored === undefined) return undefined;
      const bytes = await buffer(await files.read(stored));
      if (createHash('sha256').update(bytes).digest('hex') === stored.sha256)
        return { bytes, level: row.level };
      throw new FileDamaged('the digest differs');
    } catch (err) {
      logger.warn({ err, file_id: row.file_id }, 'a stored document cannot be read; it is made again');
      return undefined;
    }
  }

  async function make(document: IssuedDocument, row: IssuedRow | undefined) {
    const { name } = await deps.seal.identity();
    const sealed = await deps.seal.seal(await deps.render(await document.page(name)));
    try {
      if (await store(document, row, sealed)) return sealed;
      const current = await findIssued(database.reader(systemIdentity), document.kind, document.id);
      return (await readStored(current)) ?? sealed;
    } catch (err) {
      logger.warn({ err }, 'a document could not be stored; its next download stores it');
      return sealed;
    }
  }

  /** False when another download stored the document meanwhile: everybody gets that one. */
  async function store(
    document: IssuedDocument,
    row: IssuedRow | undefined,
    sealed: Sealed,
  ): Promise<boolean> {
    const { kind, id, userId } = document;
    const { level, by } = sealed;
    const shortfall = sealed.shortfall ?? '';
    const now = deps.now();
    // A document of a party is no file of the person who acted for it.
    const identity = { ...systemIdentity, partyId: document.partyId ?? undefined };
    const arrived = await files.receive({
      purpose: purposeOf(kind),
      userId,
      identity,
      source: whole(sealed.bytes),
      limitBytes,
      accepts: ['application/pdf'],
      isOurs: true,
    });
    const isLinked = await unitOfWork<boolean>(
      deps,
      { identity, actorUserId: null, requestId: null, now },
      { what: 'a sealed document', events: [events.seal], auditRequired: (linked) => linked },
      async (tx) => {
        const isOurs = await linkIssued(tx, {
          kind,
          id,
          userId,
          fileId: arrived.id,
          formerId: row?.file_id ?? null,
          form: currentForm,
          level,
          shortfall,
          sealedBy: by.name,
          sealedSerial: by.serial,
          now,
          checkAt: nextCheck(level, now),
        });
        if (!isOurs) return false;
        if (!(await files.claim(tx, arrived)))
          throw new Error('the sweep removed a document that just arrived');
        if (row !== undefined) await removeStored(tx, [row.file_id]);
        tx.audit(events.seal, {
          target: id,
          metadata: { kind, level, shortfall, certificate_serial: by.serial },
        });
        return true;
      },
    ).catch(async (error: unknown) => {
      await files.abandon(arrived.id);
      throw error;
    });
    if (!isLinked) await files.abandon(arrived.id);
    return isLinked;
  }
}

function explain(error: unknown): never {
  if (!(error instanceof SealFailure)) throw error;
  const detail = error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
  if (error.reason === 'not_configured') fail(errors.seal_not_configured, { detail });
  return fail(errors.seal_unavailable, { detail, retryAfterSeconds: 60 });
}

export async function* whole(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
