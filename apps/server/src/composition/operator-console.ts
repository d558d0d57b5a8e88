import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { Outbox } from '../kernel/audit/unit-of-work.ts';
import type { Database } from '../kernel/db/database.ts';
import type { Keyring } from '../kernel/security/keyring.ts';
import { installFirstApps } from '../modules/apps/index.ts';
import type { DirectoryPort } from '../modules/directory/index.ts';
import type { EidFlow } from '../modules/identity/index.ts';
import { operator } from '../modules/operator/index.ts';
import type { MailPort, StateRegistryPort } from '../modules/organisations/index.ts';

export interface ConsoleParts {
  database: Database;
  keyring: Keyring;
  logger: Logger;
  now: () => Date;
  outbox: Outbox;
  eidFlow: EidFlow;
  outside: {
    directory: DirectoryPort | undefined;
    stateRegistry: StateRegistryPort | undefined;
    mail: MailPort | undefined;
  };
}

/** The operator console, configured by the settings. */
export function operatorConsole(config: Config, { outside, ...parts }: ConsoleParts) {
  const { directory, stateRegistry, mail } = outside;
  return operator({
    ...parts,
    ...config.controlPlane,
    directory,
    stateRegistry,
    mail,
    installFirstApps,
    scheme: config.cookieSecure ? 'https' : 'http',
    secureCookie: config.cookieSecure,
    defaultAccessMode: config.PLATFORM_ACCESS_MODE,
    hashKey: config.JWT_SECRET,
    appOrigin: config.appOrigin,
    platformName: config.EID_RP_NAME,
  });
}
