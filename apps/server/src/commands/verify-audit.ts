import type { Config } from '../config.ts';
import { verifyAudit } from '../kernel/audit/verify.ts';
import { createDatabase } from '../kernel/db/database.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

/** Walks the whole chain, or what came after a row known to be good; exit code 2 when it is broken. */
export async function verifyAuditLog(
  config: Config,
  from: string | undefined,
  say: (line: string) => void,
): Promise<number> {
  const fromId = from === undefined ? undefined : Number(from);
  if (fromId !== undefined && !(Number.isInteger(fromId) && fromId > 0))
    throw new Stop('tamga verify-audit --from takes the id of an audit row');
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 2 });
  try {
    const report = await verifyAudit(database, fromId);
    say(JSON.stringify(report));
    return report.ok ? 0 : 2;
  } finally {
    await database.close();
    await opened.stop();
  }
}
