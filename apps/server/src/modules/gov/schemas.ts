import { inOneLanguage } from '../../kernel/http/fields.ts';
import {
  Id,
  JsonObject,
  line,
  listOf,
  oneOf,
  type Static,
  shownAs,
  strict,
  Timestamp,
  Type,
} from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { fileStates, paperKinds } from '../files/index.ts';
import { registerCodes } from '../references/index.ts';
import { EvidenceFile, SignatureView } from './decisions/evidence.ts';
import { GovServiceRow, LifeEventView } from './services/service-fields.ts';
import { eventTypes, results, statuses } from './state-machine.ts';

/** One schema of two types: a union is serialized by trying each member, and a page of applications has hundreds. */
export const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const storable = (maxLength: number, minLength = 0) => Type.String({ minLength, maxLength });

/** `writePayload` checks size and strings; the form of the service checks the rest. */
const Payload = Type.Unsafe<Record<string, unknown>>({ type: 'object' });

const {
  passport_id: _passport,
  passport_version: _published,
  version: _version,
  form,
  ...shown
} = GovServiceRow.properties;
export const ServiceView = Type.Object(inOneLanguage(shown));
export type ServiceView = Static<typeof ServiceView>;

/** A published version of a service, as the catalogue counts them. */
const serviceVersion = Type.Integer({ minimum: 1, maximum: 1_000_000 });
const nullableVersion = Type.Unsafe<number | null>({ type: ['integer', 'null'] });

export const ServiceDetail = Type.Object({
  ...ServiceView.properties,
  /** The published version that the form and the fee belong to. */
  version: Type.Integer(),
  form,
});
export type ServiceDetail = Static<typeof ServiceDetail>;

/** Another version than the published one: the form of an application or of a draft. */
export const VersionQuery = strict({ version: Type.Optional(serviceVersion) });

export const ServiceQuery = strict({
  q: Type.Optional(Type.String({ maxLength: 200 })),
  category: Type.Optional(Type.String({ maxLength: 120 })),
  life_event: Type.Optional(Type.String({ maxLength: 64 })),
});

const EvidenceView = Type.Object({
  name: Type.String(),
  reference: Type.Optional(Type.String()),
  provided_at: Timestamp,
});

/** For whom a person applied, and who that person is. */
const OnBehalfOf = Type.Object({
  party_id: Id,
  kind: oneOf('organisation', 'person', 'child'),
  name: Type.String(),
  filed_by: Type.String(),
});

export const applicationFields = {
  id: Id,
  on_behalf_of: Type.Optional(OnBehalfOf),
  service_id: nullableText,
  service_code: Type.String(),
  service_name: Type.String(),
  /** The published version that was applied for; null where it was not kept. */
  service_version: nullableVersion,
  reference_no: Type.String(),
  status: oneOf(...statuses),
  result: oneOf(...results),
  note: Type.String(),
  payload: shownAs(JsonObject),
  evidence: Type.Array(EvidenceView),
  decision_note: Type.String(),
  due_at: nullableText,
  /** Deadline of the fee where the application waits for nothing else; the application then expires. */
  fee_due_at: nullableText,
  sla_breached: Type.Boolean(),
  suspended: Type.Boolean(),
  suspended_at: nullableText,
  /** End of the day until which the applicant can answer the officer's question; null: no limit, or no question. */
  info_due_at: nullableText,
  assigned: Type.Boolean(),
  tacit: Type.Boolean(),
  /** An officer decides with a PIN2 signature. */
  signature_required: Type.Boolean(),
  output_ref_id: nullableText,
  decided_at: nullableText,
  submitted_at: Timestamp,
  /** Time of the last answer to a question; null again when the next question is asked. */
  answered_at: nullableText,
  updated_at: nullableText,
  /** What the service cost when the application was sent. */
  fee: Type.Integer(),
  /** State of the fee; `none` where no fee is owed. */
  payment: oneOf('none', 'pending', 'paid', 'cancelled'),
};
export const ApplicationView = Type.Object(applicationFields);
export type ApplicationView = Static<typeof ApplicationView>;
export const ApplicationPage = pageOf(ApplicationView);
export type ApplicationPage = Static<typeof ApplicationPage>;

export const ApplicationQuery = strict({
  status: Type.Optional(oneOf(...statuses)),
  /** Part of the number or of the name of the service. */
  q: Type.Optional(line(100)),
  service_id: Type.Optional(Id),
  /** `true`: only applications that still wait for something, an approved one for its result. */
  open: Type.Optional(Type.Boolean()),
  ...pageQuery,
});
export type ApplicationQuery = Static<typeof ApplicationQuery>;

