import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, nullable, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';
import type { CatalogueApp, Manifest } from './schemas.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'installed_apps.manifest': Manifest;
  }
}

export type HeldReason = 'adds_permissions' | 'adds_dependencies';

const installed = columnsOf(
  'installed_apps',
  'id org_id app_id slug name version manifest enabled auto_update held_for held_reason installed_at',
);
export type InstalledRow = RowOf<typeof installed>;

const columns = selectionOf(installed);

const appsInstalled = statement(
  'apps.installed',
  installed,
  (p: { orgId: string }) => sql`
    select ${columns} from installed_apps where org_id = ${p.orgId} order by name, slug`,
);
export const listInstalled = (db: Reader | Tx, orgId: string): Promise<InstalledRow[]> =>
  db.run(appsInstalled({ orgId }));

const lock = statement(
  'apps.lock',
  (p: { key: string }) => sql`select pg_advisory_xact_lock(hashtextextended(${p.key}, 0))`,
);
/** Serializes app changes of one organisation: a concurrent change could remove a dependency that was just checked. */
export const lockApps = async (tx: Tx, orgId: string): Promise<void> => {
  await tx.run(lock({ key: `apps.${orgId}` }));
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
const columnsFor = (app: CatalogueApp): AppColumns => ({
  slug: app.slug,
  name: app.name,
  version: app.version,
  manifest: JSON.stringify(app.manifest),
});

export const insertInstalled = (tx: Tx, orgId: string, app: CatalogueApp, now: Date): Promise<number> =>
  tx.change(insertOne({ orgId, app: app.id, now, ...columnsFor(app) }));

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
): Promise<number> => tx.change(setVersion({ orgId, from, now, ...columnsFor(app) }));

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
  /** Null when the platform made the change. */
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

const history = {
  ...columnsOf('app_history', 'at type version from_version actor_id reason added'),
  actor_name: computed('text'),
};
export type HistoryRow = RowOf<typeof history>;
const historyList = statement(
  'apps.history_list',
  history,
  (p: { orgId: string; slug: string }) => sql`
    select h.at, h.type, h.version, h.from_version, h.actor_id, concat_ws(' ', p.last_name, p.first_name) as actor_name,
      h.reason, h.added
    from app_history h left join organisation_people(${p.orgId}) p on p.user_id = h.actor_id
    where h.org_id = ${p.orgId} and h.slug = ${p.slug} order by h.id desc limit 500`,
);
/** The newest 500; the actor's name is visible only while the actor is a member. */
export const listHistory = (db: Reader, orgId: string, slug: string): Promise<HistoryRow[]> =>
  db.run(historyList({ orgId, slug }));

const outdated = statement(
  'apps.outdated',
  columnsOf('installed_apps', 'id org_id'),
  (p: { slug: string; version: string; after: string; limit: number }) => sql`
    select id, org_id from installed_apps where slug = ${p.slug} and auto_update and enabled and version <> ${p.version}
    and held_for is distinct from ${p.version} and id > ${p.after} order by id limit ${p.limit}`,
);
/** Keyset page by id. */
export const listOutdated = (
  db: Reader,
  app: { slug: string; version: string },
  after: string,
  limit: number,
): Promise<{ id: string; org_id: string }[]> =>
  db.run(outdated({ slug: app.slug, version: app.version, after, limit }));

const roleWithApp = statement(
  'apps.role_with_app',
  { role: nullable(column('organisation_members', 'role')) },
  (p: { orgId: string; slug: string }) => sql`
    select app_member_role(org_id) as role from installed_apps where org_id = ${p.orgId} and slug = ${p.slug} and enabled`,
);
/** Undefined unless the app is enabled for the organisation and the caller is a member. */
export async function findRoleWithApp(
  db: Reader,
  orgId: string,
  slug: string,
): Promise<'owner' | 'admin' | 'member' | undefined> {
  const row = await db.first(roleWithApp({ orgId, slug }));
  return row?.role ?? undefined;
}

const isOn = statement(
  'apps.is_on',
  { on: computed('bool') },
  (p: { orgId: string; slug: string }) => sql`
    select exists (select from installed_apps where org_id = ${p.orgId} and slug = ${p.slug} and enabled) as on`,
);
export async function isAppOn(db: Reader | Tx, orgId: string, slug: string): Promise<boolean> {
  const row = await db.first(isOn({ orgId, slug }));
  return row?.on === true;
}

const isOnByRegNo = statement(
  'apps.is_on_by_reg_no',
  { on: computed('bool') },
  (p: { regNo: string; slug: string }) => sql`
    select exists (select from installed_apps i join organisations o on o.id = i.org_id
      where upper(o.reg_no) = upper(${p.regNo}) and i.slug = ${p.slug} and i.enabled) as on`,
);
/** For callers who are known by their right to represent, not by membership: needs the system identity. */
export async function isAppOnByRegNo(db: Reader, regNo: string, slug: string): Promise<boolean> {
  const row = await db.first(isOnByRegNo({ regNo, slug }));
  return row?.on === true;
}
