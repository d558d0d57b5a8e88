import type { FormSchema } from '@tamga/forms';
import { sql } from 'kysely';
import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { statement } from '../../../kernel/db/query.ts';
import { column, columnsOf, computed, computedWord } from '../../../kernel/db/row-shape.ts';
import { namesOf } from '../../../kernel/http/fields.ts';
import { GovServiceRow, type LifeEvent, ProjectedService } from './service-fields.ts';

declare module '../../../kernel/db/schema.ts' {
  interface JsonShapes {
    'gov_services.life_events': LifeEvent[];
    'gov_services.form': FormSchema;
  }
}

const { agency: _agency, agency_en: _agencyEn, ...ownProperties } = GovServiceRow.properties;
const service = {
  ...columnsOf('gov_services', namesOf(ownProperties)),
  agency: column('authorities', 'name'),
  agency_en: column('authorities', 'name_en'),
  output_type: computedWord<GovServiceRow['output_type']>(),
};
const columns = sql.raw(
  namesOf(ownProperties)
    .map((name) => `s.${name}`)
    .concat('a.name as agency', 'a.name_en as agency_en')
    .join(', '),
);
const named = sql`gov_services s join authorities a on a.id = s.authority_id`;
const written = sql.raw(namesOf(ProjectedService.properties).join(', '));
const renewed = sql.raw(
  namesOf(ProjectedService.properties)
    .filter((column) => column !== 'passport_id')
    .map((column) => `${column} = excluded.${column}`)
    .join(', '),
);

const upsert = statement(
  'gov.services.upsert',
  columnsOf('gov_services', 'id'),
  (p: { service: string; now: Date }) => sql`
    insert into gov_services as s (${written}, created_at)
    select ${written}, ${p.now} from json_populate_record(null::gov_services, ${p.service}::json) p
    where not exists (select from gov_services g where g.code = p.code and g.passport_id <> p.passport_id)
    on conflict (passport_id) do update set ${renewed}, version = s.version + 1, enabled = true,
      lifecycle = 'active', updated_at = excluded.created_at
    returning id`,
);

const keepVersion = statement(
  'gov.services.keep_version',
  (p: { id: string }) => sql`
    insert into gov_service_versions (service_id, version, fee, processing_days, form)
    select id, passport_version, fee, processing_days, form from gov_services where id = ${p.id}
    on conflict do nothing`,
);

const uniqueViolation = '23505';

/**
 * Undefined when the code belongs to another passport's service. In a race the unique index decides, and PostgreSQL
 * aborts the transaction: the caller must fail.
 */
export async function upsertService(
  tx: Tx,
  service: ProjectedService,
  now: Date,
): Promise<{ id: string } | undefined> {
  try {
    const row = await tx.first(upsert({ service: JSON.stringify(service), now }));
    if (row !== undefined) await tx.change(keepVersion(row));
    return row;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return undefined;
    throw error;
  }
}

const govServicesWithdraw = statement(
  'gov.services.withdraw',
  (p: { passportId: string; now: Date }) => sql`
    update gov_services set enabled = false, lifecycle = 'withdrawn', version = version + 1, updated_at = ${p.now}
    where passport_id = ${p.passportId}`,
);
export const withdraw = (tx: Tx, passportId: string, now: Date): Promise<number> =>
  tx.change(govServicesWithdraw({ passportId, now }));

const byId = statement(
  'gov.services.by_id',
  service,
  (p: { id: string }) => sql`select ${columns} from ${named} where s.id = ${p.id}`,
);
export const serviceById = (db: Reader | Tx, id: string): Promise<GovServiceRow | undefined> =>
  db.first(byId({ id }));

/** What a version may have changed; everything else is as it is now. */
const ofVersion: Record<string, string> = {
  passport_version: 'coalesce(v.version, s.passport_version) as passport_version',
  fee: 'coalesce(v.fee, s.fee) as fee',
  processing_days: 'coalesce(v.processing_days, s.processing_days) as processing_days',
  form: 'case when v.version is null then s.form else v.form end as form',
};
const versionColumns = sql.raw(
  namesOf(ownProperties)
    .map((name) => ofVersion[name] ?? `s.${name}`)
    .concat('a.name as agency', 'a.name_en as agency_en')
    .join(', '),
);
const atVersion = statement(
  'gov.services.at_version',
  service,
  (p: { id: string; version: number | null }) => sql`
    select ${versionColumns} from ${named}
    left join gov_service_versions v on v.service_id = s.id and v.version = ${p.version}::int
    where s.id = ${p.id}`,
);
/** The service in a published version; as it is now where that version was not kept. */
export const serviceAtVersion = (
  db: Reader | Tx,
  id: string,
  version: number | null,
): Promise<GovServiceRow | undefined> => db.first(atVersion({ id, version }));

/** The service as the applicant saw it: an application is read with the form it was sent with. */
export const serviceOf = async (
  db: Reader | Tx,
  application: { service_id: string | null; service_version: number | null },
): Promise<GovServiceRow | undefined> =>
  application.service_id === null
    ? undefined
    : serviceAtVersion(db, application.service_id, application.service_version);

const govServicesAuthority = statement(
  'gov.services.authority',
  columnsOf('gov_services', 'authority_id'),
  (p: { passportId: string }) =>
    sql`select authority_id from gov_services where passport_id = ${p.passportId}`,
);
export const authorityOfPassport = (
  db: Reader | Tx,
  passportId: string,
): Promise<{ authority_id: string } | undefined> => db.first(govServicesAuthority({ passportId }));

const projected = statement(
  'gov.services.projected',
  { ...columnsOf('gov_services', 'id authority_id enabled'), waiting: computed('int8') },
  (p: { passportId: string }) => sql`
    select id, authority_id, enabled, waiting_cases(array[authority_id], id) as waiting
    from gov_services where passport_id = ${p.passportId}`,
);
/** What citizens see of a passport now, and how many cases wait for a decision or delivery. */
export const findProjected = (
  db: Reader | Tx,
  passportId: string,
): Promise<{ id: string; authority_id: string; enabled: boolean; waiting: number } | undefined> =>
  db.first(projected({ passportId }));

const govServicesMoveCases = statement(
  'gov.services.move_cases',
  (p: { serviceId: string; from: string; to: string; most: number }) => sql`
    update gov_applications set authority_id = ${p.to} where id in (
    select id from gov_applications
    where fulfilment = 'manual' and authority_id = ${p.from} and service_id = ${p.serviceId} limit ${p.most})`,
);
/** The condition matches the queue index; automatic applications are in no queue. */
export const moveCases = (
  tx: Tx,
  change: { serviceId: string; from: string; to: string },
  most: number,
): Promise<number> => tx.change(govServicesMoveCases({ ...change, most }));

const active = statement(
  'gov.services.active',
  service,
  () => sql`
    select ${columns} from ${named} where s.enabled and s.lifecycle = 'active'`,
);
export const listActive = (db: Reader): Promise<GovServiceRow[]> => db.run(active());
