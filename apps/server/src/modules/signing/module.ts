import type { Module } from '../../kernel/module.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { signJobs } from './jobs.ts';
import { checkMount, documentMount, downloadMount, initMount } from './mounts.ts';
import type { PdfThreads } from './pades/threads.ts';
import { createMount } from './requests/create.ts';
import { requestDocumentMount } from './requests/document-mount.ts';
import { errors as requestErrors } from './requests/errors.ts';
import { events as requestEvents } from './requests/events.ts';
import { requestJobs } from './requests/jobs.ts';
import { requestRows } from './requests/routes.ts';
import { names as requestNames } from './requests/schemas.ts';
import { type RouteDeps, signRows } from './routes.ts';
import { names } from './schemas.ts';
import { names as verifyNames } from './verify/schemas.ts';
import { reportMount, type VerifyDeps, verifyMount } from './verify-mount.ts';

/** Both catalogues name some events alike. */
const prefixed = Object.fromEntries(
  Object.entries(requestEvents).map(([name, event]) => [`request_${name}`, event]),
);

export type SigningDeps = Omit<RouteDeps, 'engine'> & VerifyDeps & { engine: PdfThreads };

export function signing(deps: SigningDeps): Module {
  return {
    name: 'signing',
    rows: [...requestRows(deps), ...signRows(deps)],
    mounts: [
      checkMount(deps),
      initMount(deps),
      downloadMount(deps),
      documentMount(deps),
      createMount(deps),
      requestDocumentMount(deps),
      verifyMount(deps),
      reportMount(deps),
    ],
    errors: { ...errors, ...requestErrors },
    events: { ...events, ...prefixed },
    schemas: { ...names, ...requestNames, ...verifyNames },
    jobs: [...signJobs(deps), ...requestJobs(deps)],
    attach: (http) => {
      http.addHook('onClose', async () => {
        await Promise.all([deps.engine.close(), deps.verifier.close()]);
      });
    },
  };
}
