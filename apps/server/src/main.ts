import { examine } from './commands/doctor.ts';
import { generateReferences } from './commands/generate.ts';
import { runMigrations } from './commands/migrate.ts';
import { type Part, parts } from './commands/serve.ts';
import { loadSettings } from './commands/settings.ts';
import { startAndWait } from './commands/start.ts';
import { Stop } from './commands/stop.ts';
import { verifyAuditLog } from './commands/verify-audit.ts';
import { ConfigError, readEnvironment } from './config.ts';

const usage = `tamga <command>

  start                       everything in one process: API, portal, worker, sandbox
  serve ${parts.join('|')}    one part alone
  migrate                     bring the database up to date
  verify-audit [--from ID]    recompute the chain of the audit log
  doctor                      check settings, database, clock and upstreams
  generate [--check]          write docs/generated and the table types from the code
`;

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  const settings = () => loadSettings(readEnvironment());
  switch (command) {
    case 'start':
      return startAndWait(settings(), new Set<Part>(parts), say);
    case 'serve': {
      const wanted = rest.filter((name): name is Part => (parts as readonly string[]).includes(name));
      if (wanted.length === 0 || wanted.length !== rest.length)
        throw new Stop(`serve takes one or more of: ${parts.join(', ')}`);
      return startAndWait(settings(), new Set(wanted), say);
    }
    case 'migrate':
      return runMigrations(settings(), say);
    case 'verify-audit':
      return verifyAuditLog(settings(), rest[0] === '--from' ? (rest[1] ?? '') : undefined, say);
    case 'doctor':
      return examine(settings(), say);
    case 'generate':
      return generateReferences({ check: rest.includes('--check'), say });
    case undefined:
    case 'help':
    case '--help':
      say(usage);
      return 0;
    default:
      throw new Stop(`There is no command ${command}.\n\n${usage}`);
  }
}

run(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    const plain =
      error instanceof Stop ||
      error instanceof ConfigError ||
      (error as { name?: string }).name === 'BootRefused';
    process.stderr.write(`${plain ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
    process.exit(1);
  },
);
