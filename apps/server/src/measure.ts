import { readAuditPending } from './kernel/audit/pending.ts';
import type { Database } from './kernel/db/database.ts';
import { systemIdentity } from './kernel/db/identity.ts';
import type { Jobs } from './kernel/jobs/jobs.ts';
import type { Metrics } from './kernel/observability/metrics.ts';

/** Gauges that are read at each scrape. */
export function measure(
  metrics: Metrics,
  parts: {
    database: Database;
    jobs: Jobs;
    now: () => Date;
    lagMs: () => number;
    fileStores: () => ReadonlyMap<string, string>;
  },
): void {
  const reader = parts.database.reader(systemIdentity);
  metrics.gauge('tamga_event_loop_lag_seconds', 'Mean delay of the event loop', [], (gauge) =>
    gauge.set(parts.lagMs() / 1000),
  );
  metrics.gauge('tamga_database_connections', 'Connections by state', ['state'], (gauge) => {
    const { total, idle, waiting } = parts.database.stats();
    gauge.set({ state: 'used' }, total - idle);
    gauge.set({ state: 'idle' }, idle);
    gauge.set({ state: 'waiting' }, waiting);
  });
  metrics.gauge(
    'tamga_file_store_up',
    'Whether a store of files answers: 1, 0.5 when it is slow, or 0',
    ['driver'],
    (gauge) => {
      gauge.reset();
      for (const [driver, state] of parts.fileStores())
        gauge.set({ driver }, state === 'ok' ? 1 : state === 'slow' ? 0.5 : 0);
    },
  );
  metrics.gauge('tamga_audit_pending', 'Audit rows not yet sealed', [], async (gauge) => {
    gauge.set((await readAuditPending(reader, parts.now()).catch(() => ({ count: Number.NaN }))).count);
  });
  metrics.gauge(
    'tamga_jobs',
    'Jobs by queue and state; the queue dead_letters holds those given up',
    ['queue', 'state'],
    async (gauge) => {
      gauge.reset();
      for (const depth of await parts.jobs.depths().catch(() => [])) {
        gauge.set({ queue: depth.queue, state: 'ready' }, depth.ready);
        gauge.set({ queue: depth.queue, state: 'active' }, depth.active);
        gauge.set({ queue: depth.queue, state: 'failed' }, depth.failed);
      }
    },
  );
}
