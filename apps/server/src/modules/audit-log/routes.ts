import { verifyAudit } from '../../kernel/audit/verify.ts';
import type { Database } from '../../kernel/db/database.ts';
import { role } from '../../kernel/http/access.ts';
import { type Row, read } from '../../kernel/http/row.ts';
import { oneOf, strict, Type } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';

export interface AuditLogDeps {
  database: Database;
}

/** A walk over the whole log is work; a few a minute are plenty for a person. */
const verifications: Limit = { group: 'audit-verify', perMinute: 6, burst: 3 };

const VerifyQuery = strict({ from_id: Type.Optional(Type.Integer({ minimum: 1 })) });
const VerifyView = Type.Object({
  ok: Type.Boolean(),
  checked: Type.Integer(),
  pending: Type.Integer(),
  head: Type.Object({ seq: Type.Integer(), hash: Type.String() }),
  broken_id: Type.Optional(Type.Integer()),
  reason: Type.Optional(oneOf('altered', 'missing', 'moved', 'cut_off')),
});

export function auditLogRows(deps: AuditLogDeps): readonly Row[] {
  return [
    read({
      id: 'audit.verify',
      path: '/audit/verify',
      access: role('admin'),
      limit: verifications,
      query: VerifyQuery,
      reply: VerifyView,
      errors: [],
      summary: 'Recompute the chain of the audit log, from its start or after a row known to be good',
      handler: ({ query }) => verifyAudit(deps.database, query.from_id),
    }),
  ];
}
