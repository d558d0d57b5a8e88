import { installFirstApps, isAppOn, type PlatformApp } from '../modules/apps/index.ts';
import type { organisations } from '../modules/organisations/index.ts';
import type { AppParts } from './app-parts.ts';

const members: PlatformApp = 'members';

/** Passes app parts to organisations here, because the modules import each other in one direction only. */
export function organisationParts({
  database,
  outbox,
  config,
  needsApp,
}: Pick<AppParts, 'database' | 'outbox' | 'config' | 'needsApp'>): Omit<
  Parameters<typeof organisations>[0],
  'stateRegistry' | 'naming' | 'askRegister' | 'prove' | 'proveErrors' | 'listSigners'
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
