import { installFirstApps, isAppOn, type PlatformApp } from '../modules/apps/index.ts';
import type { organisations } from '../modules/organisations/index.ts';
import type { AppParts } from './app-parts.ts';

const members: PlatformApp = 'members';

/** Parts that organisations take from their apps; the modules themselves know each other in one direction only. */
export function organisationParts({
  database,
  outbox,
  config,
  needsApp,
}: Pick<AppParts, 'database' | 'outbox' | 'config' | 'needsApp'>): Omit<
  Parameters<typeof organisations>[0],
  'stateRegistry'
> {
  return {
    database,
    outbox,
    appOrigin: config.appOrigin,
    installFirstApps,
    membersApp: {
      access: needsApp(members, 'path'),
      isOn: (db, orgId) => isAppOn(db, orgId, members),
    },
  };
}
