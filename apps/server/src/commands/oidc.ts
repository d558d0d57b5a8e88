import type { Config } from '../config.ts';
import { noOutbox } from '../kernel/audit/unit-of-work.ts';
import { createDatabase } from '../kernel/db/database.ts';
import { createKeyring } from '../kernel/security/keyring.ts';
import { addKeys } from '../modules/oidc/index.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

/** `tamga oidc rotate-key`: the next keys for id_tokens, published now and used after the lead time. */
export async function rotateKey(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  if (args.length !== 1 || args[0] !== 'rotate-key') throw new Stop('tamga oidc takes: rotate-key');
  if (!config.isIssuer) throw new Stop('Set OAUTH_ISSUER and SSO_STATE_KEY: without them nothing is signed.');
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 1 });
  try {
    const deps = {
      database,
      keyring: createKeyring(config.INTEGRATION_ENC_KEY),
      outbox: noOutbox,
      now: () => new Date(),
    };
    const rotation = await addKeys(deps, { leadMinutes: config.OIDC_KEY_LEAD_MINUTES });
    const from = rotation.activeFrom.toISOString();
    if (rotation.kind === 'waiting')
      throw new Stop(`The next keys are already published and sign from ${from}.`);
    say(
      `Keys ${rotation.kids.join(', ')} are published and sign from ${from}. Running servers load them automatically.`,
    );
    return 0;
  } finally {
    await database.close();
    await opened.stop();
  }
}
