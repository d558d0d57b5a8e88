import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { signJobs } from './jobs.ts';
import { documentMount, downloadMount, initMount } from './mounts.ts';
import type { PdfThreads } from './pades/threads.ts';
import { type RouteDeps, signRows } from './routes.ts';
import { names } from './schemas.ts';

export type SigningDeps = Omit<RouteDeps, 'engine'> & { engine: PdfThreads };

export function signing(deps: SigningDeps): Module {
  return {
    name: 'signing',
    rows: signRows(deps),
    mounts: [initMount(deps), downloadMount(deps), documentMount(deps)],
    errors,
    events,
    schemas: names,
    jobs: signJobs(deps),
    attach: (http) => {
      http.addHook('onClose', () => deps.engine.close());
    },
  };
}
