import type { FastifyInstance } from 'fastify';
import { registerSimulatorControl } from './control.ts';
import { visitsOnly } from './driver.ts';
import { ROOT, registerSimulatedProvider } from './provider.ts';
import { createRuns, type Run } from './runs.ts';

export interface RpSimulatorOptions {
  /** A function, because a server on a free port learns its address only when it listens. */
  publicUrl: () => string;
  now: () => Date;
  /** `host` or `host:port` of applications that a check may open, beside those on this machine. */
  applicationHosts: readonly string[];
}

/** Simulated OpenID providers with chosen faults, which prove the checks of a relying party. */
export async function registerRpSimulator(app: FastifyInstance, options: RpSimulatorOptions): Promise<void> {
  const { publicUrl, now } = options;
  const closing = new AbortController();
  app.addHook('preClose', async () => closing.abort());
  const runs = createRuns(now);
  const issuerOf = (run: Run) => `${publicUrl()}${ROOT}/${run.id}`;
  const mayVisit = visitsOnly(() => `${publicUrl()}${ROOT}`, options.applicationHosts);
  registerSimulatorControl(app, { runs, issuerOf, mayVisit, closing: closing.signal });
  await registerSimulatedProvider(app, { runs, issuerOf, now, closing: closing.signal });
}
