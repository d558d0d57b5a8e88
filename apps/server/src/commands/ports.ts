import { createServer } from 'node:net';
import type { Config } from '../config.ts';
import type { Part } from './parts.ts';
import { Stop } from './stop.ts';

/** Checked before anything is started, so that nothing has to be undone. */
export async function refuseTakenPorts(config: Config, wanted: ReadonlySet<Part>): Promise<void> {
  const needed: [Part, string, number][] = [
    ['api', 'PORT', config.PORT],
    ['portal', 'PORTAL_PORT', config.PORTAL_PORT],
    ['sandbox', 'SANDBOX_PORT', config.SANDBOX_PORT],
    ['sandbox', 'SANDBOX_SMTP_PORT', config.SANDBOX_SMTP_PORT],
  ];
  for (const [part, name, port] of needed) {
    if (!wanted.has(part) || port === 0) continue;
    const problem = await tryPort(config.HOST, port);
    if (problem === 'EADDRINUSE')
      throw new Stop(`Port ${port} is taken by another program. Stop it, or set ${name} to a free port.`);
    if (problem === 'EACCES')
      throw new Stop(`Port ${port} needs more rights. Set ${name} to a port above 1023.`);
    if (problem !== undefined)
      throw new Stop(`HOST and ${name} cannot be listened on (${problem}). Check HOST.`);
  }
}

function tryPort(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    probe.listen({ host, port }, () => probe.close(() => resolve(undefined)));
  });
}
