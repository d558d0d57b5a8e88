import type { CatalogueApp, HistoryView, InstalledApp, StoreApp } from './schemas.ts';
import type { HistoryRow, InstalledRow } from './store.ts';
import { isNewer } from './versions.ts';

export function viewStoreApp(app: CatalogueApp, installed: readonly InstalledRow[]): StoreApp {
  const { releases: _, ...offered } = app;
  const mine = installed.find((one) => one.app_id === app.id);
  return {
    ...offered,
    installed: mine !== undefined,
    enabled: mine?.enabled ?? false,
    ...(mine === undefined ? {} : { installed_version: mine.version }),
    latest_version: app.version,
    update_available: mine !== undefined && isNewer(mine.version, app.version),
  };
}

export function viewInstalled(row: InstalledRow, catalogue: readonly CatalogueApp[]): InstalledApp {
  const latest = catalogue.find((app) => app.id === row.app_id)?.version;
  return {
    id: row.id,
    app_id: row.app_id,
    slug: row.slug,
    name: row.name,
    installed_version: row.version,
    status: row.enabled ? 'installed' : 'disabled',
    enabled: row.enabled,
    installed_at: row.installed_at,
    auto_update: row.auto_update,
    ...(latest === undefined ? {} : { latest_version: latest }),
    update_available: latest !== undefined && isNewer(row.version, latest),
    ...(row.held_for === null ? {} : { held_for: row.held_for }),
    ...(row.held_reason === null ? {} : { held_reason: row.held_reason }),
  };
}

type Entry = HistoryView['timeline'][number];

/** Merges the publisher's releases with the organisation's history, newest first. */
export function viewTimeline(app: CatalogueApp | undefined, rows: readonly HistoryRow[]): Entry[] {
  const releases = (app?.releases ?? []).map(
    (release): Entry => ({ ...release, type: 'release', system: false }),
  );
  return [...rows.map(viewEntry), ...releases].sort((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

function viewEntry(row: HistoryRow): Entry {
  return {
    at: row.at,
    type: row.type,
    version: row.version,
    system: row.actor_id === null,
    ...(row.from_version === null ? {} : { from: row.from_version }),
    ...(row.actor_id === null ? {} : { actor_id: row.actor_id }),
    ...(row.actor_name === '' ? {} : { actor_name: row.actor_name }),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.added.length === 0 ? {} : { added: row.added }),
  };
}
