import { type Outbox, unitOfWork, type WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { AppError } from '../../kernel/http/errors.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import type { Catalogue } from './catalogue.ts';
import { events } from './events.ts';
import { type Offer, upgradeTo } from './installations.ts';
import { addedPermissions, planInstall } from './plan.ts';
import type { CatalogueApp } from './schemas.ts';
import { appendHistory, type HeldReason, listInstalled, listOutdated, lockApps, writeHeld } from './store.ts';
import { isNewer } from './versions.ts';

export interface AutoUpdateDeps {
  database: Database;
  outbox: Outbox;
  catalogue: Catalogue;
  platformVersion: string;
}

const page = 200;
const firstId = '00000000-0000-0000-0000-000000000000';

export function autoUpdateJob(deps: AutoUpdateDeps): Job {
  return {
    name: 'apps.auto_update',
    about:
      'Updates apps to the newest version where allowed; an update that asks for more waits for an administrator',
    schedule: '20 * * * *',
    run: async (_data, { now, log }) => {
      const catalogue = (await deps.catalogue.current()) ?? [];
      for (const target of catalogue)
        for await (const orgId of outdatedOrganisations(deps.database, target))
          try {
            await updateOne(deps, { catalogue, platformVersion: deps.platformVersion }, target, orgId, now);
          } catch (error) {
            // A failed update (older platform, dependency conflict) is retried in the next run.
            if (!(error instanceof AppError)) throw error;
            log.info({ app: target.slug, code: error.definition.code }, 'skipped an automatic update');
          }
    },
  };
}

async function* outdatedOrganisations(database: Database, target: CatalogueApp): AsyncGenerator<string> {
  const reader = database.reader(systemIdentity);
  for (let after = firstId; ; ) {
    const rows = await listOutdated(reader, target, after, page);
    for (const row of rows) yield row.org_id;
    const last = rows.at(-1);
    if (last === undefined || rows.length < page) return;
    after = last.id;
  }
}

function updateOne(
  deps: AutoUpdateDeps,
  offer: Offer,
  target: CatalogueApp,
  orgId: string,
  now: Date,
): Promise<void> {
  return unitOfWork(
    deps,
    { identity: systemIdentity, actorUserId: null, requestId: null, now },
    { what: 'apps.auto_update', auditRequired: () => false },
    async (tx) => {
      await lockApps(tx, orgId);
      const installed = await listInstalled(tx, orgId);
      const current = installed.find((app) => app.app_id === target.id);
      // The app may have changed since the list was read.
      if (!current?.auto_update || !current.enabled || !isNewer(current.version, target.version)) return;
      const change = { orgId, actorId: null, slug: current.slug };
      const added = addedPermissions(current.manifest, target.manifest);
      const plan = planInstall(target, { ...offer, installed });
      if (added.length > 0) await hold(tx, change, target.version, 'adds_permissions', added);
      // A new dependency would bring additional permissions.
      else if (plan.ok && plan.steps.length > 1)
        await hold(tx, change, target.version, 'adds_dependencies', dependencySlugs(plan.steps));
      else await upgradeTo(tx, change, { current, target, installed, offer });
    },
  );
}

function dependencySlugs(steps: readonly CatalogueApp[]): string[] {
  return steps.slice(0, -1).map((step) => step.slug);
}

async function hold(
  tx: WriteTx,
  change: { orgId: string; actorId: null; slug: string },
  version: string,
  reason: HeldReason,
  added: readonly string[],
): Promise<void> {
  await writeHeld(tx, { ...change, version, reason, now: tx.now });
  await appendHistory(tx, { ...change, type: 'held', version, from: null, reason, added, at: tx.now });
  tx.audit(events.held, { target: change.orgId, metadata: { app: change.slug, version, reason, added } });
}
