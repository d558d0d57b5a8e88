import { sql } from 'kysely';
import { migrationsDir } from '../composition/app.ts';
import type { Config } from '../config.ts';
import { busConnectionName } from '../kernel/bus/bus.ts';
import { proveRowLevelSecurity } from '../kernel/db/boot-proof.ts';
import { createDatabase, type Database } from '../kernel/db/database.ts';
import { nobody, systemIdentity } from '../kernel/db/identity.ts';
import { pendingMigrations, readMigrations } from '../kernel/db/migrate.ts';
import { statement } from '../kernel/db/query.ts';
import { columnsOf, computed } from '../kernel/db/row-shape.ts';
import { type Driver, listDirectories, readStoresInUse } from '../modules/files/index.ts';
import { describeSeal, hasEnded, isEnding } from '../modules/signing/index.ts';
import { openEid } from './eid.ts';
import { openDatabase } from './open-database.ts';
import { openFileStores, scannerOf } from './outside.ts';
import { isTrustedSeal, openSeal } from './seal.ts';

interface Finding {
  what: string;
  problem?: string;
  /** Works, but not as the operator may expect. */
  warning?: string;
  fix?: string;
}

const clockToleranceMs = 2000;

/** Checks everything a start needs and says what to fix; exit code 1 when something is wrong. */
export async function examine(config: Config, say: (line: string) => void): Promise<number> {
  const findings: Finding[] = [
    { what: `settings (${config.ENVIRONMENT})` },
    { what: describeIssuer(config) },
    ...(await examineDatabase(config)),
    await examineEid(config),
    ...(await examineFiles(config)),
    await examineScanner(config),
    await examineSeal(config),
  ];
  for (const { what, problem, warning, fix } of findings) {
    if (problem !== undefined) say(`FAIL  ${what}: ${problem}`);
    else say(warning === undefined ? `ok    ${what}` : `warn  ${what}: ${warning}`);
    if (fix !== undefined) say(`      ${fix}`);
  }
  return findings.some((finding) => finding.problem !== undefined) ? 1 : 0;
}

function describeIssuer({ issuer }: Config): string {
  if (issuer === undefined) return 'OIDC provider is off: OAUTH_ISSUER and SSO_STATE_KEY are not set';
  const key = issuer.isKeyDerived ? 'key derived from JWT_SECRET, since SSO_STATE_KEY is not set' : 'own key';
  return `OIDC provider at ${issuer.origin} (${key})`;
}

async function examineDatabase(config: Config): Promise<Finding[]> {
  const where = config.embeddedDatabase ? 'embedded database' : 'database at DATABASE_URL';
  try {
    const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
    const database = createDatabase({ url: opened.appUrl, max: 2 });
    try {
      return [
        await examineVersion(database, where),
        await examineRole(database, config),
        await examineMigrations(database),
        await examineClock(database),
      ];
    } finally {
      await database.close();
      await opened.stop();
    }
  } catch (error) {
    return [
      {
        what: where,
        problem: reasonOf(error),
        fix: 'Check DATABASE_URL, that the server runs, and run `npx tamga migrate`.',
      },
    ];
  }
}

const serverVersion = statement(
  'commands.examine_version',
  { version: computed('int4') },
  () => sql`select current_setting('server_version_num')::int as version`,
);
async function examineVersion(database: Database, what: string): Promise<Finding> {
  const row = await database.reader(nobody).first(serverVersion());
  return (row?.version ?? 0) >= 150000
    ? { what: `${what} answers` }
    : { what, problem: 'older than PostgreSQL 15', fix: 'Use PostgreSQL 15 or newer.' };
}

async function examineRole(database: Database, config: Config): Promise<Finding> {
  const what = 'database role and row-level security';
  return proveRowLevelSecurity(database, config.production).then(
    () => ({ what }),
    (error: unknown) => ({
      what,
      problem: reasonOf(error),
      fix: 'Connect as a role without ownership, SUPERUSER and BYPASSRLS that is a member of tamga_app.',
    }),
  );
}

const appliedNames = statement(
  'commands.examine_migrations',
  columnsOf('migrations', 'name'),
  () => sql`select name from migrations`,
);
async function examineMigrations(database: Database): Promise<Finding> {
  const rows = await database.reader(nobody).run(appliedNames());
  const missing = pendingMigrations(
    rows.map((row) => row.name),
    readMigrations(migrationsDir),
  );
  return missing.length === 0
    ? { what: 'migrations' }
    : { what: 'migrations', problem: `not applied: ${missing.join(', ')}`, fix: 'Run `npx tamga migrate`.' };
}

