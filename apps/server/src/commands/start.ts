import type { Config } from '../config.ts';
import { openDatabase } from './open-database.ts';
import { type Part, parts } from './parts.ts';
import { refuseTakenPorts } from './ports.ts';

/** Serves until a signal, then stops everything it started; a second signal exits at once. */
export async function startAndWait(
  config: Config,
  wanted: ReadonlySet<Part>,
  say: (line: string) => void,
): Promise<number> {
  const startedAt = performance.now();
  // A signal during startup: the start is finished first, so that the parts can stop in order.
  const asked = nextSignal();
  const running = await load(config, wanted, say);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  say(
    wanted.size === parts.length
      ? welcome(config, seconds)
      : `ready in ${seconds} s: ${[...wanted].join(', ')}`,
  );
  const signal = await asked;
  say(`\n${signal}: finishing what is held, then stopping`);
  const forced = setTimeout(() => process.exit(1), config.SHUTDOWN_GRACE_SECONDS * 1000);
  nextSignal().then(() => process.exit(1));
  await running.stop();
  running.logger.flush();
  clearTimeout(forced);
  return 0;
}

/** The database starts while the platform is loaded, which takes as long. */
async function load(config: Config, wanted: ReadonlySet<Part>, say: (line: string) => void) {
  await refuseTakenPorts(config, wanted);
  const opening =
    wanted.has('api') || wanted.has('worker')
      ? openDatabase(config, { whenInUse: wanted.has('portal') ? 'refuse' : 'join', log: say })
      : undefined;
  // Awaited by serve; until then a failure must not end the process.
  opening?.catch(() => undefined);
  const { serve } = await import('./serve.ts');
  return serve(config, wanted, say, opening);
}

function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => resolve(name));
  });
}

function welcome(config: Config, seconds: string): string {
  return `
  Tamga is ready (${seconds} s)

    Portal    ${config.appOrigin}
    API       http://localhost:${config.PORT}        documentation at /swagger/
    Sandbox   ${config.sandboxUrl}        the phone; mail at /mail, application checks at /check

  Next: open ${config.appOrigin}/login in one window and ${config.sandboxUrl} in another,
  choose a test citizen on the phone, open the sign-in page's link or scan its code, PIN1 is 1234.
  Ctrl-C stops everything, the database too.
`;
}
