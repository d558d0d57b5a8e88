import { sql } from 'kysely';
import type { Reader } from '../../kernel/db/database.ts';
import { statement } from '../../kernel/db/query.ts';
import { column, columnsOf, computed, computedJson } from '../../kernel/db/row-shape.ts';
import type { Overview, Violation } from './schemas.ts';

/** Evidence that a living service asks from citizens although the state has it. */
const violations = sql`registry_services s join authorities a on a.id = s.authority_id
  join registry_service_evidences k on k.service_id = s.id and k.from_citizen
  join registry_evidences e on e.id = k.evidence_id and e.in_khur
  where s.status <> 'archived'`;

const level = (word: string) =>
  `'${word}', count(*) filter (where proactivity = '${word}' and status <> 'archived')`;

const overview = statement(
  'registry.overview',
  {
    total_services: computed('int8'),
    published_services: computed('int8'),
    draft_services: computed('int8'),
    archived_services: computed('int8'),
    by_proactivity: computedJson<Overview['by_proactivity']>('json'),
    avg_max_days: computed('float8'),
    evidences: computed('int8'),
    evidences_in_khur: computed('int8'),
    once_only_violations: computed('int8'),
    once_only_annual_hits: computed('int8'),
    life_events: computed('int8'),
  },
  () => sql`
    select s.*, e.*, v.*, (select count(*) from registry_life_events) as life_events
    from (select count(*) as total_services,
        count(*) filter (where status = 'published') as published_services,
        count(*) filter (where status = 'draft') as draft_services,
        count(*) filter (where status = 'archived') as archived_services,
        json_build_object(${sql.raw(['information', 'online', 'once_only', 'proactive'].map(level).join(', '))})
          as by_proactivity,
        coalesce(round(avg(max_days) filter (where status = 'published'), 2), 0)::float8 as avg_max_days
      from registry_services) s,
      (select count(*) as evidences, count(*) filter (where in_khur) as evidences_in_khur
        from registry_evidences) e,
      (select count(*) as once_only_violations, coalesce(sum(s.annual_volume), 0)::bigint as once_only_annual_hits
        from ${violations}) v`,
);
export const readOverview = async (db: Reader): Promise<Omit<Overview, 'manages_shared'>> => {
  const row = await db.first(overview());
  if (row === undefined) throw new Error('the overview answered nothing');
  return row;
};

const violation = {
  ...columnsOf('registry_services', 'authority_id annual_volume'),
  authority: column('authorities', 'name'),
  ...columnsOf('registry_evidences', 'holder_agency khur_service_code'),
  service_id: column('registry_services', 'id'),
  service_code: column('registry_services', 'code'),
  service_name: column('registry_services', 'name'),
  service_status: column('registry_services', 'status'),
  evidence_id: column('registry_evidences', 'id'),
  evidence_code: column('registry_evidences', 'code'),
  evidence_name: column('registry_evidences', 'name'),
};

const onceOnly = statement(
  'registry.once_only',
  violation,
  (p: { authority: string | null }) => sql`
    select s.id as service_id, s.code as service_code, s.name as service_name, s.authority_id, a.name as authority,
      s.status as service_status, e.id as evidence_id, e.code as evidence_code, e.name as evidence_name,
      e.holder_agency, e.khur_service_code, s.annual_volume
    from ${violations} and (${p.authority}::text is null or ${p.authority} in (a.name, a.id::text))
    order by s.annual_volume desc, s.code, k.position limit 5000`,
);
export const listViolations = (db: Reader, authority: string | undefined): Promise<Violation[]> =>
  db.run(onceOnly({ authority: authority ?? null }));
