import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { columnsOf, type RowOf, selectionOf } from '../../kernel/db/row-shape.ts';

const branding = columnsOf(
  'branding',
  'name short_name organization logo language system_prompt_mn system_prompt_en updated_at',
);
export type BrandingRow = RowOf<typeof branding>;

const columns = selectionOf(branding);

const read = statement('branding.read', branding, () => sql`select ${columns} from branding`);
export const findBranding = (db: Reader): Promise<BrandingRow | undefined> => db.first(read());

const lock = statement('branding.lock', branding, () => sql`select ${columns} from branding for update`);
export const lockBranding = (tx: Tx): Promise<BrandingRow | undefined> => tx.first(lock());

const write = statement(
  'branding.write',
  (p: {
    name: string | null;
    short_name: string | null;
    organization: string | null;
    logo: string | null;
    language: 'mn' | 'en' | null;
    system_prompt_mn: string | null;
    system_prompt_en: string | null;
    now: Date;
  }) => sql`
    update branding set name = ${p.name}, short_name = ${p.short_name}, organization = ${p.organization}, logo = ${p.logo}, language = ${p.language},
    system_prompt_mn = ${p.system_prompt_mn}, system_prompt_en = ${p.system_prompt_en}, updated_at = ${p.now}`,
);
export const writeBranding = (tx: Tx, row: Omit<BrandingRow, 'updated_at'>, now: Date): Promise<number> =>
  tx.change(write({ ...row, now }));
