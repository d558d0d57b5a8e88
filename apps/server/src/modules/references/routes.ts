import { open, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { orderReference, verifyReference, viewReference } from './issue.ts';
import { OrderBody, ReferenceView, VerifyParams, VerifyQuery, VerifyView } from './schemas.ts';
import { listReferences } from './store.ts';

const writes: Limit = { group: 'gov-references', perMinute: 30, burst: 15 };
const verifications: Limit = { group: 'verify', perMinute: 30, burst: 15 };

export const rows: readonly Row[] = [
  read({
    id: 'gov.references.list',
    path: '/gov/references',
    access: signedIn,
    reply: listOf(ReferenceView),
    errors: [],
    summary: 'Own documents, newest first',
    handler: async ({ actor, db, request }) => {
      const items = (await listReferences(db, actor.userId)).map((row) =>
        viewReference(row, request.language, request.now),
      );
      return { items, total: items.length };
    },
  }),
  write({
    id: 'gov.references.order',
    method: 'POST',
    path: '/gov/references',
    access: signedIn,
    limit: writes,
    body: OrderBody,
    reply: ReferenceView,
    status: 201,
    idempotent: true,
    errors: [errors.unknown_value],
    audit: [events.issued],
    summary: 'Order a document',
    handler: ({ actor, body, request, tx }) => orderReference(tx, actor.userId, body.type, request.language),
  }),
  read({
    id: 'gov.references.verify',
    base: 'root',
    path: '/verify/:reference_no',
    access: open('whoever is shown a document may ask whether it is genuine'),
    asSystem: 'a document is verified by people who have no account',
    limit: verifications,
    params: VerifyParams,
    query: VerifyQuery,
    reply: VerifyView,
    errors: [],
    noStore: true,
    summary: 'Whether a document is genuine',
    handler: ({ db, params, query, request }) =>
      verifyReference(db, params.reference_no, query.code, request),
  }),
];
