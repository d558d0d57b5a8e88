import { open, signedIn } from '../../kernel/http/access.ts';
import { ownerOf } from '../../kernel/http/actor.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import { listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { verifyReference, viewReference } from './issue.ts';
import { ReferenceView, VerifyParams, VerifyQuery, VerifyView } from './schemas.ts';
import { listReferences } from './store.ts';

const verifications: Limit = { group: 'verify', perMinute: 30, burst: 15 };

export const rows: readonly Row[] = [
  read({
    id: 'gov.references.list',
    path: '/gov/references',
    access: signedIn,
    acting: { act: 'view', service: 'each' },
    reply: listOf(ReferenceView),
    errors: [],
    summary: 'Own documents, newest first',
    handler: async ({ actor, db, request }) => {
      const items = (await listReferences(db, ownerOf(actor))).map((row) =>
        viewReference(row, request.language, request.now),
      );
      return { items, total: items.length };
    },
  }),
  read({
    id: 'gov.references.verify',
    base: 'root',
    path: '/verify/:reference_no',
    access: open('any reader of a document may verify it; the code on it is the proof'),
    asSystem: 'a document is verified by people who have no account',
    limit: verifications,
    params: VerifyParams,
    query: VerifyQuery,
    reply: VerifyView,
    errors: [errors.code_required],
    noStore: true,
    summary: 'Whether a document is genuine; without its code, and for an unknown number, nothing is told',
    handler: ({ db, params, query, request }) =>
      verifyReference(db, params.reference_no, query.code, request),
  }),
];
