import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Module } from '../../kernel/module.ts';
import { deleteOldUses } from './activity-store.ts';
import { tellOwners } from './ending-secrets.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { type DeveloperDeps, developerRows } from './routes.ts';
import { names } from './schemas.ts';

export { type Activity, createActivity } from './activity.ts';

const usesKeptMs = 90 * 24 * 3_600_000;

/** Applications for the people who own them: credentials and their last use. */
export function developers(deps: DeveloperDeps & { database: Database; outbox: Outbox }): Module {
  return {
    name: 'developers',
    rows: developerRows(deps),
    errors,
    events,
    schemas: names,
    jobs: [
      {
        name: 'developers.ending_secrets',
        about: 'Tells the owners of an application that its old secret ends while it is still in use',
        schedule: '*/5 * * * *',
        run: (_data, { now }) => tellOwners(deps, now),
      },
      {
        name: 'developers.clean',
        about: 'Forgets uses of secrets and keys after 90 days',
        schedule: '50 3 * * *',
        run: (_data, { now }) =>
          deps.database
            .transaction(systemIdentity, (tx) => deleteOldUses(tx, new Date(now.getTime() - usesKeptMs)))
            .then(() => undefined),
      },
    ],
    attach: (app) => {
      app.addHook('onClose', () => deps.activity.stop());
    },
  };
}
