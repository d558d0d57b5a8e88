import { inputOf, nullable, viewOf } from '../../kernel/http/fields.ts';
import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { confirmUnattended } from '../authorities/index.ts';
import { formNames } from './form-schema.ts';
import {
  authorityFields,
  evidenceFields,
  lifeEventFields,
  Proactivity,
  passportFields,
} from './passport-fields.ts';

const maybe = Type.Optional;
/** Text that PostgreSQL can store: no null character, no lone surrogate. */
const text = (maxLength: number) => Type.String({ maxLength });
/** Small letters are accepted and stored in upper case. */
const Code = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{1,63}$' });

const Status = oneOf('draft', 'published', 'archived');

const passportBody = {
  /** Its id, or its name as `authority`; one of them is required. */
  authority_id: maybe(Id),
  authority: maybe(text(300)),
  /** Accepted and ignored: the record has both names. */
  authority_en: maybe(text(300)),
  ...inputOf(passportFields),
  life_event_ids: maybe(Type.Array(Id, { maxItems: 50 })),
};
export const CreateService = strict({ code: Code, ...passportBody });
/** Optimistic concurrency: the `updated_at` that the caller has read. */
const seen = { expected_updated_at: maybe(nullable(Timestamp)) };
/** The code of a passport never changes, so a code in the body is ignored. */
export const ReplaceService = strict({ code: maybe(text(64)), ...passportBody, ...seen });
export type ReplaceService = Static<typeof ReplaceService>;

const LinkBody = strict({
  evidence_id: Id,
  required: maybe(Type.Boolean()),
  from_citizen: maybe(Type.Boolean()),
  note: maybe(text(4000)),
  note_en: maybe(text(4000)),
});
export const LinksBody = strict({
  evidences: Type.Array(LinkBody, { maxItems: 200 }),
  ...seen,
});
export type LinksBody = Static<typeof LinksBody>;
export const PublishBody = strict({ change_note: maybe(text(4000)), ...confirmUnattended });

/** What publishing would do to the cases of a service. */
export const PublishPreview = Type.Object({
  /** Open and undelivered cases of the service. */
  cases: Type.Integer(),
  /** Applications that people began and have not sent. */
  drafts: Type.Integer(),
  /** Whether they move to another authority. */
  moves: Type.Boolean(),
  authority: Type.String(),
  authority_en: Type.String(),
  /** Active officers of the authority that would decide them. */
  officers: Type.Integer(),
});
export type PublishPreview = Static<typeof PublishPreview>;
export const RestoreQuery = strict(confirmUnattended);

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
  ...authorityFields,
  ...viewOf(passportFields),
  life_event_ids: Type.Array(Id),
  status: Status,
  /** An unchanged sample of the demonstration data. */
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

export const CreateEvidence = strict({ code: Code, ...inputOf(evidenceFields) });
export const ReplaceEvidence = strict({ code: maybe(text(64)), ...inputOf(evidenceFields) });
export type ReplaceEvidence = Static<typeof ReplaceEvidence>;
export const RegistryEvidence = Type.Object({
  id: Id,
  code: Type.String(),
  ...viewOf(evidenceFields),
  created_at: Timestamp,
  updated_at: nullable(Timestamp),
});
export type RegistryEvidence = Static<typeof RegistryEvidence>;
export const EvidenceList = listOf(RegistryEvidence);

export const CreateLifeEvent = strict({ code: Code, ...inputOf(lifeEventFields) });
export type CreateLifeEvent = Static<typeof CreateLifeEvent>;
/** The code never changes, so a code in the body is ignored. */
export const ReplaceLifeEvent = strict({ code: maybe(text(64)), ...inputOf(lifeEventFields), ...seen });
export type ReplaceLifeEvent = Static<typeof ReplaceLifeEvent>;
export const RegistryLifeEvent = Type.Object({
  id: Id,
  code: Type.String(),
  ...viewOf(lifeEventFields),
  created_at: Timestamp,
  /** Time of the last change of the steps. */
  updated_at: nullable(Timestamp),
});
export type RegistryLifeEvent = Static<typeof RegistryLifeEvent>;
export const LifeEventList = listOf(RegistryLifeEvent);

/** How a step gets done; a step that is a service says it in its passport. */
export const How = oneOf('online', 'in_person', 'automatic');
const StepBody = strict({
  /** The id of a step that stays; citizens' ticks follow it. */
  id: maybe(Id),
  service_id: maybe(nullable(Id)),
  how: maybe(nullable(How)),
  title: maybe(text(200)),
  title_en: maybe(text(200)),
  body: maybe(text(2000)),
  body_en: maybe(text(2000)),
});
export type StepBody = Static<typeof StepBody>;
export const StepsBody = strict({ steps: Type.Array(StepBody, { maxItems: 50 }), ...seen });
export type StepsBody = Static<typeof StepsBody>;
export const GuideStep = Type.Object({
  id: Id,
  service_id: nullable(Id),
  how: nullable(How),
  title: Type.String(),
  title_en: Type.String(),
  body: Type.String(),
  body_en: Type.String(),
});
export type GuideStep = Static<typeof GuideStep>;
export const RegistryGuide = Type.Object({
  ...RegistryLifeEvent.properties,
  steps: Type.Array(GuideStep),
});
export type RegistryGuide = Static<typeof RegistryGuide>;

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
  /** Whether the caller changes life events and kinds of evidence, which all authorities share. */
  manages_shared: Type.Boolean(),
});
export type Overview = Static<typeof Overview>;

export const Violation = Type.Object({
  service_id: Id,
  service_code: Type.String(),
  service_name: Type.String(),
  authority_id: Id,
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

/** Names in the OpenAPI document. */
export const names = {
  PassportEvidenceBody: LinkBody,
  Passport: RegistryService,
  PassportBody: CreateService,
  PassportReplacement: ReplaceService,
  PassportEvidence: EvidenceLink,
  PassportEvidencesBody: LinksBody,
  PassportPublishPreview: PublishPreview,
  PassportVersion: RegistryVersion,
  Evidence: RegistryEvidence,
  EvidenceBody: CreateEvidence,
  EvidenceReplacement: ReplaceEvidence,
  LifeEvent: RegistryLifeEvent,
  LifeEventBody: CreateLifeEvent,
  LifeEventReplacement: ReplaceLifeEvent,
  LifeEventSteps: RegistryGuide,
  GuideStep,
  GuideStepBody: StepBody,
  GuideStepsBody: StepsBody,
  OnceOnlyReport,
  OnceOnlyViolation: Violation,
  RegistryOverview: Overview,
  ...formNames,
};
