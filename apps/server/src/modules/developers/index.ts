import type { Outbox } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Module } from '../../kernel/module.ts';
import { deleteOldFormerOwners } from '../oauth-clients/index.ts';
import { deleteOldUses } from './activity-store.ts';
import { tellOwners } from './ending-secrets.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { deleteOldOffers } from './owner-offer-store.ts';
import { type DeveloperDeps, developerRows } from './routes.ts';
import { names } from './schemas.ts';
import type { SelfServiceDeps } from './self-service.ts';
import { selfServiceRows } from './self-service-routes.ts';
import { deleteOldEvents } from './usage-store.ts';

export { type Activity, createActivity } from './activity.ts';
export { type SelfServiceMode, selfServiceModes } from './schemas.ts';
export { UsageQuery, type UsageRange, usageRange } from './usage-range.ts';

/** As far as the longest period of the page looks back, with its first day whole. */
const keptMs = 91 * 24 * 3_600_000;

/** Applications for the people who own them: credentials, their last use, and figures. */
export function developers(
  deps: DeveloperDeps & SelfServiceDeps & { database: Database; outbox: Outbox },
): Module {
  return {
    name: 'developers',
    rows: [...developerRows(deps), ...selfServiceRows(deps)],
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
        about: 'Forgets uses of secrets and keys and the figures of applications after 90 days',
        schedule: '50 3 * * *',
        run: (_data, { now }) =>
          deps.database.transaction(systemIdentity, async (tx) => {
            await deleteOldOffers(tx, now);
            const before = new Date(now.getTime() - keptMs);
            await deleteOldFormerOwners(tx, before);
            await deleteOldUses(tx, before);
            await deleteOldEvents(tx, before);
          }),
      },
    ],
    attach: (app) => {
      app.addHook('onClose', () => deps.activity.stop());
    },
  };
}
