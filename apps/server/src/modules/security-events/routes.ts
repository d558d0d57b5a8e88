import type { AuditEvent } from '../../kernel/audit/events.ts';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { role, signedIn } from '../../kernel/http/access.ts';
import type { Actor } from '../../kernel/http/actor.ts';
import { type Row, unchanged, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { readEvents, report } from './report.ts';
import { EventPage, EventQuery, ReportBody } from './schemas.ts';

const reports: Limit = { group: 'security-report', perMinute: 10, burst: 10 };

/** The audit log records who read events, and itself raises security events, so this port breaks the cycle. */
export interface ShownPeople {
  event: AuditEvent;
  record(tx: WriteTx, actor: Actor, people: readonly string[]): { recorded: boolean };
}

export const rows = (shown: ShownPeople): readonly Row[] => [
  write({
    id: 'security.events.list',
    method: 'GET',
    path: '/security/events',
    access: role('admin'),
    query: EventQuery,
    reply: EventPage,
    errors: [],
    audit: [shown.event],
    summary: 'Suspicious activity, newest first; each person concerned can see who looked',
    prepare: ({ db, query }) => readEvents(db, query),
    handler: async ({ actor, tx, prepared }) => {
      const people = prepared.items.flatMap(({ user_id }) => user_id ?? []);
      return shown.record(tx, actor, people).recorded ? prepared : unchanged(prepared);
    },
  }),
  write({
    id: 'security.events.report',
    method: 'POST',
    path: '/security/events',
    access: signedIn,
    limit: reports,
    // The detail, and room for the other fields.
    bodyLimitBytes: 16 * 1024,
    body: ReportBody,
    reply: Empty,
    status: 202,
    errors: [errors.kind_reserved],
    audit: [events.reported],
    summary: 'Report suspicious activity in or around your own session',
    handler: async ({ actor, body, request, tx }) => {
      await report(tx, actor, body, request);
      return {};
    },
  }),
];
