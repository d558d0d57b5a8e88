import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';
import { namesOf } from '../../../kernel/http/fields.ts';
import { GovServiceRow, ProjectedService } from './service-fields.ts';

const written = namesOf(ProjectedService.properties).join(', ');
const columns = namesOf(GovServiceRow.properties).join(', ');
const renewed = namesOf(ProjectedService.properties)
  .filter((column) => column !== 'passport_id')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

const upsert = (service: ProjectedService, now: Date) =>
  raw<{ id: string }>(
    `insert into gov_services as s (${written}, created_at)
     select ${written}, $2 from json_populate_record(null::gov_services, $1::json) p
     where not exists (select from gov_services g where g.code = p.code and g.passport_id <> p.passport_id)
     on conflict (passport_id) do update set ${renewed}, version = s.version + 1, enabled = true,
       lifecycle = 'active', updated_at = excluded.created_at
     returning id`,
    [JSON.stringify(service), now],
    'gov.services.upsert',
  );

const uniqueViolation = '23505';

/**
 * Undefined when the code belongs to another passport's service. When both are published at the same moment the
 * unique index decides, and PostgreSQL lets nothing follow in that transaction: the caller must fail.
 */
export async function upsertService(
  tx: Tx,
  service: ProjectedService,
  now: Date,
): Promise<{ id: string } | undefined> {
  try {
    return await tx.first(upsert(service, now));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return undefined;
    throw error;
  }
}

export const withdraw = (tx: Tx, passportId: string, now: Date): Promise<number> =>
  tx.change(
    raw(
      `update gov_services set enabled = false, lifecycle = 'withdrawn', version = version + 1, updated_at = $2
       where passport_id = $1`,
      [passportId, now],
      'gov.services.withdraw',
    ),
  );

export const serviceById = (db: Reader | Tx, id: string): Promise<GovServiceRow | undefined> =>
  db.first(
    raw<GovServiceRow>(`select ${columns} from gov_services where id = $1`, [id], 'gov.services.by_id'),
  );

export const agencyOfPassport = (
  db: Reader | Tx,
  passportId: string,
): Promise<{ agency: string } | undefined> =>
  db.first(
    raw<{ agency: string }>(
      'select agency from gov_services where passport_id = $1',
      [passportId],
      'gov.services.agency',
    ),
  );

/** Found by the index of the desk; what a machine decided stands on no desk. */
export const moveCases = (
  tx: Tx,
  change: { serviceId: string; from: string; to: string },
  most: number,
): Promise<number> =>
  tx.change(
    raw(
      `update gov_applications set agency = $3 where id in (
         select id from gov_applications
         where fulfilment = 'manual' and agency = $2 and service_id = $1 limit $4)`,
      [change.serviceId, change.from, change.to, most],
      'gov.services.move_cases',
    ),
  );

export interface AuthorityRow {
  /** Its key as well: services and cases carry the Mongolian name. */
  name: string;
  name_en: string;
  services: number;
}

/** Every authority that has or had a service people can apply for: closed services leave open cases behind. */
export const listAuthorities = (db: Reader | Tx): Promise<AuthorityRow[]> =>
  db.run(
    raw<AuthorityRow>(
      `select agency as name, max(agency_en) as name_en, count(*) filter (where enabled and lifecycle = 'active') as services
       from gov_services group by agency order by agency`,
      [],
      'gov.services.authorities',
    ),
  );

export const listActive = (db: Reader): Promise<GovServiceRow[]> =>
  db.run(
    raw<GovServiceRow>(
      `select ${columns} from gov_services where enabled and lifecycle = 'active'`,
      [],
      'gov.services.active',
    ),
  );
