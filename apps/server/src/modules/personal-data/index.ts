import type { Module } from '../../kernel/module.ts';
import type { ErasureDeps } from './erasure.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { cleanExports, downloadMount, type ExportDeps, exportQueue, makeExport } from './exports.ts';
import { personalDataRows } from './routes.ts';
import { names } from './schemas.ts';

/** A person's copy of all their data, and their request to erase it. */
export const personalData = (deps: ExportDeps & ErasureDeps): Module => ({
  name: 'personal-data',
  rows: personalDataRows(deps),
  mounts: [downloadMount(deps)],
  errors,
  events,
  schemas: names,
  jobs: [
    {
      name: exportQueue,
      about: 'Makes the copy of all data of a person who asked for it',
      run: ({ id }, { now }) => makeExport(deps, String(id), now),
    },
    {
      name: 'account.export.clean',
      about: 'Deletes copies of personal data after a week, and marks those that were never finished',
      schedule: '25 * * * *',
      run: (_data, { now }) => cleanExports(deps, now),
    },
  ],
});
