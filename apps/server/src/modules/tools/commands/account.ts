import { readFile } from 'node:fs/promises';

/** The operating-system account a command runs under. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** An id that no account has, so that it owns nothing on the host. */
const unowned: Account = { uid: 65_533, gid: 65_533 };

/**
 * Undefined when the server does not run as root: a command then has the server's own rights. A root server
 * runs every command under an account without rights. The embedded database runs as postgres, or as nobody
 * when there is no such account; a command must use another account, or it would own the database files.
 */
export async function findCommandAccount(): Promise<Account | undefined> {
  if (process.geteuid?.() !== 0) return undefined;
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  const of = (name: string) => lines.find((line) => line.startsWith(`${name}:`))?.split(':');
  const [, , uid, gid] = of('postgres') === undefined ? [] : (of('nobody') ?? []);
  // On macOS the user `nobody` is -2, which spawn rejects.
  return Number(uid) > 0 && Number(gid) > 0 ? { uid: Number(uid), gid: Number(gid) } : unowned;
}