export const ApplyBody = strict({
  service_id: Id,
  note: Type.Optional(storable(2000)),
  payload: Type.Optional(Payload),
  /** Answers of agencies that the person accepted for this service. */
  facts: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
  /** The revision of the draft that is sent, 0 without a saved draft: answers of another tab are not thrown away. */
  draft_revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
  /** The published version that the person saw: another fee or form is refused instead of taken as agreed. */
  service_version: Type.Optional(serviceVersion),
});
export type ApplyBody = Static<typeof ApplyBody>;

export const OrderBody = strict({ type: oneOf(...registerCodes) });

export const CancelBody = strict({ reason: Type.Optional(storable(2000)) });

export const ProvideBody = strict({
  note: Type.Optional(storable(2000)),
  evidence: Type.Optional(
    Type.Array(strict({ name: storable(300, 1), reference: Type.Optional(storable(300)) }), { maxItems: 20 }),
  ),
  payload: Type.Optional(Payload),
});
export type ProvideBody = Static<typeof ProvideBody>;

export const EventView = Type.Object({
  id: Id,
  actor_role: oneOf('user', 'officer', 'system'),
  /** The person who acted for a party; empty otherwise. */
  actor_name: Type.String(),
  from_status: Type.String(),
  to_status: Type.String(),
  type: oneOf(...eventTypes),
  detail: Type.String(),
  /** Changed answers with their previous values; null where there was none. */
  changes: Type.Array(Type.Object({ field: Type.String(), before: Type.Unsafe<unknown>({}) })),
  created_at: Timestamp,
});
export type EventView = Static<typeof EventView>;

export const ByFile = strict({ id: Id, file_id: Id });
export const ByDraftFile = strict({ service_id: Id, file_id: Id });
export const FileView = Type.Object({
  id: Id,
  name: Type.String(),
  type: oneOf(...paperKinds),
  size_bytes: Type.Integer(),
  sha256: Type.String(),
  /** Key of the form's slot that the paper was added for. */
  slot: nullableText,
  /** Whether the virus scanner let the paper pass; others than its owner can open a `ready` one alone. */
  state: oneOf(...fileStates),
  /** What the scanner said about an infected or unscannable paper. */
  reason: Type.Optional(Type.String()),
  /** The person who uploaded the paper for a party. */
  uploaded_by: Type.Optional(Type.String()),
  created_at: Timestamp,
});
export type FileView = Static<typeof FileView>;

export const UploadQuery = strict({
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  slot: Type.Optional(Type.String({ maxLength: 64 })),
});

export const FromSpaceBody = strict({
  name: Type.String({ minLength: 1, maxLength: 1000 }),
  slot: Type.Optional(Type.String({ maxLength: 64 })),
});

export const ByService = strict({ service_id: Id });

/** The person's position when the draft was saved: the step, and the focused field. */
const place = {
  step: oneOf('answers', 'papers', 'review'),
  field: Type.String({ maxLength: 200, pattern: '^[A-Za-z0-9_.-]*$' }),
};
export const DraftBody = strict({
  note: Type.Optional(storable(2000)),
  payload: Payload,
  step: Type.Optional(place.step),
  field: Type.Optional(place.field),
  /** The revision that the page edits, 0 before the first save: an older one is refused instead of overwriting. */
  revision: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
  /** The published version whose form was filled in. */
  service_version: Type.Optional(serviceVersion),
});
export type DraftBody = Static<typeof DraftBody>;
export const DraftView = Type.Object({
  service_id: Id,
  note: Type.String(),
  payload: applicationFields.payload,
  /** Papers that are sent with the application. */
  files: Type.Array(FileView),
  ...place,
  revision: Type.Integer(),
  /** The published version whose form was filled in; null where the page did not say. */
  service_version: nullableVersion,
  updated_at: Timestamp,
});
export type DraftView = Static<typeof DraftView>;
const DraftSummary = Type.Object({
  service_id: Id,
  /** The service's id in the catalogue. */
  passport_id: Id,
  service_code: Type.String(),
  service_name: Type.String(),
  /** False once the service is withdrawn: the draft can be read and deleted, but not changed or sent. */
  is_offered: Type.Boolean(),
  updated_at: Timestamp,
});
export const DraftList = listOf(DraftSummary);
export type DraftList = Static<typeof DraftList>;

export const names = {
  ApplicableService: ServiceView,
  ApplicableServiceDetail: ServiceDetail,
  Application: ApplicationView,
  ApplicationOnBehalfOf: OnBehalfOf,
  ApplicationEvidence: EvidenceView,
  ApplicationStatus: applicationFields.status,
  ApplicationResult: applicationFields.result,
  ApplicationEvent: EventView,
  DecisionSignature: SignatureView,
  DecisionEvidence: EvidenceFile,
  ApplyBody,
  ProvideInfoBody: ProvideBody,
  ApplicationFile: FileView,
  PaperFromSpaceBody: FromSpaceBody,
  Draft: DraftView,
  DraftBody,
  DraftSummary,
  ServiceLifeEvent: LifeEventView,
};
