import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { signJobs } from './jobs.ts';
import { documentMount, downloadMount, initMount } from './mounts.ts';
import type { PdfThreads } from './pades/threads.ts';
import { type RouteDeps, signRows } from './routes.ts';
import { names } from './schemas.ts';
import { names as verifyNames } from './verify/schemas.ts';
import { type VerifyDeps, verifyMount } from './verify-mount.ts';

export type SigningDeps = Omit<RouteDeps, 'engine'> & VerifyDeps & { engine: PdfThreads };

export function signing(deps: SigningDeps): Module {
  return {
    name: 'signing',
    rows: signRows(deps),
    mounts: [initMount(deps), downloadMount(deps), documentMount(deps), verifyMount(deps)],
    errors,
    events,
    schemas: { ...names, ...verifyNames },
    jobs: signJobs(deps),
    attach: (http) => {
      http.addHook('onClose', async () => {
        await Promise.all([deps.engine.close(), deps.verifier.close()]);
      });
    },
  };
}