const serverClock = statement(
  'commands.examine_clock',
  { ms: computed('float8') },
  () => sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`,
);
async function examineClock(database: Database): Promise<Finding> {
  const row = await database.reader(nobody).first(serverClock());
  const driftMs = Math.round(Math.abs((row?.ms ?? 0) - Date.now()));
  return driftMs <= clockToleranceMs
    ? { what: 'clock agrees with the database' }
    : {
        what: 'clock',
        problem: `${driftMs} ms away from the database`,
        fix: 'Synchronise both machines with NTP.',
      };
}

async function examineEid(config: Config): Promise<Finding> {
  const what = 'eID provider at EID_BASE_URL';
  try {
    await openEid(config, () => new Date()).probe();
    return { what: `${what} answers` };
  } catch (error) {
    const fix = config.production
      ? 'Check EID_BASE_URL, EID_RP_SECRET and the network.'
      : 'Start the sandbox: `npm start`, or `npx tamga serve sandbox`.';
    return { what, problem: reasonOf(error), fix };
  }
}

async function examineScanner(config: Config): Promise<Finding> {
  const scanner = scannerOf(config);
  if (scanner === undefined) return { what: 'virus scanner is off: SCANNER_ADDRESS is not set' };
  const what = 'virus scanner at SCANNER_ADDRESS';
  try {
    return { what: `${what} answers (${await scanner.check()})` };
  } catch (error) {
    return {
      what,
      problem: reasonOf(error),
      fix: 'Start clamd and check SCANNER_ADDRESS. Until then new files wait, and officers cannot open them.',
    };
  }
}

const nextCertificate = 'Get the next certificate, replace the files of SIGN_SIGNER_… and restart.';

export async function examineSeal(config: Config): Promise<Finding> {
  const what = "the platform's seal";
  const now = () => new Date();
  try {
    const source = openSeal(config, now);
    if (source === undefined)
      return {
        what,
        problem: 'there is none, so certificates and receipts are not given out as PDF',
        fix: 'Set SIGN_SIGNER_CERT_FILE and SIGN_SIGNER_KEY_FILE, or SIGN_SIGNER_PKCS11_… for a device.',
      };
    await source.prepare();
    const { certificate, chain } = await source.open();
    const { name, notAfter } = describeSeal(certificate);
    const until = notAfter.toISOString().slice(0, 10);
    if (hasEnded({ notAfter }, now()))
      return { what, problem: `its certificate expired on ${until}`, fix: nextCertificate };
    if (isEnding({ notAfter }, now()))
      return {
        what,
        warning: `its certificate ends on ${until}`,
        fix: nextCertificate,
      };
    if (!(await isTrustedSeal(config, [certificate, ...chain])))
      return {
        what,
        warning: 'its certificate leads to no authority of TRUST_ANCHORS, so seals stay below B-LT',
        fix: 'Add the authority to TRUST_ANCHORS, and the authorities between to SIGN_SIGNER_CERT_FILE.',
      };
    return { what: `${what} of ${name}, valid until ${until}` };
  } catch (error) {
    return { what, problem: reasonOf(error), fix: 'Check the settings SIGN_SIGNER_….' };
  }
}

/** The stores that the database names; without a database, the one of the settings. */
async function examineFiles(config: Config): Promise<Finding[]> {
  const stores = openFileStores(config);
  const { used, directories } = await readFileFacts(config);
  const findings: Finding[] = [];
  for (const driver of used) {
    const what = `file store ${driver}`;
    const store = stores[driver];
    const fix = `Check ${settingsOf[driver]}.`;
    if (store === undefined) findings.push({ what, problem: 'it holds files and has no settings here', fix });
    else
      findings.push(
        await store.check().then(
          () => ({ what: `${what} takes files` }),
          (error: unknown) => ({ what, problem: reasonOf(error), fix }),
        ),
      );
    await store?.close?.();
  }
  if (used.includes('local') && directories.length > 1)
    findings.push({
      what: 'file store local',
      warning: `running instances keep files in ${directories.length} different directories and do not see each other's files`,
      fix: 'Share one FILES_DIRECTORY, or run `npx tamga files move --to s3` or `--to sftp`.',
    });
  return findings;
}

const settingsOf = {
  local: 'FILES_DIRECTORY, the space on its disk and its owner',
  s3: 'the settings FILES_S3_… and the network',
  sftp: 'the settings GSPACE_… and the network',
} as const;

async function readFileFacts(
  config: Config,
): Promise<{ used: readonly Driver[]; directories: readonly string[] }> {
  try {
    const opened = await openDatabase(config, { whenInUse: 'join', log: () => undefined });
    const database = createDatabase({ url: opened.appUrl, max: 2 });
    try {
      const reader = database.reader(systemIdentity);
      const { all } = await readStoresInUse(reader);
      return { used: all, directories: await listDirectories(reader, busConnectionName) };
    } finally {
      await database.close();
      await opened.stop();
    }
  } catch {
    return { used: [config.FILES_DRIVER ?? 'local'], directories: [] };
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown reason';
  return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
}
