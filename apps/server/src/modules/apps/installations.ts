import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { unchanged } from '../../kernel/http/row.ts';
import { requireManager } from '../organisations/index.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { addedPermissions, findDependants, findUnmet, type Plan, planInstall } from './plan.ts';
import type { CatalogueApp } from './schemas.ts';
import {
  appendHistory,
  type InstalledRow,
  insertInstalled,
  listInstalled,
  lockApps,
  writeAutoUpdate,
  writeEnabled,
  writeVersion,
} from './store.ts';
import { isNewer } from './versions.ts';

/** Bus channel: the installed or enabled apps of an organisation changed. */
export const appsChanged = 'organisation.apps_changed';

/** One change of an organisation's apps; `actorId` is null when the platform makes it. */
export interface AppChange {
  readonly orgId: string;
  readonly actorId: string | null;
  readonly slug: string;
}
export interface Offer {
  readonly catalogue: readonly CatalogueApp[];
  readonly platformVersion: string;
}

/** Only an owner or administrator may change apps; the lock serializes changes of one organisation. */
async function lockInstalled(tx: WriteTx, { orgId }: AppChange): Promise<InstalledRow[]> {
  await requireManager(tx, orgId, tx.now);
  await lockApps(tx, orgId);
  return listInstalled(tx, orgId);
}

export async function installApp(tx: WriteTx, change: AppChange, offer: Offer): Promise<InstalledRow> {
  const installed = await lockInstalled(tx, change);
  const target = offer.catalogue.find((app) => app.slug === change.slug) ?? fail(kernelErrors.not_found);
  if (installed.some((app) => app.slug === change.slug)) fail(errors.already_installed);
  const { steps } = accept(planInstall(target, { ...offer, installed }));
  for (const step of steps) await installOne(tx, change, step);
  return readBack(tx, change);
}

export async function upgradeApp(
  tx: WriteTx,
  change: AppChange,
  offer: Offer,
): Promise<{ app: InstalledRow; from: string }> {
  const installed = await lockInstalled(tx, change);
  const current = installed.find((app) => app.slug === change.slug) ?? fail(kernelErrors.not_found);
  const target = offer.catalogue.find((app) => app.id === current.app_id);
  if (target === undefined || !isNewer(current.version, target.version)) fail(errors.already_current);
  await upgradeTo(tx, change, { current, target, installed, offer });
  return { app: await readBack(tx, change), from: current.version };
}

/** Runs after a person, or the rules of automatic updates, accepted the added permissions. */
export async function upgradeTo(
  tx: WriteTx,
  change: AppChange,
  given: {
    current: InstalledRow;
    target: CatalogueApp;
    installed: readonly InstalledRow[];
    offer: Offer;
  },
): Promise<void> {
  const { current, target, installed, offer } = given;
  const broken = findDependants(target.id, installed, target.version);
  if (broken.length > 0) fail(errors.app_required, { data: { required_by: broken } });
  const { steps } = accept(planInstall(target, { ...offer, installed }));
  for (const step of steps.slice(0, -1)) await installOne(tx, change, step);
  if ((await writeVersion(tx, change.orgId, target, current.version, tx.now)) !== 1)
    fail(kernelErrors.conflict);
  const added = addedPermissions(current.manifest, target.manifest);
  await appendHistory(tx, {
    ...change,
    type: 'upgraded',
    version: target.version,
    from: current.version,
    reason: null,
    added,
    at: tx.now,
  });
  const metadata = { app: target.slug, from: current.version, version: target.version, added };
  tx.audit(events.upgraded, { target: change.orgId, metadata });
  tx.publish(appsChanged, { org_id: change.orgId });
}

async function installOne(tx: WriteTx, change: AppChange, app: CatalogueApp): Promise<void> {
  await insertInstalled(tx, change.orgId, app, tx.now);
  await appendHistory(tx, {
    orgId: change.orgId,
    actorId: change.actorId,
    slug: app.slug,
    type: 'installed',
    version: app.version,
    from: null,
    reason: app.slug === change.slug ? null : `needed by ${change.slug}`,
    added: app.manifest.permissions.map((entry) => entry.code),
    at: tx.now,
  });
  tx.audit(events.installed, { target: change.orgId, metadata: { app: app.slug, version: app.version } });
  tx.publish(appsChanged, { org_id: change.orgId });
}

export async function switchApp(tx: WriteTx, change: AppChange, enabled: boolean) {
  const installed = await lockInstalled(tx, change);
  const current = installed.find((app) => app.slug === change.slug) ?? fail(kernelErrors.not_found);
  const reply = { status: enabled ? ('enabled' as const) : ('disabled' as const) };
  if (current.enabled === enabled) return unchanged(reply);
  if (enabled) {
    const needs = findUnmet(current, installed);
    if (needs !== undefined) fail(errors.dependency_unmet, { data: { app: change.slug, needs } });
  } else {
    const dependants = findDependants(current.app_id, installed);
    if (dependants.length > 0) fail(errors.app_required, { data: { required_by: dependants } });
  }
  await writeEnabled(tx, { ...change, enabled, now: tx.now });
  tx.audit(enabled ? events.enabled : events.disabled, {
    target: change.orgId,
    metadata: { app: change.slug },
  });
  tx.publish(appsChanged, { org_id: change.orgId });
  return reply;
}

export async function setAutoUpdate(
  tx: WriteTx,
  change: AppChange,
  on: boolean,
): Promise<{ auto_update: boolean }> {
  await requireManager(tx, change.orgId, tx.now);
  const written = await writeAutoUpdate(tx, { ...change, on, now: tx.now });
  if (written === undefined) fail(kernelErrors.not_found);
  tx.audit(events.autoUpdateSet, { target: change.orgId, metadata: { app: change.slug, enabled: on } });
  return written;
}

function accept(plan: Plan): Extract<Plan, { ok: true }> {
  if (plan.ok) return plan;
  const data = { app: plan.app, needs: plan.needs };
  switch (plan.problem) {
    case 'platform':
      return fail(errors.platform_too_old, { data });
    case 'cycle':
      return fail(errors.dependency_cycle, { data });
    case 'dependency':
      return fail(errors.dependency_unmet, { data });
  }
}

async function readBack(tx: WriteTx, { orgId, slug }: AppChange): Promise<InstalledRow> {
  const rows = await listInstalled(tx, orgId);
  return rows.find((app) => app.slug === slug) ?? fail(kernelErrors.not_found);
}
