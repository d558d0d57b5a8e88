import type { Logger } from 'pino';
import { type Outbox, unitOfWork } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { events } from './events.ts';
import type { Driver, ObjectStores } from './store-port.ts';
import { adoptStore, readStoresInUse } from './stores-in-use.ts';

export interface ChoiceDeps {
  database: Database;
  outbox: Outbox;
  stores: ObjectStores;
  logger: Logger;
  now: () => Date;
}

/** The setting decides while there is no file; afterwards the database does, so that all instances agree. */
export async function chooseStore(deps: ChoiceDeps, setting: Driver | undefined): Promise<void> {
  const { logger, stores } = deps;
  const reader = deps.database.reader(systemIdentity);
  const wanted = setting ?? 'local';
  let used = await readStoresInUse(reader);
  if (used.isEmpty && used.current !== wanted) {
    const from = used.current;
    await unitOfWork<boolean>(
      deps,
      { identity: systemIdentity, actorUserId: null, requestId: null, now: deps.now() },
      { what: 'the choice of a store', auditRequired: (isChanged) => isChanged },
      async (tx) => {
        const isChanged = await adoptStore(tx, wanted, tx.now);
        if (isChanged) tx.audit(events.storeChanged, { metadata: { from, to: wanted } });
        return isChanged;
      },
    );
    used = await readStoresInUse(reader);
  }
  if (setting !== undefined && setting !== used.current)
    logger.warn(
      { FILES_DRIVER: setting, store: used.current },
      `files are in ${used.current}, not in ${setting}: run \`tamga files move --to ${setting}\`, or set FILES_DRIVER=${used.current}`,
    );
  for (const driver of used.all)
    if (stores[driver] === undefined)
      logger.error(
        { store: driver },
        `files are in ${driver}, which has no settings here: requests for them are answered 503 storage_unavailable`,
      );
}
