import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { sqlFor, statement } from '../../kernel/db/query.ts';
import { columnsOf, computedJson, selectionOf } from '../../kernel/db/row-shape.ts';
import type { AppearanceView, ThemeView } from './schemas.ts';

declare module '../../kernel/db/schema.ts' {
  interface JsonShapes {
    'themes.config': ThemeView['config'];
  }
}

const appearance = statement(
  'site.appearance',
  { ...columnsOf('platform_settings', 'updated_at'), value: computedJson<AppearanceView>('jsonb') },
  () => sql`
    select value, updated_at from platform_settings where key = 'appearance'`,
);
export async function findAppearance(db: Reader): Promise<AppearanceView | undefined> {
  const row = await db.first(appearance());
  return row && { ...row.value, updated_at: row.updated_at };
}

const setAppearance = statement('site.set_appearance', (p: { value: string; now: Date }) =>
  sqlFor
    .insertInto('platform_settings')
    .values({ key: 'appearance', value: p.value, updated_at: p.now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: p.value, updated_at: p.now })),
);
export const writeAppearance = (tx: Tx, value: object, now: Date): Promise<number> =>
  tx.change(setAppearance({ value: JSON.stringify(value), now }));

const themeRow = columnsOf('themes', 'id name config is_active created_at updated_at');
const columns = selectionOf(themeRow);

const active = statement('themes.active', themeRow, () => sql`select ${columns} from themes where is_active`);
export const findActiveTheme = (db: Reader): Promise<ThemeView | undefined> => db.first(active());

const byId = statement(
  'themes.by_id',
  themeRow,
  (p: { id: string }) => sql`select ${columns} from themes where id = ${p.id}`,
);
export const findTheme = (db: Reader | Tx, id: string): Promise<ThemeView | undefined> =>
  db.first(byId({ id }));

const list = statement(
  'themes.list',
  themeRow,
  () => sql`select ${columns} from themes order by created_at, id`,
);
export const listThemes = (db: Reader): Promise<ThemeView[]> => db.run(list());

const insert = statement(
  'themes.insert',
  themeRow,
  (p: { name: string; config: string; now: Date; most: number }) => sql`
    insert into themes (name, config, created_at)
    select ${p.name}, ${p.config}, ${p.now} where (select count(*) from themes) < ${p.most}
    returning ${columns}`,
);
/** Undefined when the maximum number of themes exists. */
export const insertTheme = (
  tx: Tx,
  theme: { name: string; config: string; now: Date; most: number },
): Promise<ThemeView | undefined> => tx.first(insert(theme));

const update = statement(
  'themes.update',
  themeRow,
  (p: { id: string; name: string; config: string | null; now: Date }) => sql`
    update themes set name = ${p.name}, config = coalesce(${p.config}::jsonb, config), updated_at = ${p.now} where id = ${p.id}
    returning ${columns}`,
);
/** An absent config stays unchanged. */
export const updateTheme = (
  tx: Tx,
  id: string,
  theme: { name: string; config: string | null; now: Date },
): Promise<ThemeView | undefined> => tx.first(update({ ...theme, id }));

const lock = statement('themes.lock', () => sql`select pg_advisory_xact_lock(hashtext('tamga.themes'))`);
const activate = statement(
  'themes.switch',
  themeRow,
  (p: { id: string; now: Date }) => sql`
    with wanted as (select id from themes where id = ${p.id} and not is_active for update),
      off as (update themes set is_active = false where is_active and exists (select from wanted) returning id)
    update themes set is_active = true, updated_at = ${p.now}
    where id = (select id from wanted) and (select count(*) from off) >= 0
    returning ${columns}`,
);
/**
 * One statement switches; undefined when the theme does not exist or is already active. The lock before it
 * makes a concurrent switch see the first one: otherwise both would deactivate the same theme and activate
 * two.
 */
export async function switchTheme(tx: Tx, id: string, now: Date): Promise<ThemeView | undefined> {
  await tx.run(lock());
  return tx.first(activate({ id, now }));
}

const remove = statement(
  'themes.delete',
  columnsOf('themes', 'name'),
  (p: { id: string }) => sql`delete from themes where id = ${p.id} and not is_active returning name`,
);
/** The active theme is never deleted. */
export const deleteTheme = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.first(remove({ id }));
