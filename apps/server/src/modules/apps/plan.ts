import type { CatalogueApp, Manifest, PermissionEntry } from './schemas.ts';
import { satisfies } from './versions.ts';

/** Input of the dependency rules, which do no I/O. */
export interface InstalledState {
  readonly app_id: string;
  readonly slug: string;
  readonly version: string;
  readonly enabled: boolean;
  readonly manifest: Manifest;
}

export interface PlanContext {
  readonly catalogue: readonly CatalogueApp[];
  readonly installed: readonly InstalledState[];
  readonly platformVersion: string;
}

export type Plan =
  | { ok: true; steps: readonly CatalogueApp[] }
  | { ok: false; problem: 'cycle' | 'platform' | 'dependency'; app: string; needs: string };

/** Dependencies first, `target` last. */
export function planInstall(target: CatalogueApp, context: PlanContext): Plan {
  const steps: CatalogueApp[] = [];
  const visit = (app: CatalogueApp, path: readonly string[]): Extract<Plan, { ok: false }> | undefined => {
    if (steps.includes(app)) return undefined;
    const { platform, dependencies } = app.manifest;
    if (!satisfies(context.platformVersion, platform))
      return { ok: false, problem: 'platform', app: app.slug, needs: platform };
    for (const need of dependencies) {
      const needs = `${need.id} ${need.version_constraint}`;
      if ([...path, app.id].includes(need.id)) return { ok: false, problem: 'cycle', app: app.slug, needs };
      const have = context.installed.find((one) => one.app_id === need.id);
      const offer = context.catalogue.find((one) => one.id === need.id);
      const version = have === undefined ? offer?.version : have.enabled ? have.version : undefined;
      if (version === undefined || !satisfies(version, need.version_constraint))
        return { ok: false, problem: 'dependency', app: app.slug, needs };
      const problem = have === undefined && offer ? visit(offer, [...path, app.id]) : undefined;
      if (problem !== undefined) return problem;
    }
    steps.push(app);
    return undefined;
  };
  return visit(target, []) ?? { ok: true, steps };
}

/** The first dependency of an installed app that is not satisfied. */
export function findUnmet(app: InstalledState, installed: readonly InstalledState[]): string | undefined {
  const unmet = app.manifest.dependencies.find((need) => {
    const have = installed.find((one) => one.app_id === need.id);
    return have === undefined || !have.enabled || !satisfies(have.version, need.version_constraint);
  });
  return unmet === undefined ? undefined : `${unmet.id} ${unmet.version_constraint}`;
}

/** Enabled apps that need this one; with a version, only those incompatible with it. */
export function findDependants(
  appId: string,
  installed: readonly InstalledState[],
  version?: string,
): string[] {
  return installed
    .filter((one) => one.enabled)
    .filter((one) =>
      one.manifest.dependencies.some(
        (need) =>
          need.id === appId && (version === undefined || !satisfies(version, need.version_constraint)),
      ),
    )
    .map((one) => one.slug);
}

/** New permissions, wider permissions, and new scopes of an external app. */
export function addedPermissions(before: Manifest, after: Manifest): string[] {
  const known = new Map(before.permissions.map((entry) => [entry.code, entry]));
  const permissions = after.permissions
    .filter((entry) => isWider(known.get(entry.code), entry))
    .map((entry) => entry.code);
  const scopes = (after.external?.scopes ?? []).filter((scope) => !before.external?.scopes.includes(scope));
  return [...permissions, ...scopes.map((scope) => `scope:${scope}`)];
}

function isWider(before: PermissionEntry | undefined, after: PermissionEntry): boolean {
  if (before === undefined || (before.admin_only && !after.admin_only)) return true;
  return after.default_roles.some((role) => !before.default_roles.includes(role));
}
