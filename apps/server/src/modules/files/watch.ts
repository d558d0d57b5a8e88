import type { Logger } from 'pino';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Driver, ObjectStores } from './store-port.ts';
import { listDirectories, readStoresInUse } from './stores-in-use.ts';

export type StoreState = 'ok' | 'slow' | 'unavailable';

/** Checks the stores in the background, so that neither /ready nor a scrape waits for one. */
export interface StoreWatch {
  /** The worst state of the stores in use. */
  state(): StoreState;
  states(): ReadonlyMap<Driver, StoreState>;
  /** Name of the local directory, for the bus connection; empty when the directory cannot be used. */
  directory(): string;
  /** Names the local directory. */
  prepare(): Promise<void>;
  /** Resolves after the first check, or when that is slow. */
  start(): Promise<void>;
  stop(): void;
}

export interface WatchDeps {
  database: Database;
  stores: ObjectStores;
  logger: Logger;
  /** Begins the names of the bus connections of all instances. */
  instancePrefix: string;
  intervalMs?: number | undefined;
}

const intervalMs = 10_000;
const slowAfterMs = 1000;
const timeoutMs = 5000;
const order: readonly StoreState[] = ['ok', 'slow', 'unavailable'];

export function createStoreWatch(deps: WatchDeps): StoreWatch {
  const { database, stores, logger } = deps;
  const reader = database.reader(systemIdentity);
  const states = new Map<Driver, StoreState>();
  const running = new Map<Driver, Promise<void>>();
  let directory = '';
  let knownDirectories = 1;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const settle = (driver: Driver, state: StoreState, error?: unknown) => {
    const before = states.get(driver) ?? 'ok';
    states.set(driver, state);
    if (state === before) return;
    if (state === 'ok') logger.info({ store: driver }, 'the store of files answers again');
    else logger.warn({ store: driver, err: error }, `the store of files is ${state}`);
  };

  /** At most one check of a store at a time: a store that hangs must not collect calls. */
  const check = async (driver: Driver): Promise<void> => {
    const store = stores[driver];
    if (store === undefined) return settle(driver, 'unavailable', new Error('it has no settings here'));
    if (running.has(driver)) return undefined;
    const timers = [
      setTimeout(() => settle(driver, 'slow'), slowAfterMs),
      setTimeout(() => settle(driver, 'unavailable', new Error('it does not answer')), timeoutMs),
    ];
    const startedMs = performance.now();
    const checking = store
      .check()
      .then(
        () => settle(driver, performance.now() - startedMs < slowAfterMs ? 'ok' : 'slow'),
        (error: unknown) => settle(driver, 'unavailable', error),
      )
      .finally(() => {
        running.delete(driver);
        for (const each of timers) clearTimeout(each);
      });
    running.set(driver, checking);
    return checking;
  };

  /** Logged once, and again when another instance joins. */
  const compareDirectories = async () => {
    const found = (await listDirectories(reader, deps.instancePrefix)).filter((name) => name !== '');
    const count = new Set([...found, directory]).size;
    if (directory !== '' && count > knownDirectories)
      logger.warn(
        { directories: count },
        'several instances keep files in different local directories and do not see each other’s files: share one FILES_DIRECTORY, or run `tamga files move --to s3` or `--to sftp`',
      );
    knownDirectories = count;
  };

  const round = async () => {
    const { all } = await readStoresInUse(reader);
    for (const driver of states.keys()) if (!all.includes(driver)) states.delete(driver);
    if (all.includes('local')) await compareDirectories();
    await Promise.all(all.map(check));
  };
  const loop = () => {
    // Without the database the last state stands; /ready reports the database itself.
    const done = round().catch(() => undefined);
    if (!stopped)
      timer = setTimeout(() => {
        loop();
      }, deps.intervalMs ?? intervalMs);
    return done;
  };

  return {
    state: () => order.findLast((state) => [...states.values()].includes(state)) ?? 'ok',
    states: () => states,
    directory: () => directory,
    prepare: async () => {
      directory = await stores.local.identify().catch(() => '');
    },
    start: async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const patience = setTimeout(resolve, slowAfterMs);
      void loop().then(resolve);
      await promise;
      clearTimeout(patience);
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
