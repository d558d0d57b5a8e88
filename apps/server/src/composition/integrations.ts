import { unitOfWork } from '../kernel/audit/unit-of-work.ts';
import { identityOf } from '../kernel/http/actor.ts';
import { fail, kernelErrors } from '../kernel/http/errors.ts';
import type { Module } from '../kernel/module.ts';
import { explain, requireReadable } from '../modules/files/index.ts';
import { type Space, spaceEvents } from '../modules/gspace/index.ts';
import { integrations, type SpacePort } from '../modules/integrations/index.ts';
import type { AppParts, Outside } from './app-parts.ts';

/** Connections to outside services, which copy files from and to a person's own space. */
export function integrationModule(
  parts: AppParts,
  outside: Pick<Outside, 'providers'>,
  space: Space,
): Module {
  const { config, database, keyring, now, outbox } = parts;
  return integrations({
    database,
    outbox,
    keyring,
    providers: outside.providers,
    appOrigin: config.appOrigin,
    space: spacePort(parts, space),
    now,
  });
}

function spacePort({ database, files, now, outbox }: AppParts, space: Space): SpacePort {
  return {
    save: async ({ actor, requestId }, { name, size, source }) => {
      const { userId } = actor;
      const identity = identityOf(actor);
      const arrival = await space.receive({ userId, identity }, { name, source, announcedBytes: size });
      try {
        return await unitOfWork(
          { database, outbox },
          { identity, actorUserId: userId, requestId, now: now() },
          { what: 'integrations.to_space', events: [spaceEvents.uploaded], auditRequired: () => true },
          (tx) => space.keep(tx, userId, arrival),
        );
      } catch (error) {
        await space.abandon(arrival);
        throw error;
      }
    },
    open: async ({ actor }, name) => {
      const found = await space.find(database.reader(identityOf(actor)), actor.userId, name);
      if (found === undefined) fail(kernelErrors.not_found);
      const { stored } = found;
      requireReadable(files.stateOf(stored), true);
      const stream = await files.read(stored).catch(explain);
      return { name: found.name, stream, size: stored.size_bytes, type: stored.type };
    },
  };
}
