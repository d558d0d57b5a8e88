import type { Reader } from '../../kernel/db/database.ts';
import { raw } from '../../kernel/db/query.ts';
import type { Overview, Violation } from './schemas.ts';

/** What a living service asks of citizens although the state has it. */
const violations = `registry_services s
  join registry_service_evidences k on k.service_id = s.id and k.from_citizen
  join registry_evidences e on e.id = k.evidence_id and e.in_khur
  where s.status <> 'archived'`;

const level = (word: string) =>
  `'${word}', count(*) filter (where proactivity = '${word}' and status <> 'archived')`;

export const readOverview = async (db: Reader): Promise<Overview> => {
  const row = await db.first(
    raw<Overview>(
      `select s.*, e.*, v.*, (select count(*) from registry_life_events) as life_events
       from (select count(*) as total_services,
           count(*) filter (where status = 'published') as published_services,
           count(*) filter (where status = 'draft') as draft_services,
           count(*) filter (where status = 'archived') as archived_services,
           json_build_object(${['information', 'online', 'once_only', 'proactive'].map(level).join(', ')})
             as by_proactivity,
           coalesce(round(avg(max_days) filter (where status = 'published'), 2), 0)::float8 as avg_max_days
         from registry_services) s,
         (select count(*) as evidences, count(*) filter (where in_khur) as evidences_in_khur
           from registry_evidences) e,
         (select count(*) as once_only_violations, coalesce(sum(s.annual_volume), 0)::bigint as once_only_annual_hits
           from ${violations}) v`,
      [],
      'registry.overview',
    ),
  );
  if (row === undefined) throw new Error('the overview answered nothing');
  return row;
};

export const listViolations = (db: Reader, authority: string | undefined): Promise<Violation[]> =>
  db.run(
    raw<Violation>(
      `select s.id as service_id, s.code as service_code, s.name as service_name, s.authority,
         s.status as service_status, e.id as evidence_id, e.code as evidence_code, e.name as evidence_name,
         e.holder_agency, e.khur_service_code, s.annual_volume
       from ${violations} and ($1::text is null or s.authority = $1)
       order by s.annual_volume desc, s.code, k.position limit 5000`,
      [authority ?? null],
      'registry.once_only',
    ),
  );
