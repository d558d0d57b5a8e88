import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw, sqlFor, statement } from '../../kernel/db/query.ts';
import type { AppearanceView, ThemeView } from './schemas.ts';

export async function findAppearance(db: Reader): Promise<AppearanceView | undefined> {
  const row = await db.first(
    raw<{ value: AppearanceView; updated_at: string }>(
      "select value, updated_at from platform_settings where key = 'appearance'",
      [],
      'site.appearance',
    ),
  );
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

const columns = 'id, name, config, is_active, created_at, updated_at';

export const findActiveTheme = (db: Reader): Promise<ThemeView | undefined> =>
  db.first(raw<ThemeView>(`select ${columns} from themes where is_active`, [], 'themes.active'));

export const findTheme = (db: Reader | Tx, id: string): Promise<ThemeView | undefined> =>
  db.first(raw<ThemeView>(`select ${columns} from themes where id = $1`, [id], 'themes.by_id'));

export const listThemes = (db: Reader): Promise<ThemeView[]> =>
  db.run(raw<ThemeView>(`select ${columns} from themes order by created_at, id`, [], 'themes.list'));

/** Undefined when there are already as many as may be kept. */
export const insertTheme = (
  tx: Tx,
  theme: { name: string; config: string; now: Date; most: number },
): Promise<ThemeView | undefined> =>
  tx.first(
    raw<ThemeView>(
      `insert into themes (name, config, created_at)
       select $1, $2, $3 where (select count(*) from themes) < $4
       returning ${columns}`,
      [theme.name, theme.config, theme.now, theme.most],
      'themes.insert',
    ),
  );

/** A config that is not given stays as it was. */
export const updateTheme = (
  tx: Tx,
  id: string,
  theme: { name: string; config: string | null; now: Date },
): Promise<ThemeView | undefined> =>
  tx.first(
    raw<ThemeView>(
      `update themes set name = $2, config = coalesce($3::jsonb, config), updated_at = $4 where id = $1
       returning ${columns}`,
      [id, theme.name, theme.config, theme.now],
      'themes.update',
    ),
  );

/**
 * One statement switches; undefined when the theme is not there or is already the active one. The lock before it lets
 * a second switch at the same moment see the first: otherwise both would switch off the same theme and on two.
 */
export async function switchTheme(tx: Tx, id: string, now: Date): Promise<ThemeView | undefined> {
  await tx.run(raw("select pg_advisory_xact_lock(hashtext('tamga.themes'))", [], 'themes.lock'));
  return tx.first(
    raw<ThemeView>(
      `with wanted as (select id from themes where id = $1 and not is_active for update),
         off as (update themes set is_active = false where is_active and exists (select from wanted) returning id)
       update themes set is_active = true, updated_at = $2
       where id = (select id from wanted) and (select count(*) from off) >= 0
       returning ${columns}`,
      [id, now],
      'themes.switch',
    ),
  );
}

/** The active theme stays. */
export const deleteTheme = (tx: Tx, id: string): Promise<{ name: string } | undefined> =>
  tx.first(
    raw<{ name: string }>(
      'delete from themes where id = $1 and not is_active returning name',
      [id],
      'themes.delete',
    ),
  );
