import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { Form } from './form-schema.ts';

const maybe = Type.Optional;
const nullable = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) =>
  Type.Union([schema, Type.Null()]);
/** Text that PostgreSQL can keep: no null character, no half of a character. */
const text = (maxLength: number) => Type.String({ maxLength });
/** Something that can be read beside: spaces alone name nothing. */
const named = (maxLength: number) => Type.String({ minLength: 1, maxLength, pattern: '\\S' });
/** A word of a code list, in letters that stay one letter when they are written large or small (ß would be two). */
const listed = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[\\x20-\\x7e\\p{Script=Cyrillic}]*$' });
const whole = (maximum: number) => Type.Integer({ minimum: 0, maximum });
/** Small letters are taken and written large. */
const Code = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{1,63}$' });

const Proactivity = oneOf('information', 'online', 'once_only', 'proactive');
const Status = oneOf('draft', 'published', 'archived');
const OutputType = oneOf(
  'Declaration',
  'Physical object',
  'Code',
  'Financial obligation',
  'Financial benefit',
  'Recognition',
  'Permit',
);
const Assurance = oneOf('low', 'substantial', 'high');
const Fulfilment = oneOf('auto', 'manual');
const PaymentBefore = oneOf('review', 'issue', 'none');
const EventKind = oneOf('life', 'business');

/** ISO 8601: at least one part, and one after T where there is a T. */
const duration =
  '^(?:[Pp](?=[0-9Tt])(?:[0-9]+[Yy])?(?:[0-9]+[Mm])?(?:[0-9]+[Ww])?(?:[0-9]+[Dd])?(?:[Tt](?=[0-9])(?:[0-9]+[Hh])?(?:[0-9]+[Mm])?(?:[0-9]+(?:\\.[0-9]+)?[Ss])?)?)?$';

const passportBody = {
  name: named(300),
  name_en: maybe(text(300)),
  description: maybe(text(4000)),
  description_en: maybe(text(4000)),
  legal_basis: maybe(text(4000)),
  legal_basis_en: maybe(text(4000)),
  authority: named(300),
  authority_en: maybe(text(300)),
  authority_org_id: maybe(nullable(Id)),
  target_group: maybe(text(300)),
  target_group_en: maybe(text(300)),
  output: maybe(text(300)),
  output_en: maybe(text(300)),
  keywords: maybe(Type.Array(named(60), { maxItems: 30 })),
  // Folded before they are compared: registrars type `Online` too.
  channels: maybe(Type.Array(text(20), { maxItems: 20 })),
  fee: maybe(whole(1_000_000_000_000)),
  max_days: maybe(whole(3650)),
  steps_count: maybe(whole(500)),
  annual_volume: maybe(whole(100_000_000)),
  proactivity: maybe(Proactivity),
  life_event_id: maybe(nullable(Id)),
  life_event_ids: maybe(Type.Array(Id, { maxItems: 50 })),
  category: maybe(text(120)),
  category_en: maybe(text(120)),
  cofog_code: maybe(text(32)),
  cofog_label: maybe(text(200)),
  main_activity: maybe(text(200)),
  sdg_code: maybe(listed(32)),
  processing_time: maybe(Type.String({ maxLength: 64, pattern: duration })),
  output_type: maybe(OutputType),
  output_ref_type: maybe(listed(64)),
  assurance_level: maybe(Assurance),
  fulfilment: maybe(Fulfilment),
  has_discretion: maybe(Type.Boolean()),
  has_assessment: maybe(Type.Boolean()),
  sla_hours: maybe(whole(8760)),
  tacit_approval: maybe(Type.Boolean()),
  online: maybe(Type.Boolean()),
  payment_required_before: maybe(PaymentBefore),
  form: maybe(nullable(Form)),
};
export const CreateService = strict({ code: Code, ...passportBody });
/** What is replaced whole may be replaced only by who has seen it: its `updated_at` as it was read. */
const seen = { expected_updated_at: maybe(nullable(Timestamp)) };
/** The code of a passport never changes; one that is sent along is not looked at. */
export const ReplaceService = strict({ code: maybe(text(64)), ...passportBody, ...seen });
export type ReplaceService = Static<typeof ReplaceService>;

