import { parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { listApiKeys } from '../kernel/security/api-key-store.ts';
import type { KeyFacts } from '../kernel/security/api-keys.ts';
import { toolScopes } from '../modules/oauth-clients/index.ts';
import { makeToolKey, withdrawToolKey } from '../modules/tools/index.ts';
import { manageNamedKeys } from './named-keys.ts';
import { Stop } from './stop.ts';

const usage =
  'tamga tools takes: key create NAME --tools host_status,search_memory [--days 90 | --days never] [--admin-api], key list, or key revoke ID';

/** Separates the options of a new key from its name. */
function readLimits(args: readonly string[]): {
  names: readonly string[];
  limits: Omit<KeyFacts, 'name'>;
} {
  const { values, positionals } = readOptions(args);
  const scopes = (values.tools ?? values.scopes)
    ?.split(',')
    .map((name) => `tools:${name.trim().replace(/^tools:/, '')}`);
  const unknown = scopes?.find((scope) => !(toolScopes as readonly string[]).includes(scope));
  if (unknown !== undefined) throw new Stop(`${unknown} is no scope. Scopes are: ${toolScopes.join(', ')}`);
  const days = values.days === undefined ? undefined : values.days === 'never' ? null : Number(values.days);
  if (typeof days === 'number' && !(Number.isInteger(days) && days >= 1 && days <= 3650))
    throw new Stop('--days takes a number from 1 to 3650, or never.');
  return {
    names: positionals,
    limits: {
      surfaces: values['admin-api'] === true ? ['admin', 'tools'] : ['tools'],
      ...(scopes === undefined ? {} : { scopes }),
      ...(days === undefined ? {} : { days }),
    },
  };
}

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        tools: { type: 'string' },
        // The name before decision 43.
        scopes: { type: 'string' },
        days: { type: 'string' },
        'admin-api': { type: 'boolean' },
      },
    });
  } catch {
    throw new Stop(usage);
  }
}

/** `tamga tools key`: keys of AI assistants. */
export async function manageToolKeys(
  config: Config,
  [what, ...args]: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  if (what !== 'key') throw new Stop(usage);
  const { names, limits } = readLimits(args);
  return manageNamedKeys(
    {
      command: 'tools key',
      what: 'a key for assistants',
      unknown: (id) => `There is no live key ${id}.`,
      make: (tx, keyring, name) => makeToolKey(tx, keyring, { name, ...limits }, null),
      revoke: (tx, id) => withdrawToolKey(tx, id, null),
      list: listApiKeys,
    },
    config,
    names,
    say,
  );
}
