import type { Config } from '../config.ts';
import { noOutbox } from '../kernel/audit/unit-of-work.ts';
import { createDatabase } from '../kernel/db/database.ts';
import { createKeyring } from '../kernel/security/keyring.ts';
import {
  checkFiles,
  type Driver,
  drivers,
  exportFile,
  MoveRefused,
  megabytes,
  moveFiles,
} from '../modules/files/index.ts';
import { openDatabase } from './open-database.ts';
import { openFileStores } from './outside.ts';
import { Stop } from './stop.ts';

const usage = 'tamga files takes: move --to local|s3|sftp [--keep], check, or export ID --to DIRECTORY';
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const pauseMs = 1000;
const lockTries = 15;

type Say = (line: string) => void;

export interface FilesOptions {
  /** How often the lock is tried, and uploads that still arrive at the old store are counted, again. */
  patience?: number;
}

/** `tamga files`: for an operator with the settings of the platform. Exit code 1 when something is wrong. */
export async function manageFiles(
  config: Config,
  args: readonly string[],
  say: Say,
  options: FilesOptions = {},
): Promise<number> {
  const wanted = parse(args);
  const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
  const database = createDatabase({ url: opened.appUrl, max: 5 });
  const lockDatabase = createDatabase({ url: opened.directUrl, max: 1 });
  const stores = openFileStores(config);
  const deps = {
    database,
    lockDatabase,
    outbox: noOutbox,
    keyring: createKeyring(config.INTEGRATION_ENC_KEY),
    stores,
    now: () => new Date(),
    say,
  };
  try {
    if (wanted.verb === 'check') return await check(deps);
    if (wanted.verb === 'export') return await exportOne(deps, wanted);
    return await move(deps, wanted, options.patience ?? 30);
  } finally {
    for (const store of Object.values(stores)) await store?.close?.();
    await lockDatabase.close();
    await database.close();
    await opened.stop();
  }
}

type Wanted =
  | { verb: 'move'; to: Driver; keepOld: boolean }
  | { verb: 'check' }
  | { verb: 'export'; id: string; folder: string };

function parse(args: readonly string[]): Wanted {
  const [verb, ...rest] = args;
  if (verb === 'check' && rest.length === 0) return { verb };
  const at = rest.indexOf('--to');
  const to = at === -1 ? undefined : rest[at + 1];
  const others = rest.filter((_, index) => at === -1 || (index !== at && index !== at + 1));
  const driver = drivers.find((each) => each === to);
  if (verb === 'move' && driver !== undefined && others.every((other) => other === '--keep'))
    return { verb, to: driver, keepOld: others.length > 0 };
  const [id] = others;
  if (verb === 'export' && id !== undefined && to !== undefined && others.length === 1) {
    if (!uuid.test(id)) throw new Stop('tamga files export takes the id of a stored file.');
    return { verb, id, folder: to };
  }
  throw new Stop(usage);
}

type Deps = Parameters<typeof exportFile>[0] &
  Omit<Parameters<typeof moveFiles>[0], 'waitForLock' | 'waitForUploads'>;

async function move(
  deps: Deps,
  { to, keepOld }: { to: Driver; keepOld: boolean },
  patience: number,
): Promise<number> {
  let left = patience;
  let tries = Math.min(patience, lockTries);
  const waitForLock = async () => {
    if (tries <= 0) return false;
    if (tries === Math.min(patience, lockTries))
      deps.say('Another move of files seems to be running; waiting.');
    tries -= 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return true;
  };
  const waitForUploads = async (count: number) => {
    if (left <= 0) return false;
    if (left === patience) deps.say(`Waiting for ${count} uploads that still arrive at the old store.`);
    left -= 1;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    return true;
  };
  try {
    const report = await moveFiles({ ...deps, waitForLock, waitForUploads }, { to, keepOld });
    deps.say(`Moved ${report.moved} files (${megabytes(report.movedBytes)}) to ${to}.`);
    if (report.failed > 0)
      deps.say(`${report.failed} files failed and are where they were. Run the command again.`);
    if (report.stillArriving > 0)
      deps.say(
        `${report.stillArriving} uploads still arrive at the old store. Run the command again before you switch it off.`,
      );
    return report.failed === 0 && report.stillArriving === 0 ? 0 : 1;
  } catch (error) {
    if (error instanceof MoveRefused) throw new Stop(error.message);
    throw error;
  }
}

async function check(deps: Deps): Promise<number> {
  const { whole, missing, damaged, foreign, unreadable } = await checkFiles(deps);
  deps.say(
    `${whole} files are whole, ${missing} missing, ${damaged} damaged, ${unreadable} unreadable; ${foreign} foreign objects.`,
  );
  return missing + damaged + foreign + unreadable === 0 ? 0 : 1;
}

async function exportOne(deps: Deps, given: { id: string; folder: string }): Promise<number> {
  const exported = await exportFile(deps, given).catch((error: unknown) => {
    throw new Stop(`The file was not exported: ${error instanceof Error ? error.message : 'unknown reason'}`);
  });
  if (exported === undefined) throw new Stop(`There is no stored file ${given.id}.`);
  const { file, key } = exported;
  deps.say(key === undefined ? `Wrote ${file}, which is not sealed.` : `Wrote ${file} and ${key}.`);
  if (key !== undefined) deps.say(`Open it with: age -d -i ${key} ${file}`);
  return 0;
}
