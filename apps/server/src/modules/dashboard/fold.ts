import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { platformZone } from '../../kernel/local-day.ts';
import { findLastId, foldSpan, readCursors, type Span, sources } from './fold-store.ts';

/** Longer than any transaction lasts: a row with a lower id or an earlier time cannot appear after it. */
const settledMs = 5 * 60_000;
const hourMs = 3_600_000;
/** A fresh installation over old data folds millions of rows; each batch commits. */
const batch = 50_000;

/** Nothing on a hot path counts for the dashboard: this job adds what is new to the figures of each day. */
export const foldJob = (database: Database): Job => ({
  name: 'dashboard.fold',
  about: 'Adds new sign-ins, people, applications and traffic to the daily figures of the dashboard',
  schedule: '*/10 * * * *',
  run: (_data, { now }) => foldFigures(database, now),
});

export async function foldFigures(database: Database, now: Date): Promise<void> {
  const reader = database.reader(systemIdentity);
  const settled = new Date(now.getTime() - settledMs);
  // Figures of the gateway are kept by the hour, so only whole hours are over.
  const wholeHour = new Date(Math.floor(settled.getTime() / hourMs) * hourMs);
  const fold = (source: (typeof sources)[number], span: Span) =>
    database.transaction(systemIdentity, (tx) => foldSpan(tx, source, span));
  for (const cursor of await readCursors(reader)) {
    const source = sources.find((name) => name === cursor.source);
    if (source === undefined) continue;
    const from = new Date(cursor.at);
    const span: Span = { afterId: cursor.id, uptoId: cursor.id, from, before: from, zone: platformZone() };
    if (source === 'sign_ins' || source === 'applications') {
      for (;;) {
        const uptoId = await findLastId(reader, source, { afterId: span.afterId, batch, settled });
        if (uptoId === undefined) break;
        await fold(source, { ...span, uptoId });
        span.afterId = uptoId;
      }
    } else {
      const before = source === 'gateway' ? wholeHour : settled;
      if (before > from) await fold(source, { ...span, before });
    }
  }
}