export const LinksBody = strict({
  evidences: Type.Array(
    strict({
      evidence_id: Id,
      required: maybe(Type.Boolean()),
      from_citizen: maybe(Type.Boolean()),
      note: maybe(text(4000)),
      note_en: maybe(text(4000)),
    }),
    { maxItems: 200 },
  ),
  ...seen,
});
export type LinksBody = Static<typeof LinksBody>;
export const PublishBody = strict({ change_note: maybe(text(4000)) });

export const ServicesQuery = strict({
  status: maybe(Status),
  authority: maybe(text(300)),
  life_event_id: maybe(Id),
  proactivity: maybe(Proactivity),
  q: maybe(text(200)),
});
export type ServicesQuery = Static<typeof ServicesQuery>;
export const AuthorityQuery = strict({ authority: maybe(text(300)) });
export const ByVersion = strict({ id: Id, version: Type.Integer({ minimum: 1, maximum: 1_000_000 }) });

export const EvidenceLink = Type.Object({
  evidence_id: Id,
  code: Type.String(),
  name: Type.String(),
  name_en: Type.String(),
  required: Type.Boolean(),
  from_citizen: Type.Boolean(),
  in_khur: Type.Boolean(),
  once_only_violation: Type.Boolean(),
  note: Type.String(),
  note_en: Type.String(),
});
export type EvidenceLink = Static<typeof EvidenceLink>;

export const RegistryService = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  name_en: Type.String(),
  description: Type.String(),
  description_en: Type.String(),
  /** Of these an empty English text means: not written yet, the Mongolian one speaks. */
  legal_basis: Type.String(),
  legal_basis_en: Type.String(),
  authority: Type.String(),
  authority_en: Type.String(),
  authority_org_id: nullable(Id),
  target_group: Type.String(),
  target_group_en: Type.String(),
  output: Type.String(),
  output_en: Type.String(),
  keywords: Type.Array(Type.String()),
  channels: Type.Array(Type.String()),
  fee: Type.Integer(),
  max_days: Type.Integer(),
  steps_count: Type.Integer(),
  annual_volume: Type.Integer(),
  proactivity: Proactivity,
  status: Status,
  life_event_id: nullable(Id),
  life_event_ids: Type.Array(Id),
  category: Type.String(),
  category_en: Type.String(),
  cofog_code: Type.String(),
  cofog_label: Type.String(),
  main_activity: Type.String(),
  sdg_code: Type.String(),
  processing_time: Type.String(),
  output_type: OutputType,
  output_ref_type: Type.String(),
  assurance_level: Assurance,
  fulfilment: Fulfilment,
  has_discretion: Type.Boolean(),
  has_assessment: Type.Boolean(),
  sla_hours: Type.Integer(),
  tacit_approval: Type.Boolean(),
  online: Type.Boolean(),
  payment_required_before: PaymentBefore,
  /** JSON Schema of the application form; like `evidences` it is left out of lists. */
  form: Type.Unsafe<Form | null>({}),
  /** A sample that came with the demonstration data and that nobody has changed. */
  demo: Type.Boolean(),
  version: Type.Integer(),
  published_at: nullable(Timestamp),
  created_at: Timestamp,
  updated_at: nullable(Timestamp),
  evidences: Type.Array(EvidenceLink),
});
export type RegistryService = Static<typeof RegistryService>;
export const ServiceList = listOf(RegistryService);

