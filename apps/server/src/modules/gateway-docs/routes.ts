import { permission, signedIn } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { ById, Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { checkDocument } from './check.ts';
import { events } from './events.ts';
import { reduceDocument } from './reduce.ts';
import {
  DocumentBody,
  DocumentState,
  type Operation,
  ServiceDocs,
  type ServiceFacts,
  ServiceList,
} from './schemas.ts';
import {
  deleteDocument,
  type FactsRow,
  findService,
  findState,
  listServices,
  lockService,
  saveDocument,
} from './store.ts';

const manage = permission('gateway.manage');
const asManager = 'a custom role with gateway.manage has only the rights of an ordinary person under RLS';
const asReader = 'the statement reads only enabled services, without the address that they lead to';
const uploads: Limit = { group: 'gateway-docs', perMinute: 20, burst: 10 };
/** The text travels as a JSON string, in which each of its quotes and line breaks takes two bytes. */
const bodyLimitBytes = 2_200_000;

export const documentRows: readonly Row[] = [
  read({
    id: 'gateway.services.document',
    path: '/gateway/services/:id/openapi',
    access: manage,
    params: ById,
    reply: DocumentState,
    errors: [],
    asSystem: asManager,
    summary: 'Whether a service is documented, and by which document',
    handler: async ({ params, db }) =>
      viewState((await findState(db, params.id)) ?? fail(kernelErrors.not_found)),
  }),
  write({
    id: 'gateway.services.document.save',
    method: 'PUT',
    path: '/gateway/services/:id/openapi',
    access: manage,
    limit: uploads,
    bodyLimitBytes,
    params: ById,
    body: DocumentBody,
    reply: DocumentState,
    errors: [],
    audit: [events.documentSaved],
    asSystem: asManager,
    summary: 'Document a service with an OpenAPI document; replaces the former one',
    prepare: async ({ body }) => reduceDocument(checkDocument(body.document)),
    handler: async ({ params, tx, prepared }) => {
      const { name } = (await lockService(tx, params.id)) ?? fail(kernelErrors.not_found);
      await saveDocument(tx, params.id, prepared, tx.now);
      const { title, operations } = prepared;
      tx.audit(events.documentSaved, {
        target: params.id,
        metadata: { name, title, operations: operations.length },
      });
      return viewState((await findState(tx, params.id)) ?? fail(kernelErrors.not_found));
    },
  }),
  write({
    id: 'gateway.services.document.remove',
    method: 'DELETE',
    path: '/gateway/services/:id/openapi',
    access: manage,
    params: ById,
    reply: Empty,
    errors: [],
    audit: [events.documentRemoved],
    asSystem: asManager,
    summary: 'Remove the documentation of a service; idempotent',
    handler: async ({ params, tx }) => {
      const { name } = (await lockService(tx, params.id)) ?? fail(kernelErrors.not_found);
      if ((await deleteDocument(tx, params.id)) === undefined) return unchanged({});
      tx.audit(events.documentRemoved, { target: params.id, metadata: { name } });
      return {};
    },
  }),
  read({
    id: 'developers.services',
    path: '/developers/services',
    access: signedIn,
    reply: ServiceList,
    errors: [],
    asSystem: asReader,
    summary: 'Services of the gateway that are on, by name, and whether they are documented',
    handler: async ({ db }) => {
      const items = (await listServices(db)).map(viewFacts);
      return { items, total: items.length };
    },
  }),
  read({
    id: 'developers.services.get',
    path: '/developers/services/:id',
    access: signedIn,
    params: ById,
    reply: ServiceDocs,
    errors: [],
    asSystem: asReader,
    summary: 'The operations of a service of the gateway, as its document describes them',
    handler: async ({ params, db }) => {
      const row = (await findService(db, params.id)) ?? fail(kernelErrors.not_found);
      const operations = (row.operations ?? []) as unknown as Operation[];
      return { ...viewFacts(row), version: row.version ?? '', operations };
    },
  }),
];

const viewFacts = ({ id, name, scope, title, description }: FactsRow): ServiceFacts => ({
  id,
  name,
  scope,
  title: title ?? name,
  description: description ?? '',
  documented: title !== null,
});

function viewState(row: NonNullable<Awaited<ReturnType<typeof findState>>>): DocumentState {
  const { title, version, operations, uploaded_at } = row;
  if (title === null || uploaded_at === null) return { document: null };
  return { document: { title, version: version ?? '', operations: operations ?? 0, uploaded_at } };
}
