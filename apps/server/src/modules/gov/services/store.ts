import type { Reader, Tx } from '../../../kernel/db/database.ts';
import { raw } from '../../../kernel/db/query.ts';

export interface LifeEvent {
  code: string;
  name: string;
  kind: 'life' | 'business';
  eu_code: string;
  en_label: string;
}

/** A service as it stands in the catalogue of what may be applied for. */
export interface GovServiceRow {
  id: string;
  passport_id: string;
  version: number;
  code: string;
  name: string;
  name_en: string;
  category: string;
  category_en: string;
  agency: string;
  agency_en: string;
  description: string;
  description_en: string;
  fee: number;
  processing_days: number;
  processing_time: string;
  cofog_code: string;
  cofog_label: string;
  main_activity: string;
  sdg_code: string;
  output_type: string;
  output_ref_type: string;
  evidence: string[];
  evidence_en: string[];
  legal_basis: string;
  legal_basis_en: string;
  assurance_level: 'low' | 'substantial' | 'high';
  lifecycle: 'active' | 'deprecated' | 'withdrawn';
  fulfilment: 'auto' | 'manual';
  has_discretion: boolean;
  has_assessment: boolean;
  sla_hours: number;
  tacit_approval: boolean;
  life_events: LifeEvent[];
  online: boolean;
  enabled: boolean;
  form: Record<string, unknown> | null;
  payment_required_before: 'review' | 'issue' | 'none';
  created_at: string;
}

const written = [
  'passport_id',
  'code',
  'name',
  'name_en',
  'category',
  'category_en',
  'agency',
  'agency_en',
  'description',
  'description_en',
  'fee',
  'processing_days',
  'processing_time',
  'cofog_code',
  'cofog_label',
  'main_activity',
  'sdg_code',
  'output_type',
  'output_ref_type',
  'evidence',
  'evidence_en',
  'legal_basis',
  'legal_basis_en',
  'assurance_level',
  'fulfilment',
  'has_discretion',
  'has_assessment',
  'sla_hours',
  'tacit_approval',
  'life_events',
  'online',
  'form',
  'payment_required_before',
] as const;

const columns = ['id', 'version', 'lifecycle', 'enabled', 'created_at', ...written].join(', ');

export type WrittenService = Pick<GovServiceRow, (typeof written)[number]>;

const slots = written.map((_, at) => `$${at + 1}`).join(', ');
const renewed = written
  .filter((column) => column !== 'passport_id')
  .map((column) => `${column} = excluded.${column}`)
  .join(', ');

const upsert = (service: WrittenService, now: Date) =>
  raw<{ id: string }>(
    `insert into gov_services as s (${written.join(', ')}, created_at)
     select ${slots}, $${written.length + 1}
     where not exists (select from gov_services where code = $2 and passport_id <> $1)
     on conflict (passport_id) do update set ${renewed}, version = s.version + 1, enabled = true,
       lifecycle = 'active', updated_at = excluded.created_at
     returning id`,
    [...written.map((column) => asParameter(service, column)), now],
    'gov.services.upsert',
  );

const uniqueViolation = '23505';

/**
 * Undefined when the code belongs to another passport's service. When both are published at the same moment the
 * unique index decides, and PostgreSQL lets nothing follow in that transaction: the caller must fail.
 */
export async function upsertService(
  tx: Tx,
  service: WrittenService,
  now: Date,
): Promise<{ id: string } | undefined> {
  try {
    return await tx.first(upsert(service, now));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation) return undefined;
    throw error;
  }
}

function asParameter(service: WrittenService, column: (typeof written)[number]): unknown {
  const value = service[column];
  const isJson = column === 'life_events' || column === 'form';
  return isJson && value !== null ? JSON.stringify(value) : value;
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
