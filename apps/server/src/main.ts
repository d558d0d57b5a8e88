import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { type Part, parts } from './commands/parts.ts';
import { loadSettings } from './commands/settings.ts';
import { Stop } from './commands/stop.ts';
import { ConfigError, readEnvironment } from './config.ts';

// Compiling the modules is a third of the processor time of a start. The cache is in our own directory, since code that another
// user of the machine leaves in the shared temporary one would run; where it cannot be written, nothing is cached.
const compileCache = join(import.meta.dirname, '../../../.cache/compile');
enableCompileCache(compileCache);
// biome-ignore lint/style/noProcessEnv: threads read it from here, and start in half the time
process.env['NODE_COMPILE_CACHE'] = compileCache;

const usage = `tamga <command>

  start                       everything in one process: API, portal, worker, sandbox
  serve ${parts.join('|')}    one part alone
  migrate                     bring the database up to date
  verify-audit [--full]       check what the audit log gained since the last check, or all of it
  verify-audit --from ID      check what it gained after a row known to be good
  doctor                      check settings, database, clock and upstreams
  onboard EMAIL [--auto]      walk the first super administrator through onboarding
  operator add|list|disable   who may sign in to the operator console
  keys create|list|revoke     keys of the admin API of this machine
  tools key create|list|revoke  keys of AI assistants
  files move --to STORE [--keep]  move all files to local, s3 or sftp while the platform runs
  files check                 compare every file with its row, and find objects that no row names
  files export ID --to DIR    write a file as it is stored, with the key that opens it
  knowledge import DIR        import articles from Markdown files
  oidc rotate-key             publish the next key for id_tokens
  relay verify FILE           check the evidence of an exchange, without a network
  version                     the version and the commit it was made from
  generate [--check]          write docs/generated and the table types from the code
`;

const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

/** A command is loaded on demand: a wrong setting is reported at once, not after the whole platform is loaded. */
async function run(args: readonly string[]): Promise<number> {
  const [command, ...rest] = args;
  const settings = () => loadSettings(readEnvironment());
  const start = async (wanted: ReadonlySet<Part>) => {
    const config = settings();
    return (await import('./commands/start.ts')).startAndWait(config, wanted, say);
  };
  switch (command) {
    case 'start':
      return start(new Set(parts));
    case 'serve': {
      const wanted = rest.filter((name): name is Part => (parts as readonly string[]).includes(name));
      if (wanted.length === 0 || wanted.length !== rest.length)
        throw new Stop(`serve takes one or more of: ${parts.join(', ')}`);
      return start(new Set(wanted));
    }
    case 'migrate': {
      const config = settings();
      return (await import('./commands/migrate.ts')).runMigrations(config, say);
    }
    case 'verify-audit': {
      const config = settings();
      return (await import('./commands/verify-audit.ts')).verifyAuditLog(config, rest, say);
    }
    case 'doctor': {
      const config = settings();
      return (await import('./commands/doctor.ts')).examine(config, say);
    }
    case 'onboard': {
      const config = settings();
      return (await import('./commands/onboard.ts')).onboard(config, rest, say);
    }
    case 'operator': {
      const config = settings();
      return (await import('./commands/operator.ts')).manageOperators(config, rest, say);
    }
    case 'keys': {
      const config = settings();
      return (await import('./commands/keys.ts')).manageKeys(config, rest, say);
    }
    case 'tools': {
      const config = settings();
      return (await import('./commands/tools.ts')).manageToolKeys(config, rest, say);
    }
    case 'files': {
      const config = settings();
      return (await import('./commands/files.ts')).manageFiles(config, rest, say);
    }
    case 'knowledge': {
      const config = settings();
      return (await import('./commands/knowledge.ts')).importKnowledge(config, rest, say);
    }
    case 'oidc': {
      const config = settings();
      return (await import('./commands/oidc.ts')).rotateKey(config, rest, say);
    }
    case 'relay':
      return (await import('./commands/relay.ts')).verifyRelayFile(rest, say);
    case 'generate':
      return (await import('./commands/generate.ts')).generateReferences({
        check: rest.includes('--check'),
        say,
      });
    case 'version':
    case '--version':
      say((await import('./composition/release.ts')).readRelease());
      return 0;
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
