/** Files that were chosen but have not reached the server, kept in this browser so that nobody has to find them again. */
export interface UnsentFile {
  id: string;
  /** The person who chose it. */
  owner: string;
  /** What it is for, such as one draft. */
  target: string;
  slot: string | null;
  file: File;
  /** When it was chosen. */
  at: number;
}

/** As long as unsent text. */
const KEPT_MS = 24 * 3_600_000;

const DATABASE = 'tamga-unsent';
const STORE = 'files';

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE, { keyPath: 'id' });
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error ?? new Error('no database'));
    opening.onblocked = () => reject(new Error('the database is blocked'));
  });
}

async function run<Result>(
  mode: IDBTransactionMode,
  work: (files: IDBObjectStore) => IDBRequest<Result>,
): Promise<Result> {
  const database = await open();
  try {
    return await new Promise<Result>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onabort = () => reject(transaction.error ?? new Error('stopped'));
      transaction.onerror = () => reject(transaction.error ?? new Error('failed'));
    });
  } finally {
    database.close();
  }
}

/** Rejects where the browser refuses to store it: the page then holds the only copy. */
export const keepUnsentFile = async (file: Omit<UnsentFile, 'at'>): Promise<void> => {
  await run('readwrite', (files) => files.put({ ...file, at: Date.now() }));
};

export const dropUnsentFile = (id: string): Promise<unknown> => run('readwrite', (files) => files.delete(id));

async function listAll(): Promise<UnsentFile[]> {
  const all: UnsentFile[] = await run('readonly', (files) => files.getAll());
  const isFresh = ({ at }: UnsentFile) => Date.now() - at < KEPT_MS;
  for (const file of all) if (!isFresh(file)) await dropUnsentFile(file.id);
  return all.filter(isFresh);
}

export async function listUnsentFiles(owner: string, target: string): Promise<UnsentFile[]> {
  return (await listAll()).filter((file) => file.owner === owner && file.target === target);
}

export async function nameUnsentFiles(owner: string): Promise<string[]> {
  return (await listAll()).filter((each) => each.owner === owner).map(({ file }) => file.name);
}

/** For signing out. */
export const forgetUnsentFiles = (): Promise<unknown> => run('readwrite', (files) => files.clear());

/** The next person at this browser must not find the files of the former one. */
export async function forgetFilesOfOthers(owner: string): Promise<void> {
  for (const file of await listAll()) if (file.owner !== owner) await dropUnsentFile(file.id);
}
