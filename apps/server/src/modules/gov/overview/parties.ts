import { sql } from 'kysely';
import type { Database, Reader } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { statement } from '../../../kernel/db/query.ts';
import { columnsOf, computed } from '../../../kernel/db/row-shape.ts';
import type { Language } from '../../../kernel/http/language.ts';
import { Id, oneOf, type Static, Timestamp, Type } from '../../../kernel/http/schemas.ts';
import type { Reach } from '../../acting/index.ts';
import { listComingOfParties } from '../../appointments/index.ts';
import { listDueOfParties } from '../../payments/index.ts';
import { nullableText } from '../schemas.ts';

const WaitingView = Type.Object({
  party_id: Id,
  kind: oneOf('organisation', 'person', 'child'),
  name: Type.String(),
  /** Applications with a question of an officer, the oldest first. */
  asked: Type.Array(
    Type.Object({
      id: Id,
      reference_no: Type.String(),
      service_name: Type.String(),
      info_due_at: nullableText,
    }),
  ),
  unpaid_count: Type.Integer(),
  unpaid_amount: Type.Integer(),
  upcoming_appointments: Type.Array(
    Type.Object({ id: Id, scheduled_at: Timestamp, service_name: Type.String() }),
  ),
  drafts: Type.Array(Type.Object({ service_id: Id, passport_id: Id, service_name: Type.String() })),
});

export const PartiesOverview = Type.Object({
  /** Only parties for whom something waits. */
  items: Type.Array(WaitingView),
  total: Type.Integer(),
  /** A register is away, so parties that it must confirm are missing. */
  incomplete: Type.Boolean(),
});
export type PartiesOverview = Static<typeof PartiesOverview>;

const asked = statement(
  'gov.overview.asked_of_parties',
  {
    ...columnsOf('gov_applications', 'id reference_no service_name info_due_at'),
    party_id: computed('uuid'),
  },
  (p: { reach: string; userId: string }) => sql`
    select found.*, reach.id as party_id
    from jsonb_to_recordset(${p.reach}::jsonb) as reach (id uuid, limits jsonb) cross join lateral (
      select id, reference_no, service_name, info_due_at from gov_applications
      where owner_id = reach.id and status = 'info_required' and (reach.limits is null or user_id = ${p.userId})
        and right_reaches(reach.limits, 'apply', service_id)
      order by submitted_at, seq limit 5) as found`,
);

const drafts = statement(
  'gov.overview.drafts_of_parties',
  {
    ...columnsOf('gov_drafts', 'service_id'),
    ...columnsOf('gov_services', 'passport_id name name_en'),
    party_id: computed('uuid'),
  },
  (p: { reach: string; userId: string }) => sql`
    select found.*, reach.id as party_id
    from jsonb_to_recordset(${p.reach}::jsonb) as reach (id uuid, limits jsonb) cross join lateral (
      select d.service_id, s.passport_id, s.name, s.name_en from gov_drafts d join gov_services s on s.id = d.service_id
      where d.owner_id = reach.id and s.enabled and s.lifecycle = 'active'
        and d.kept_by is not distinct from case when reach.limits is not null then ${p.userId}::uuid end
        and right_reaches(reach.limits, 'apply', d.service_id)
      order by d.updated_at desc, d.service_id limit 3) as found`,
);

export interface PartiesDeps {
  database: Database;
  reach(userId: string): Promise<Reach>;
}

/** What waits for everybody whom the person may act for now, in one statement per kind of record. */
export async function readPartiesOverview(
  { database, reach }: PartiesDeps,
  userId: string,
  { language, now }: { language: Language; now: Date },
): Promise<PartiesOverview> {
  const { parties, incomplete } = await reach(userId);
  if (parties.length === 0) return { items: [], total: 0, incomplete };
  const found = await readRecords(database.reader(systemIdentity), userId, parties, now);
  const inLanguage = (mn: string, en: string) => (language === 'en' && en) || mn;
  const items = parties
    .map(({ id, kind, name, nameEn }) => {
      const ofParty = <Item extends { party_id: string }>(list: readonly Item[]) =>
        list.filter((each) => each.party_id === id);
      const [due] = ofParty(found.due);
      return {
        party_id: id,
        kind,
        name: inLanguage(name, nameEn),
        asked: ofParty(found.asked).map((each) => ({ ...each, service_name: each.service_name[language] })),
        unpaid_count: due?.count ?? 0,
        unpaid_amount: due?.amount ?? 0,
        upcoming_appointments: ofParty(found.coming).map((each) => ({
          ...each,
          service_name: inLanguage(each.service_name, each.service_name_en),
        })),
        drafts: ofParty(found.drafts).map((each) => ({
          ...each,
          service_name: inLanguage(each.name, each.name_en),
        })),
      };
    })
    .filter(
      (each) =>
        each.asked.length + each.unpaid_count + each.upcoming_appointments.length + each.drafts.length > 0,
    );
  return { items, total: items.length, incomplete };
}

async function readRecords(db: Reader, userId: string, parties: Reach['parties'], now: Date) {
  const reach = JSON.stringify(parties.map(({ id, limits = null }) => ({ id, limits })));
  const [asks, due, coming, unfinished] = await Promise.all([
    db.run(asked({ reach, userId })),
    listDueOfParties(db, reach),
    listComingOfParties(db, reach, now),
    db.run(drafts({ reach, userId })),
  ]);
  return { asked: asks, due, coming, drafts: unfinished };
}
