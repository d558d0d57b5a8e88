import { type VerifiedHeadDeps, verifyNewRows } from '../../kernel/audit/verified-head.ts';
import { verifyAudit } from '../../kernel/audit/verify.ts';
import { permission, signedIn } from '../../kernel/http/access.ts';
import { noService } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { readPageQuery } from '../../kernel/http/time-cursor.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { readOwnAccess } from './access.ts';
import { accessEvents, events } from './events.ts';
import type { ExportDeps } from './export.ts';
import { filteredPeople, isDamaged, readAuditPage, recordAccesses, recordDamage } from './reading.ts';
import { AccessPage, AccessQuery, AuditPage, AuditQuery, VerifyQuery, VerifyView } from './schemas.ts';

export type AuditLogDeps = VerifiedHeadDeps & ExportDeps;

/** RLS gives this role the log and the names in it, whatever else the caller may do. */
const asRole = 'auditor';

/** A full verification is expensive (it reads the whole log). */
const verifications: Limit = { group: 'audit-verify', perMinute: 6, burst: 3 };

export function auditLogRows(deps: AuditLogDeps): readonly Row[] {
  return [
    write({
      id: 'audit.list',
      method: 'GET',
      path: '/audit/',
      access: permission('audit.view'),
      asRole,
      query: AuditQuery,
      reply: AuditPage,
      errors: [],
      audit: [accessEvents.personRead],
      summary: 'The audit log, newest first; each read is recorded for everyone shown',
      prepare: ({ db, query, request }) => readAuditPage(db, query, request.language),
      handler: async ({ actor, query, tx, prepared: { page, people } }) => {
        const shown = [...filteredPeople(query), ...people];
        const { recorded } = await recordAccesses(tx, actor, 'audit.list', shown);
        return recorded ? page : unchanged(page);
      },
    }),
    write({
      id: 'audit.verify',
      method: 'GET',
      path: '/audit/verify',
      access: permission('audit.view'),
      asRole,
      limit: verifications,
      query: VerifyQuery,
      reply: VerifyView,
      errors: [],
      audit: [events.chainBroken],
      summary: 'Recompute the audit chain: rows since the last check, all rows, or rows after one id',
      prepare: ({ query, request }) =>
        query.from_id === undefined
          ? verifyNewRows(deps, { now: request.now, whole: query.whole === true })
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
      acting: { act: 'view', service: noService },
      query: AccessQuery,
      reply: AccessPage,
      errors: [],
      summary: 'Accesses to own data, or to those of the child or organisation: viewer, time and purpose',
      handler: ({ actor, db, query, request }) => {
        // An authorisation opens the cases that it names, and nothing else about the person.
        if (actor.party?.limits !== undefined) fail(kernelErrors.acting_not_allowed);
        return readOwnAccess(db, readPageQuery(query), request.language);
      },
    }),
  ];
}
