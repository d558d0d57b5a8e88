import { sql } from 'kysely';
import { readAuditPending } from '../../kernel/audit/pending.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type Migration, pendingMigrations } from '../../kernel/db/migrate.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf } from '../../kernel/db/row-shape.ts';

/** The audit log is normally sealed within a second; a larger lag needs attention. */
const sealerLagLimitSeconds = 5;

export interface Readiness {
  status: boolean;
  checks: { database: string; bus: string; migrations: string; audit: string; files: string; seal: string };
}

export interface ReadinessDeps {
  database: Database;
  bus: Bus;
  migrations: readonly Migration[];
  now: () => Date;
  /** The last known state of the store of files. */
  filesState: () => string;
  /** The last known state of the platform's seal. */
  sealState: () => string;
}

const names = statement(
  'migrations.names',
  columnsOf('migrations', 'name'),
  () => sql`select name from migrations`,
);
export async function checkReadiness(deps: ReadinessDeps): Promise<Readiness> {
  const reader = deps.database.reader(systemIdentity);
  const bus = (await deps.bus.check()) ? 'ok' : 'unreachable';
  // Reported, and without effect on the status: every instance has the same, and most requests need neither.
  const reported = { files: deps.filesState(), seal: deps.sealState() };
  try {
    const applied = await reader.run(names());
    const missing = pendingMigrations(
      applied.map((row) => row.name),
      deps.migrations,
    );
    const audit = await readAuditPending(reader, deps.now());
    const checks = {
      database: 'ok',
      bus,
      migrations: missing.length === 0 ? 'ok' : 'pending',
      audit: audit.lagSeconds <= sealerLagLimitSeconds ? 'ok' : 'lagging',
    };
    return {
      status: Object.values(checks).every((check) => check === 'ok'),
      checks: { ...checks, ...reported },
    };
  } catch {
    return {
      status: false,
      checks: { database: 'unreachable', bus, migrations: 'unknown', audit: 'unknown', ...reported },
    };
  }
}
