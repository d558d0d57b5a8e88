import type { Logger } from 'pino';
import type { Database } from '../../kernel/db/database.ts';
import { type DbIdentity, systemIdentity } from '../../kernel/db/identity.ts';
import { AppError, fail } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { IssuedDocuments } from '../issued-documents/index.ts';
import { certifiedIn, referencePage } from './document.ts';
import { errors } from './errors.ts';
import { sealQueue } from './issue.ts';
import { findOwnReference, findReference, listUnsealed, type ReferenceRow } from './store.ts';

export interface DocumentDeps {
  database: Database;
  documents: IssuedDocuments;
  issuerName: () => Promise<string>;
  appOrigin: string;
}

/** The PDF of a reference of a person or party; undefined when they have none of that id. */
export type DocumentOf = (
  holder: { owner: string; identity: DbIdentity },
  id: string,
) => Promise<{ name: string; bytes: Uint8Array } | undefined>;

const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

async function documentOfRow(
  deps: DocumentDeps,
  row: ReferenceRow,
): Promise<{ name: string; bytes: Uint8Array }> {
  const certified = certifiedIn(row) ?? fail(errors.document_withdrawn);
  const { bytes } = await deps.documents.give({
    kind: 'reference',
    id: row.id,
    userId: row.user_id,
    partyId: row.party_id,
    page: async (sealedBy) =>
      referencePage(row, certified, {
        appOrigin: deps.appOrigin,
        platform: await deps.issuerName(),
        sealedBy,
      }),
  });
  return { name: `${row.reference_no}.pdf`, bytes };
}

export function referenceDocuments(deps: DocumentDeps): DocumentOf {
  return async ({ owner, identity }, id) => {
    const row = uuid.test(id) ? await findOwnReference(deps.database.reader(identity), id, owner) : undefined;
    return row && documentOfRow(deps, row);
  };
}

const batch = 500;
/** A fresh certificate has a job of its own. */
const waitingMs = 10 * 60_000;
/** A certificate is valid for a month. */
const longestValidMs = 32 * 86_400_000;

/** Certificates are sealed when they are issued, so that their timestamp is of that day and a download is quick. */
export function sealJobs(deps: DocumentDeps): readonly Job[] {
  const sealOne = async (row: ReferenceRow, log: Logger): Promise<boolean> => {
    try {
      await documentOfRow(deps, row);
      return true;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.warn({ reason: error.detail ?? error.definition.code }, 'a certificate waits for its seal');
      return false;
    }
  };
  return [
    {
      name: sealQueue,
      about: 'Makes and seals the PDF of a certificate that was just issued',
      run: async ({ id }, { log }) => {
        const row = await findReference(deps.database.reader(systemIdentity), String(id));
        if (row !== undefined) await sealOne(row, log);
      },
    },
    {
      name: 'references.seal_waiting',
      about: 'Seals valid certificates that were issued before there was a seal, or while it was away',
      schedule: '50 * * * *',
      run: async (_data, { now, log }) => {
        const ago = (ms: number) => new Date(now.getTime() - ms);
        const due = { after: ago(longestValidMs), before: ago(waitingMs), now, limit: batch };
        // The seal is away for all of them.
        for (const row of await listUnsealed(deps.database.reader(systemIdentity), due))
          if (!(await sealOne(row, log))) return;
      },
    },
  ];
}
