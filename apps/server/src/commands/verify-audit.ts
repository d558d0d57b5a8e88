import type { Config } from '../config.ts';
import { verifyNewRows } from '../kernel/audit/verified-head.ts';
import { verifyAudit } from '../kernel/audit/verify.ts';
import { createDatabase } from '../kernel/db/database.ts';
import { createKeyring } from '../kernel/security/keyring.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

/**
 * Verifies the rows since the last verified head, all rows, or the rows after a given one; exit code 2 when
 * the chain is broken.
 */
export async function verifyAuditLog(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [option, value] = args;
  if (option !== undefined && option !== '--full' && option !== '--from')
    throw new Stop('tamga verify-audit takes --full or --from ID');
  const fromId = option === '--from' ? Number(value ?? '') : undefined;
  if (fromId !== undefined && !(Number.isInteger(fromId) && fromId > 0))
    throw new Stop('tamga verify-audit --from takes the id of an audit row');
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 2 });
  const keyring = createKeyring(config.INTEGRATION_ENC_KEY);
  try {
    const report =
      fromId === undefined
        ? await verifyNewRows({ database, keyring }, { now: new Date(), whole: option === '--full' })
        : await verifyAudit(database, { fromId });
    say(JSON.stringify(report));
    return report.ok ? 0 : 2;
  } finally {
    await database.close();
    await opened.stop();
  }
}