export const RegistryVersion = Type.Object({
  id: Id,
  service_id: Id,
  version: Type.Integer(),
  snapshot: RegistryService,
  change_note: Type.String(),
  is_baseline: Type.Boolean(),
  steps_count: Type.Integer(),
  documents_count: Type.Integer(),
  max_days: Type.Integer(),
  fee: Type.Integer(),
  delta_steps: Type.Integer(),
  delta_documents: Type.Integer(),
  delta_days: Type.Integer(),
  delta_fee: Type.Integer(),
  published_at: Timestamp,
  published_by: nullable(Id),
});
export type RegistryVersion = Static<typeof RegistryVersion>;
export const VersionList = listOf(RegistryVersion);

const evidenceBody = {
  name: named(300),
  name_en: maybe(text(300)),
  description: maybe(text(4000)),
  description_en: maybe(text(4000)),
  holder_agency: maybe(text(300)),
  holder_agency_en: maybe(text(300)),
  source_system: maybe(text(300)),
  in_khur: maybe(Type.Boolean()),
  khur_service_code: maybe(text(120)),
};
export const CreateEvidence = strict({ code: Code, ...evidenceBody });
export const ReplaceEvidence = strict({ code: maybe(text(64)), ...evidenceBody });
export type ReplaceEvidence = Static<typeof ReplaceEvidence>;
export const RegistryEvidence = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  name_en: Type.String(),
  description: Type.String(),
  description_en: Type.String(),
  holder_agency: Type.String(),
  holder_agency_en: Type.String(),
  source_system: Type.String(),
  in_khur: Type.Boolean(),
  khur_service_code: Type.String(),
  created_at: Timestamp,
  updated_at: nullable(Timestamp),
});
export type RegistryEvidence = Static<typeof RegistryEvidence>;
export const EvidenceList = listOf(RegistryEvidence);

export const CreateLifeEvent = strict({
  code: Code,
  name: named(300),
  kind: maybe(EventKind),
  description: maybe(text(4000)),
  description_en: maybe(text(4000)),
  lead_agency: maybe(text(300)),
  lead_agency_en: maybe(text(300)),
  eu_code: maybe(listed(32)),
  en_label: maybe(text(300)),
  sort_order: maybe(Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })),
});
export type CreateLifeEvent = Static<typeof CreateLifeEvent>;
export const RegistryLifeEvent = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  kind: EventKind,
  description: Type.String(),
  description_en: Type.String(),
  lead_agency: Type.String(),
  lead_agency_en: Type.String(),
  eu_code: Type.String(),
  en_label: Type.String(),
  sort_order: Type.Integer(),
  created_at: Timestamp,
});
export type RegistryLifeEvent = Static<typeof RegistryLifeEvent>;
export const LifeEventList = listOf(RegistryLifeEvent);

export const Overview = Type.Object({
  total_services: Type.Integer(),
  published_services: Type.Integer(),
  draft_services: Type.Integer(),
  archived_services: Type.Integer(),
  life_events: Type.Integer(),
  evidences: Type.Integer(),
  evidences_in_khur: Type.Integer(),
  once_only_violations: Type.Integer(),
  once_only_annual_hits: Type.Integer(),
  by_proactivity: Type.Object({
    information: Type.Integer(),
    online: Type.Integer(),
    once_only: Type.Integer(),
    proactive: Type.Integer(),
  }),
  avg_max_days: Type.Number(),
});
export type Overview = Static<typeof Overview>;

export const Violation = Type.Object({
  service_id: Id,
  service_code: Type.String(),
  service_name: Type.String(),
  authority: Type.String(),
  service_status: Status,
  evidence_id: Id,
  evidence_code: Type.String(),
  evidence_name: Type.String(),
  holder_agency: Type.String(),
  khur_service_code: Type.String(),
  annual_volume: Type.Integer(),
});
export type Violation = Static<typeof Violation>;
export const ViolationList = listOf(Violation);

export const OnceOnlyReport = Type.Object({
  service_id: Id,
  service_code: Type.String(),
  service_name: Type.String(),
  citizen_documents: Type.Integer(),
  violations: Type.Array(EvidenceLink),
  compliant: Type.Boolean(),
  eligible_proactivity: Proactivity,
});
export type OnceOnlyReport = Static<typeof OnceOnlyReport>;
