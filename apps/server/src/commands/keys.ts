import type { Config } from '../config.ts';
import { listApiKeys } from '../kernel/security/api-key-store.ts';
import { makeKey, removeKey } from '../modules/admin-api/index.ts';
import { manageNamedKeys } from './named-keys.ts';

/** `tamga keys`: keys of the admin API. */
export const manageKeys = (
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> =>
  manageNamedKeys(
    {
      command: 'keys',
      what: 'a key of the admin API',
      unknown: (id) => `There is no key ${id}.`,
      make: (tx, keyring, name) => makeKey(tx, keyring, { name, surfaces: ['admin'] }, undefined),
      revoke: (tx, id) => removeKey(tx, id, undefined),
      list: listApiKeys,
    },
    config,
    args,
    say,
  );
