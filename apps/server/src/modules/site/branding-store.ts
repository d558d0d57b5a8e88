import type { Reader, Tx } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';

export interface BrandingRow {
  name: string | null;
  short_name: string | null;
  organization: string | null;
  logo: string | null;
  language: 'mn' | 'en' | null;
  system_prompt_mn: string | null;
  system_prompt_en: string | null;
  updated_at: string | null;
}

const columns =
  'name, short_name, organization, logo, language, system_prompt_mn, system_prompt_en, updated_at';

export const findBranding = (db: Reader): Promise<BrandingRow | undefined> =>
  db.first(raw<BrandingRow>(`select ${columns} from branding`, [], 'branding.read'));

export const lockBranding = (tx: Tx): Promise<BrandingRow | undefined> =>
  tx.first(raw<BrandingRow>(`select ${columns} from branding for update`, [], 'branding.lock'));

export const writeBranding = (tx: Tx, row: Omit<BrandingRow, 'updated_at'>, now: Date): Promise<number> =>
  tx.change(
    raw(
      `update branding set name = $1, short_name = $2, organization = $3, logo = $4, language = $5,
         system_prompt_mn = $6, system_prompt_en = $7, updated_at = $8`,
      [
        row.name,
        row.short_name,
        row.organization,
        row.logo,
        row.language,
        row.system_prompt_mn,
        row.system_prompt_en,
        now,
      ],
      'branding.write',
    ),
  );
