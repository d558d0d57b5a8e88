import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';
import type { CatalogueApp, Manifest } from './schemas.ts';

export type HeldReason = 'adds_permissions' | 'adds_dependencies';

export interface InstalledRow {
  id: string;
  org_id: string;
  app_id: string;
  slug: string;
  name: string;
  version: string;
  manifest: Manifest;
  enabled: boolean;
  auto_update: boolean;
  held_for: string | null;
  held_reason: HeldReason | null;
  installed_at: string;
}

const columns = `id, org_id, app_id, slug, name, version, manifest, enabled, auto_update, held_for, held_reason,
  installed_at`;

export const listInstalled = (db: Reader | Tx, orgId: string): Promise<InstalledRow[]> =>
  db.run(
    raw<InstalledRow>(
      `select ${columns} from installed_apps where org_id = $1 order by name, slug`,
      [orgId],
      'apps.installed',
    ),
  );

/** Apps of one organisation change one after another: what one change relies on, another could take away. */
export const lockApps = async (tx: Tx, orgId: string): Promise<void> => {
  await tx.run(raw('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`apps.${orgId}`], 'apps.lock'));
};

const insertOne = statement('apps.insert', (p: { orgId: string; app: string; now: Date } & AppColumns) =>
  sqlFor.insertInto('installed_apps').values({
    org_id: p.orgId,
    app_id: p.app,
    slug: p.slug,
    name: p.name,
    version: p.version,
    manifest: p.manifest,
    installed_at: p.now,
  }),
);

interface AppColumns {
  slug: string;
  name: string;
  version: string;
  manifest: string;
}
const columnsOf = (app: CatalogueApp): AppColumns => ({
  slug: app.slug,
  name: app.name,
  version: app.version,
  manifest: JSON.stringify(app.manifest),
});

export const insertInstalled = (tx: Tx, orgId: string, app: CatalogueApp, now: Date): Promise<number> =>
  tx.change(insertOne({ orgId, app: app.id, now, ...columnsOf(app) }));

const setVersion = statement(
  'apps.set_version',
  (p: { orgId: string; from: string; now: Date } & AppColumns) =>
    sqlFor
      .updateTable('installed_apps')
      .set({
        name: p.name,
        version: p.version,
        manifest: p.manifest,
        held_for: null,
        held_reason: null,
        updated_at: p.now,
      })
      .where('org_id', '=', p.orgId)
      .where('slug', '=', p.slug)
      .where('version', '=', p.from),
);
export const writeVersion = (
  tx: Tx,
  orgId: string,
  app: CatalogueApp,
  from: string,
  now: Date,
): Promise<number> => tx.change(setVersion({ orgId, from, now, ...columnsOf(app) }));

const setEnabled = statement(
  'apps.set_enabled',
  (p: { orgId: string; slug: string; enabled: boolean; now: Date }) =>
    sqlFor
      .updateTable('installed_apps')
      .set({ enabled: p.enabled, updated_at: p.now })
      .where('org_id', '=', p.orgId)
      .where('slug', '=', p.slug)
      .where('enabled', '<>', p.enabled),
);
export const writeEnabled = (
  tx: Tx,
  change: { orgId: string; slug: string; enabled: boolean; now: Date },
): Promise<number> => tx.change(setEnabled(change));

const setAutoUpdate = statement(
  'apps.set_auto_update',
  (p: { orgId: string; slug: string; on: boolean; now: Date }) =>
    sqlFor
      .updateTable('installed_apps')
      .set({ auto_update: p.on, updated_at: p.now })
      .where('org_id', '=', p.orgId)
      .where('slug', '=', p.slug)
      .returning('auto_update'),
);
export const writeAutoUpdate = (
  tx: Tx,
  change: { orgId: string; slug: string; on: boolean; now: Date },
): Promise<{ auto_update: boolean } | undefined> => tx.first(setAutoUpdate(change));

const setHeld = statement(
  'apps.set_held',
  (p: { orgId: string; slug: string; version: string; reason: HeldReason; now: Date }) =>
    sqlFor
      .updateTable('installed_apps')
      .set({ held_for: p.version, held_reason: p.reason, updated_at: p.now })
      .where('org_id', '=', p.orgId)
      .where('slug', '=', p.slug),
);
export const writeHeld = (
  tx: Tx,
  held: { orgId: string; slug: string; version: string; reason: HeldReason; now: Date },
): Promise<number> => tx.change(setHeld(held));

export interface NewHistory {
  orgId: string;
  slug: string;
  type: 'installed' | 'upgraded' | 'held';
  version: string;
  from: string | null;
  /** Null when the platform did it by itself. */
  actorId: string | null;
  reason: string | null;
  added: readonly string[];
  at: Date;
}
const insertHistory = statement('apps.history', (p: NewHistory) =>
  sqlFor.insertInto('app_history').values({
    org_id: p.orgId,
    slug: p.slug,
    type: p.type,
    version: p.version,
    from_version: p.from,
    actor_id: p.actorId,
    reason: p.reason,
    added: p.added as string[],
    at: p.at,
  }),
);
export const appendHistory = (tx: Tx, entry: NewHistory): Promise<number> => tx.change(insertHistory(entry));

export interface HistoryRow {
  at: string;
  type: 'installed' | 'upgraded' | 'held';
  version: string;
  from_version: string | null;
  actor_id: string | null;
  actor_name: string;
  reason: string | null;
  added: string[];
}
/** The name of whoever did it, while they are a member; the newest 500. */
export const listHistory = (db: Reader, orgId: string, slug: string): Promise<HistoryRow[]> =>
  db.run(
    raw<HistoryRow>(
      `select h.at, h.type, h.version, h.from_version, h.actor_id, concat_ws(' ', p.last_name, p.first_name) as actor_name,
         h.reason, h.added
       from app_history h left join organisation_people($1) p on p.user_id = h.actor_id
       where h.org_id = $1 and h.slug = $2 order by h.id desc limit 500`,
      [orgId, slug],
      'apps.history_list',
    ),
  );

/** Where automatic updates are allowed and this version is neither installed nor held, a page at a time by id. */
export const listOutdated = (
  db: Reader,
  app: { slug: string; version: string },
  after: string,
  limit: number,
): Promise<{ id: string; org_id: string }[]> =>
  db.run(
    raw<{ id: string; org_id: string }>(
      `select id, org_id from installed_apps where slug = $1 and auto_update and enabled and version <> $2
         and held_for is distinct from $2 and id > $3 order by id limit $4`,
      [app.slug, app.version, after, limit],
      'apps.outdated',
    ),
  );

/** The caller's role where the app is on for the organisation and the caller belongs to it; undefined otherwise. */
export async function findRoleWithApp(
  db: Reader,
  orgId: string,
  slug: string,
): Promise<'owner' | 'admin' | 'member' | undefined> {
  const row = await db.first(
    raw<{ role: 'owner' | 'admin' | 'member' | null }>(
      'select app_member_role(org_id) as role from installed_apps where org_id = $1 and slug = $2 and enabled',
      [orgId, slug],
      'apps.role_with_app',
    ),
  );
  return row?.role ?? undefined;
}

export async function isAppOn(db: Reader | Tx, orgId: string, slug: string): Promise<boolean> {
  const row = await db.first(
    raw<{ on: boolean }>(
      'select exists (select from installed_apps where org_id = $1 and slug = $2 and enabled) as on',
      [orgId, slug],
      'apps.is_on',
    ),
  );
  return row?.on === true;
}
