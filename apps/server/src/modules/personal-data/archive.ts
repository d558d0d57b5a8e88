import type { Readable } from 'node:stream';
import type { Database, Reader } from '../../kernel/db/database.ts';
import { type FileKind, type FileStorage, findStored, nameFor, sanitizeName } from '../files/index.ts';
import { type ListedFile, listOwnFiles, readPart } from './parts-store.ts';
import { writeIndex, writePart } from './readable.ts';
import { parts } from './rules.ts';
import { largestZipBytes, writeZip, type ZipEntry } from './zip.ts';

export interface ArchiveDeps {
  database: Database;
  files: FileStorage;
  platformName: string;
}

export interface Wanted {
  userId: string;
  now: Date;
  /** After each part. */
  onDone(done: number): Promise<void>;
}

/** The parts, and their files as the last one. */
export const archiveSteps = parts.length + 1;

/** The archive as a stream: JSON and a readable page for each part, then the person's files. */
export function archiveOf(deps: ArchiveDeps, wanted: Wanted): AsyncGenerator<Uint8Array> {
  return writeZip(entriesOf(deps, wanted), wanted.now);
}

async function* entriesOf(deps: ArchiveDeps, wanted: Wanted): AsyncGenerator<ZipEntry> {
  const { userId, now } = wanted;
  const db = deps.database.reader({ userId, role: 'user' });
  const listed = [];
  let owner = '';
  for (const [place, part] of parts.entries()) {
    const rows = await readPart(db, userId, part);
    if (part.table === 'users')
      owner = [rows[0]?.['last_name'], rows[0]?.['first_name']].filter(Boolean).join(' ');
    listed.push({ ...part, count: rows.length });
    yield { name: `data/${part.name}.json`, content: [Buffer.from(JSON.stringify(rows, null, 2))] };
    yield { name: `read/${part.name}.html`, content: [writePart(part.title, rows)] };
    await wanted.onDone(place + 1);
  }
  const missing: string[] = [];
  yield* fileEntries(deps, db, userId, missing);
  await wanted.onDone(archiveSteps);
  const about = { owner, at: now, platform: deps.platformName };
  yield { name: 'index.html', content: [writeIndex(about, listed, missing)] };
}

/** A file that cannot be read is named in the index: the rest of the copy must not fail with it. */
async function* fileEntries(
  deps: ArchiveDeps,
  db: Reader,
  userId: string,
  missing: string[],
): AsyncGenerator<ZipEntry> {
  const taken = new Set<string>();
  let room = largestZipBytes / 2;
  for (const file of await listOwnFiles(db, userId)) {
    const name = pathOf(file, taken);
    room -= file.size_bytes;
    const content = room < 0 ? undefined : await openFile(deps, db, file.id);
    if (content === undefined) missing.push(name);
    else yield { name, content };
  }
}

async function openFile(deps: ArchiveDeps, db: Reader, id: string): Promise<Readable | undefined> {
  const stored = await findStored(db, id);
  return stored === undefined ? undefined : deps.files.read(stored).catch(() => undefined);
}

function pathOf(file: ListedFile, taken: Set<string>): string {
  const name = nameFor(sanitizeName(file.name) || file.id, file.type as FileKind);
  const path = `files/${file.purpose}/${name}`;
  // Windows and macOS would write two names that differ in case into one file.
  const unique = taken.has(path.toLowerCase()) ? `files/${file.purpose}/${file.id}-${name}` : path;
  taken.add(unique.toLowerCase());
  return unique;
}
