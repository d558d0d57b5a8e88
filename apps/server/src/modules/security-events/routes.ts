import { role, signedIn } from '../../kernel/http/access.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { Empty } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { readEvents, report } from './report.ts';
import { EventPage, EventQuery, ReportBody } from './schemas.ts';

const reports: Limit = { group: 'security-report', perMinute: 10, burst: 10 };

export const rows: readonly Row[] = [
  read({
    id: 'security.events.list',
    path: '/security/events',
    access: role('admin'),
    query: EventQuery,
    reply: EventPage,
    errors: [],
    summary: 'Suspicious activity, newest first',
    handler: ({ db, query }) => readEvents(db, query),
  }),
  write({
    id: 'security.events.report',
    method: 'POST',
    path: '/security/events',
    access: signedIn,
    limit: reports,
    // The detail, and room for what stands around it.
    bodyLimitBytes: 16 * 1024,
    body: ReportBody,
    reply: Empty,
    status: 202,
    errors: [errors.kind_reserved],
    audit: [events.reported],
    summary: 'Report suspicious activity of or around the own session',
    handler: async ({ actor, body, request, tx }) => {
      await report(tx, actor, body, request);
      return {};
    },
  }),
];
