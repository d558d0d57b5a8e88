import { type VerifiedHeadDeps, verifyNews } from '../../kernel/audit/verified-head.ts';
import { verifyAudit } from '../../kernel/audit/verify.ts';
import { role, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { readPageQuery } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { readOwnAccess } from './access.ts';
import { accessEvents, events } from './events.ts';
import { isDamaged, readAuditPage, recordDamage, recordLookedAt } from './reading.ts';
import { AccessPage, AccessQuery, AuditPage, AuditQuery, VerifyQuery, VerifyView } from './schemas.ts';

export type AuditLogDeps = VerifiedHeadDeps;

/** A walk over the whole log is work; a few a minute are plenty for a person. */
const verifications: Limit = { group: 'audit-verify', perMinute: 6, burst: 3 };

export function auditLogRows(deps: AuditLogDeps): readonly Row[] {
  return [
    write({
      id: 'audit.list',
      method: 'GET',
      path: '/audit/',
      access: role('admin'),
      query: AuditQuery,
      reply: AuditPage,
      errors: [],
      audit: [accessEvents.personRead],
      summary: 'The audit log, newest first; looking is itself recorded for everybody who is shown',
      prepare: ({ db, query }) => readAuditPage(db, query),
      handler: async ({ actor, query, tx, prepared }) =>
        (await recordLookedAt(tx, actor, query, prepared)).recorded ? prepared : unchanged(prepared),
    }),
    write({
      id: 'audit.verify',
      method: 'GET',
      path: '/audit/verify',
      access: role('admin'),
      limit: verifications,
      query: VerifyQuery,
      reply: VerifyView,
      errors: [],
      audit: [events.chainBroken],
      summary:
        'Recompute the chain of the audit log: what is new since the last check, all of it, or after a row',
      prepare: ({ query, request }) =>
        query.from_id === undefined
          ? verifyNews(deps, { now: request.now, whole: query.whole === true })
          : verifyAudit(deps.database, { fromId: query.from_id }),
      handler: async ({ query, tx, prepared }) => {
        if (!isDamaged(prepared, query.from_id)) return unchanged(prepared);
        await recordDamage(tx, prepared);
        return prepared;
      },
    }),
    read({
      id: 'users.me.access_log',
      path: '/users/me/access-log',
      access: signedIn,
      query: AccessQuery,
      reply: AccessPage,
      errors: [],
      summary: 'Who looked at the data of the person signed in, when and what for',
      handler: ({ actor, db, query, request }) =>
        readOwnAccess(db, actor.userId, readPageQuery(query), request.language),
    }),
  ];
}
