import type { Config } from '../config.ts';
import { createDatabase, type Database } from '../kernel/db/database.ts';
import { systemIdentity } from '../kernel/db/identity.ts';
import { AppError } from '../kernel/http/errors.ts';
import { createKeyring } from '../kernel/security/keyring.ts';
import { asCommandLine, listToolKeys, makeToolKey, withdrawToolKey } from '../modules/tools/index.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

const usage = 'tamga tools takes: key create NAME, key list, or key revoke ID';

/** `tamga tools key`: keys of AI assistants, by whoever may write to the database. */
export async function manageToolKeys(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [what, verb, ...rest] = args;
  const given = rest.join(' ').trim();
  const isKnown = verb === 'list' || ((verb === 'create' || verb === 'revoke') && given !== '');
  if (what !== 'key' || !isKnown) throw new Stop(usage);
  if (given.length > 128) throw new Stop('A name has at most 128 characters.');
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 1 });
  try {
    if (verb === 'create') await create(config, database, given, say);
    else if (verb === 'revoke') await revoke(database, given, say);
    else await list(database, say);
    return 0;
  } finally {
    await database.close();
    await opened.stop();
  }
}

const depsFor = (database: Database) => ({
  database,
  outbox: { send: () => Promise.reject(new Error('a key sends nothing')) },
  now: () => new Date(),
});

async function create(config: Config, database: Database, name: string, say: (line: string) => void) {
  const keyring = createKeyring(config.INTEGRATION_ENC_KEY);
  const { row, secret } = await asCommandLine(depsFor(database), (tx) =>
    makeToolKey(tx, keyring, name, null),
  );
  say(`Key ${row.id} (${row.name}), shown this once:\n${secret}`);
}

async function revoke(database: Database, id: string, say: (line: string) => void) {
  const unknown = new Stop(`There is no live key ${id}.`);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw unknown;
  try {
    await asCommandLine(depsFor(database), (tx) => withdrawToolKey(tx, id, null));
  } catch (error) {
    throw error instanceof AppError ? unknown : error;
  }
  say(`Key ${id} is refused from now on.`);
}

async function list(database: Database, say: (line: string) => void) {
  const keys = await listToolKeys(database.reader(systemIdentity));
  for (const key of keys) {
    const state = key.revoked_at === null ? '' : `  revoked ${key.revoked_at}`;
    const used = `made ${key.created_at}  last used ${key.last_used_at ?? 'never'}`;
    say(`${key.id}  ${key.display}  ${key.name}  ${used}${state}`);
  }
  if (keys.length === 0) say('No key was made. Make one with: tamga tools key create NAME');
}
