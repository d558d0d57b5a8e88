import { readFile } from 'node:fs/promises';

/** The operating-system account a command runs under. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** An id that no account has, so that nothing on the host is its own. */
const unowned: Account = { uid: 65_533, gid: 65_533 };

/**
 * Undefined when the server is no root: a command then has the server's own rights and no more. A server of root hands
 * every command to an account without rights. The embedded database runs as postgres, or as nobody where there is no
 * such account; a command must not be the same, or the files of the database would be its own.
 */
export async function findCommandAccount(): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const of = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  const [, , uid, gid] = of('postgres') === undefined ? [] : (of('nobody') ?? []);
  // On macOS nobody is -2, which spawn does not take.
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : unowned;
}
