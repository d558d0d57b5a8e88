import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { type ArrivedFile, type FileStorage, findStored, type NewFile } from '../files/index.ts';
import { inPieces } from './begin.ts';
import { type Level, reaches } from './pades/level.ts';
import { type RaisePorts, raise, type Shortfall } from './pades/raise.ts';
import { needsNewTimestamp } from './pades/renewal.ts';
import { collectShared } from './shared-bytes.ts';

export interface RaiseStoredDeps {
  database: Database;
  files: FileStorage;
  ports: RaisePorts;
}

export interface StoredSignature {
  file_id: string;
  user_id: string;
  level: Level;
  target: Level;
}

/**
 * Raises a stored document that is below its target, or stamps it again before its last stamp's certificate ends. The
 * file is the new version, which the caller claims; undefined when the document stays as it is.
 */
export async function raiseStored(
  { database, files, ports }: RaiseStoredDeps,
  document: StoredSignature,
  kept: Pick<NewFile, 'purpose' | 'isOurs'>,
): Promise<{ file: ArrivedFile | undefined; level: Level; shortfall: Shortfall | null } | undefined> {
  const stored = await findStored(database.reader(systemIdentity), document.file_id);
  if (stored === undefined) return undefined;
  const bytes = await collectShared(await files.read(stored));
  const isReached = reaches(document.level, document.target);
  const renew = isReached && (await needsNewTimestamp(bytes, ports.now(), ports.engine)).needed;
  if (isReached && !renew) return { file: undefined, level: document.level, shortfall: null };
  const { level, shortfall, ...raised } = await raise(bytes, document.target, ports, { renew });
  if (raised.bytes.length === bytes.length) return { file: undefined, level, shortfall };
  const file = await files.receive({
    ...kept,
    userId: document.user_id,
    identity: systemIdentity,
    source: inPieces(raised.bytes),
    limitBytes: Number.MAX_SAFE_INTEGER,
    accepts: ['application/pdf'],
  });
  return { file, level, shortfall };
}
