import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { events } from './events.ts';
import { type DescribeFile, notifyOwner, recordInfected } from './findings.ts';
import type { Scanner, Verdict } from './scanner-port.ts';
import type { FileStorage } from './storage.ts';
import {
  countWaiting,
  extendScanning,
  leaseScanning,
  listWaiting,
  markScanFailed,
  markScanned,
  type WaitingFile,
} from './store.ts';

export interface ScanDeps {
  database: Database;
  outbox: Outbox;
  storage: Pick<FileStorage, 'read'>;
  scanner: Scanner | undefined;
  now: () => Date;
  /** By purpose. */
  describe: Readonly<Record<string, DescribeFile>>;
}

const batch = 200;
/** Runs of one minute do not pile up. */
const longestRunMs = 50_000;
const longestScanMs = 300_000;
/** Longer than any scan. */
const leaseMs = 600_000;

export function scanJob(deps: ScanDeps): Job {
  const { database, scanner, now } = deps;
  return {
    name: 'files.scan',
    about: 'Scans files that wait because the scanner was away, or that are older than its setting',
    schedule: '* * * * *',
    run: async (_data, { log }) => {
      if (scanner === undefined) return;
      const reader = database.reader(systemIdentity);
      const left = await countWaiting(reader);
      if (left === 0) return;
      if (!(await isThere(scanner))) {
        log.warn({ waiting: left }, 'the virus scanner does not answer; files wait for it');
        return;
      }
      if (!(await lease())) return;
      let scanned = 0;
      try {
        const begunAt = now().getTime();
        for (const file of await listWaiting(reader, batch)) {
          if (now().getTime() - begunAt > longestRunMs) break;
          try {
            await decide(file, await look(scanner, file));
            scanned += 1;
          } catch (error) {
            log.warn({ err: error, file_id: file.id }, 'a waiting file could not be scanned');
            // Behind the others: the failure may be the file's own.
            await database.transaction(systemIdentity, (tx) => markScanFailed(tx, file.id, now()));
            if (!(await isThere(scanner))) break;
          }
          await database.transaction(systemIdentity, (tx) => extendScanning(tx, leaseEnd()));
        }
      } finally {
        await database.transaction(systemIdentity, (tx) => extendScanning(tx, null));
      }
      log.info({ scanned, waiting: left - scanned }, 'files that waited for the scanner');
    },
  };

  function leaseEnd(): Date {
    return new Date(now().getTime() + leaseMs);
  }

  function lease(): Promise<boolean> {
    return database.transaction(systemIdentity, (tx) => leaseScanning(tx, now(), leaseEnd()));
  }

  async function look(by: Scanner, file: WaitingFile): Promise<Verdict> {
    if (file.size_bytes > by.maxBytes)
      return { outcome: 'unscannable', reason: 'larger than the scanner accepts' };
    const source = await deps.storage.read(file);
    try {
      return await by.scan(source, AbortSignal.timeout(longestScanMs));
    } finally {
      // A scanner that gave up has not read it to its end.
      source.destroy();
    }
  }

  async function decide(file: WaitingFile, verdict: Verdict): Promise<void> {
    if (verdict.outcome === 'clean') {
      await database.transaction(systemIdentity, (tx) =>
        markScanned(tx, { id: file.id, scan: 'clean', note: '' }),
      );
      return;
    }
    const { id, purpose, user_id: userId } = file;
    const { outcome, reason } = verdict;
    await unitOfWork(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now: now() },
      { what: 'files.scan', events: [events.withheld], auditRequired: (isMarked: boolean) => isMarked },
      async (tx) => {
        if (!(await markScanned(tx, { id, scan: outcome, note: reason }))) return false;
        tx.audit(events.withheld, { target: id, metadata: { purpose, outcome, reason } });
        const finding = { id, purpose, userId, outcome, reason };
        if (outcome === 'infected') await recordInfected(tx, finding, 'later');
        await notifyOwner(tx, finding, deps.describe[purpose]);
        return true;
      },
    );
  }
}

const isThere = (scanner: Scanner): Promise<boolean> =>
  scanner.check().then(
    () => true,
    () => false,
  );
