import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { computed, nullable } from '../../kernel/db/row-shape.ts';
import type { Language } from '../../kernel/http/language.ts';
import type { CaseView } from './schemas.ts';

const details = statement(
  'officer.case_details',
  {
    register: nullable(computed('text')),
    collected_at: nullable(computed('timestamptz')),
    office: nullable(computed('text')),
    office_en: nullable(computed('text')),
  },
  (p: { id: string }) => sql`select register, collected_at, office, office_en from case_details(${p.id})`,
);
/** For a case that the caller has found under RLS. */
export async function readDetails(
  db: Reader | Tx,
  id: string,
  language: Language,
): Promise<Pick<CaseView, 'register' | 'collection'>> {
  const found = await db.first(details({ id }));
  const { register, collected_at: at, office, office_en: officeEn } = found ?? {};
  return {
    register: register ?? null,
    collection: at ? { at, office: (language === 'en' ? officeEn : office) ?? '' } : null,
  };
}
