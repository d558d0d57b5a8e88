import { callUntil } from '../../../../test/caller.ts';
import type { TestServer } from '../../../../test/server.ts';
import { createKeyring } from '../../../kernel/security/keyring.ts';
import { callAs, openPlatform, type Platform } from '../../administration/test/people.ts';
import { type ClientDirectory, createClientDirectory } from '../index.ts';

type CallerAs = ReturnType<typeof callAs>;

/** A platform with an administrator, a person with only gateway.manage, and a citizen. */
export interface Registry {
  platform: Platform;
  admin: CallerAs;
  /** Holds gateway.manage through a custom role. */
  keeper: CallerAs;
  manager: CallerAs;
  citizen: CallerAs;
}

export async function openRegistry(): Promise<Registry> {
  const platform = await openPlatform();
  await platform.makeRole('keeper', ['gateway.manage']);
  const as = async (role: string) => callAs(platform.server, await platform.personAs(role));
  const keeper = await as('keeper');
  await callUntil(200, () => keeper.get('/applications'));
  return {
    platform,
    admin: await as('admin'),
    keeper,
    manager: await as('manager'),
    citizen: await as('user'),
  };
}

/** The directory of a second instance. */
export function directoryOf(server: TestServer, firstPartyClients: readonly string[] = []): ClientDirectory {
  const { database, bus } = server.app;
  return createClientDirectory({
    database,
    bus,
    keyring: createKeyring(server.config.INTEGRATION_ENC_KEY),
    firstPartyClients,
  });
}
