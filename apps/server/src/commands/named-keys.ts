import type { Config } from '../config.ts';
import { noOutbox, unitOfWork, type WriteTx } from '../kernel/audit/unit-of-work.ts';
import { createDatabase, type Reader } from '../kernel/db/database.ts';
import { systemIdentity } from '../kernel/db/identity.ts';
import { AppError } from '../kernel/http/errors.ts';
import { createKeyring, type Keyring } from '../kernel/security/keyring.ts';
import { openDatabase } from './open-database.ts';
import { Stop } from './stop.ts';

interface KeyRow {
  id: string;
  name: string;
  display: string;
  created_at: string;
  surfaces: readonly string[];
  /** Null: every tool. */
  scopes: readonly string[] | null;
  expires_at: string | null;
  last_used_at: string | null;
  revoked_at?: string | null;
}

/** Named keys that are shown once, for either surface. */
export interface NamedKeys {
  /** The command name in the usage text. */
  command: string;
  /** Names the work in the error text of a missing audit event. */
  what: string;
  unknown: (id: string) => string;
  make(
    tx: WriteTx,
    keyring: Keyring,
    name: string,
  ): Promise<{ row: { id: string; name: string }; secret: string }>;
  revoke(tx: WriteTx, id: string): Promise<unknown>;
  list(db: Reader): Promise<readonly KeyRow[]>;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** create NAME, list, or revoke ID, for an operator with write access to the database. */
export async function manageNamedKeys(
  keys: NamedKeys,
  config: Config,
  args: readonly string[],
  say: (line: string) => void,
): Promise<number> {
  const [verb, ...rest] = args;
  const given = rest.join(' ').trim();
  if (verb !== 'list' && !((verb === 'create' || verb === 'revoke') && given !== ''))
    throw new Stop(`tamga ${keys.command} takes: create NAME, list, or revoke ID`);
  if (given.length > 128) throw new Stop('A name has at most 128 characters.');
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 1 });
  const change = <T>(work: (tx: WriteTx) => Promise<T>): Promise<T> =>
    unitOfWork(
      { database, outbox: noOutbox },
      { identity: systemIdentity, actorUserId: null, requestId: null, now: new Date() },
      { what: keys.what, auditRequired: () => true },
      work,
    );
  try {
    if (verb === 'create') {
      const keyring = createKeyring(config.INTEGRATION_ENC_KEY);
      const { row, secret } = await change((tx) => keys.make(tx, keyring, given));
      say(`Key ${row.id} (${row.name}), shown this once:\n${secret}`);
    } else if (verb === 'revoke') {
      if (!uuid.test(given)) throw new Stop(keys.unknown(given));
      await change((tx) => keys.revoke(tx, given)).catch((error: unknown) => {
        throw error instanceof AppError ? new Stop(keys.unknown(given)) : error;
      });
      say(`Key ${given} is refused from now on.`);
    } else printKeys(keys, await keys.list(database.reader(systemIdentity)), say);
    return 0;
  } finally {
    await database.close();
    await opened.stop();
  }
}

/** Capitals mark what a key has beyond the default, so that old, wide keys are noticed. */
function describeWidth({ surfaces, scopes, expires_at }: KeyRow): string {
  const tools = scopes === null ? 'EVERY TOOL' : scopes.join(' ') || 'no tool';
  return [
    ...(surfaces.includes('admin') ? ['ADMIN API'] : []),
    ...(surfaces.includes('tools') ? [tools] : []),
    expires_at === null ? 'NO END' : `ends ${expires_at}`,
  ].join(', ');
}

function printKeys({ command }: NamedKeys, rows: readonly KeyRow[], say: (line: string) => void): void {
  for (const row of rows) {
    const { id, display, name, created_at, last_used_at, revoked_at } = row;
    const state = revoked_at == null ? describeWidth(row) : `revoked ${revoked_at}`;
    say(`${id}  ${display}  ${name}  made ${created_at}  last used ${last_used_at ?? 'never'}  ${state}`);
  }
  if (rows.length === 0) say(`No key was made. Make one with: tamga ${command} create NAME`);
}
