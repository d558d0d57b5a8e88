import type { Database } from '../../kernel/db/database.ts';
import type { DbIdentity } from '../../kernel/db/identity.ts';
import { signedIn } from '../../kernel/http/access.ts';
import { type Actor, identityOf } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import type { DocumentContent } from './document.ts';
import { errors } from './errors.ts';
import { printDates } from './printed-dates.ts';
import { findOwnReference, type ReferenceRow } from './store.ts';

export interface DownloadDeps {
  database: Database;
  render: (content: DocumentContent) => Promise<Uint8Array>;
  /** The hook for the platform's seal; without one the document is unsigned. */
  seal: (document: Uint8Array) => Promise<Uint8Array>;
  issuerName: () => Promise<string>;
  appOrigin: string;
}

/** Each download renders the document again, which costs as much as a hundred other answers. */
const downloads: Limit = { group: 'gov-documents', perMinute: 60, burst: 30, by: 'person' };
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** The PDF of a person's own reference; undefined when they have none of that id. */
export type DocumentOf = (
  person: { userId: string; identity: DbIdentity },
  id: string,
) => Promise<{ name: string; bytes: Uint8Array } | undefined>;

/** Rendered from the data fixed at issue, so that every copy says the same. */
export function createDocuments(deps: DownloadDeps): DocumentOf {
  return async ({ userId, identity }, id) => {
    const row = uuid.test(id)
      ? await findOwnReference(deps.database.reader(identity), id, userId)
      : undefined;
    if (row === undefined) return undefined;
    const content = contentOf(row, deps.appOrigin) ?? fail(errors.document_withdrawn);
    const bytes = await deps.seal(await deps.render({ ...content, platform: await deps.issuerName() }));
    return { name: `${row.reference_no}.pdf`, bytes };
  };
}

export function downloadMount(documentOf: DocumentOf): Mount {
  return {
    id: 'gov.references.document',
    methods: ['GET'],
    path: '/api/v1/gov/references/:id/document',
    access: signedIn,
    limit: downloads,
    summary: 'The document as a PDF',
    media: { gives: ['application/pdf'] },
    handle: async (request, reply, actor) => {
      const { id } = request.params as { id: string };
      const person = actor as Actor;
      const { name, bytes } =
        (await documentOf({ userId: person.userId, identity: identityOf(person) }, id)) ??
        fail(kernelErrors.not_found);
      return reply
        .header('content-type', 'application/pdf')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'private, no-store')
        .send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  };
}

/** Undefined for a document from before certificates carried facts: it certified nothing that was checked. */
function contentOf(row: ReferenceRow, appOrigin: string): Omit<DocumentContent, 'platform'> | undefined {
  const { holder, authority, purpose, statement, facts, source } = row.data;
  if (
    authority === undefined ||
    purpose === undefined ||
    statement === undefined ||
    facts === undefined ||
    source === undefined
  )
    return undefined;
  return {
    authority,
    title: row.title,
    statement,
    purpose,
    facts,
    source,
    holder,
    reference_no: row.reference_no,
    check_code: row.check_code,
    ...printDates(row),
    issued_at: row.issued_at,
    verify_url: `${appOrigin}/verify/${row.reference_no}?code=${row.check_code}`,
  };
}
