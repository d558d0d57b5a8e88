import type { Config } from '../config.ts';
import { createDatabase, type Database } from '../kernel/db/database.ts';
import { systemIdentity } from '../kernel/db/identity.ts';
import { AppError } from '../kernel/http/errors.ts';
import { createKeyring } from '../kernel/security/keyring.ts';
import { asOperator, listKeys, makeKey, removeKey } from '../modules/admin-api/index.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

const usage = 'tamga keys takes: create NAME, list, or revoke ID';

/** `tamga keys`: keys of the admin API, by whoever may write to the database. */
export async function manageKeys(
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [verb, ...rest] = args;
  const given = rest.join(' ').trim();
  if (verb !== 'list' && !((verb === 'create' || verb === 'revoke') && given !== '')) throw new Stop(usage);
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
  const { row, secret } = await asOperator(depsFor(database), (tx) => makeKey(tx, keyring, name, undefined));
  say(`Key ${row.id} (${row.name}), shown this once:\n${secret}`);
}

async function revoke(database: Database, id: string, say: (line: string) => void) {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw new Stop(`There is no key ${id}.`);
  try {
    await asOperator(depsFor(database), (tx) => removeKey(tx, id, undefined));
  } catch (error) {
    if (error instanceof AppError) throw new Stop(`There is no key ${id}.`);
    throw error;
  }
  say(`Key ${id} is refused from now on.`);
}

async function list(database: Database, say: (line: string) => void) {
  const keys = await listKeys(database.reader(systemIdentity));
  for (const key of keys)
    say(
      `${key.id}  ${key.display}  ${key.name}  made ${key.created_at}  last used ${key.last_used_at ?? 'never'}`,
    );
  if (keys.length === 0) say('No key was made. Make one with: tamga keys create NAME');
}
