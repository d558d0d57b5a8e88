import type { Config } from '../config.ts';
import { listApiKeys } from '../kernel/security/api-key-store.ts';
import { makeToolKey, withdrawToolKey } from '../modules/tools/index.ts';
import { manageNamedKeys } from './named-keys.ts';
import { Stop } from './stop.ts';

/** `tamga tools key`: keys of AI assistants. */
export async function manageToolKeys(
  config: Config,
  [what, ...args]: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  if (what !== 'key') throw new Stop('tamga tools takes: key create NAME, key list, or key revoke ID');
  return manageNamedKeys(
    {
      command: 'tools key',
      what: 'a key for assistants',
      unknown: (id) => `There is no live key ${id}.`,
      make: (tx, keyring, name) => makeToolKey(tx, keyring, { name }, null),
      revoke: (tx, id) => withdrawToolKey(tx, id, null),
      list: listApiKeys,
    },
    config,
    args,
    say,
  );
}
