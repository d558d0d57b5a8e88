import { sql } from 'kysely';
import type { Reader, Tx } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, computed, type RowOf } from '../../kernel/db/row-shape.ts';
import type { Language } from '../../kernel/http/language.ts';

const colleague = {
  id: computed('uuid'),
  full_name: computed('text'),
  full_name_en: computed('text'),
  authorities: computed('_text'),
};
export type ColleagueRow = RowOf<typeof colleague>;

const colleagues = statement(
  'officer.colleagues',
  colleague,
  (p: { authority: string | null }) => sql`
    select id, full_name, full_name_en, authorities from case_colleagues(${p.authority}::uuid) order by full_name, id limit 500`,
);
/** Officers who decide cases of this authority, or of any that the caller decides. */
export const listColleagues = (db: Reader | Tx, authority: string | null): Promise<ColleagueRow[]> =>
  db.run(colleagues({ authority }));

const conflict = statement(
  'officer.has_conflict',
  { conflict: computed('bool') },
  (p: { officerId: string; id: string }) => sql`select has_conflict(${p.officerId}, ${p.id}) as conflict`,
);
/** The case is the officer's own, their child's, or of somebody they act for. */
export const hasConflict = async (db: Reader | Tx, officerId: string, id: string): Promise<boolean> =>
  (await db.first(conflict({ officerId, id })))?.conflict === true;

/** A case without an authority is decided by officers of every authority. */
const noAuthority = '00000000-0000-0000-0000-000000000000';
/** Officers who may decide this case. */
export const listColleaguesOf = (
  db: Reader | Tx,
  row: { authority_id: string | null },
): Promise<ColleagueRow[]> => listColleagues(db, row.authority_id ?? noAuthority);

export interface Handover {
  applicationId: string;
  by: { id: string; name: string };
  from: { id: string | null; name: string };
  to: { id: string | null; name: string };
  reason: string;
  now: Date;
}

const insert = statement(
  'officer.handovers.insert',
  (
    p: Omit<Handover, 'by' | 'from' | 'to'> &
      Record<'byId' | 'byName' | 'fromName' | 'toName', string> &
      Record<'fromId' | 'toId', string | null>,
  ) => sql`
    insert into gov_handovers (application_id, by_id, by_name, from_id, from_name, to_id, to_name, reason, created_at)
    values (${p.applicationId}, ${p.byId}, ${p.byName}, ${p.fromId}, ${p.fromName}, ${p.toId}, ${p.toName},
      ${p.reason}, ${p.now})`,
);
export const insertHandover = (tx: Tx, { by, from, to, ...rest }: Handover): Promise<number> =>
  tx.change(
    insert({
      ...rest,
      byId: by.id,
      byName: by.name,
      fromId: from.id,
      fromName: from.name,
      toId: to.id,
      toName: to.name,
    }),
  );

const handover = {
  at: column('gov_handovers', 'created_at'),
  by: column('gov_handovers', 'by_name'),
  from: column('gov_handovers', 'from_name'),
  to: column('gov_handovers', 'to_name'),
  reason: column('gov_handovers', 'reason'),
};
const ofCase = statement(
  'officer.handovers.of_case',
  handover,
  (p: { id: string }) => sql`
    select created_at as at, by_name as by, from_name as "from", to_name as "to", reason
    from gov_handovers where application_id = ${p.id} order by id limit 200`,
);
export const listHandovers = (db: Reader | Tx, id: string): Promise<RowOf<typeof handover>[]> =>
  db.run(ofCase({ id }));

/** Null for a free case, and for a holder who no longer decides cases of this authority. */
export async function nameHolder(
  db: Reader | Tx,
  row: { assigned_to: string | null; authority_id: string | null },
  language: Language,
): Promise<string | null> {
  if (row.assigned_to === null) return null;
  const found = (await listColleaguesOf(db, row)).find(({ id }) => id === row.assigned_to);
  return found ? (language === 'en' && found.full_name_en) || found.full_name : null;
}
