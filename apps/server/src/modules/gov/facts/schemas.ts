import {
  Id,
  line,
  listOf,
  oneOf,
  type Static,
  strict,
  Timestamp,
  Type,
} from '../../../kernel/http/schemas.ts';
import { nullableText } from '../schemas.ts';

/** A text in both languages, or one text for both, such as a number or a name. */
const words = (maxLength: number) =>
  Type.Union([line(maxLength), Type.Object({ mn: line(maxLength), en: line(maxLength) })]);

/** The `result` of an agency's answer (docs/guides/once-only.md). */
export const AgencyAnswer = Type.Object({
  /** The person that the answer is about. */
  subject: Type.Object({ civil_id: Type.String({ minLength: 1, maxLength: 20 }) }),
  facts: Type.Array(Type.Object({ name: words(200), value: words(1000) }), { minItems: 1, maxItems: 50 }),
});
export type AgencyAnswer = Static<typeof AgencyAnswer>;

export const factStates = [
  'asked',
  'answered',
  'accepted',
  'used',
  'refused',
  'withdrawn',
  'failed',
  'expired',
] as const;

const asked = {
  slot: Type.String(),
  evidence_code: Type.String(),
  evidence_name: Type.String(),
  /** The agency that holds the data. */
  agency: Type.String(),
};

export const FactView = Type.Object({
  id: Id,
  ...asked,
  state: oneOf(...factStates),
  /** Why there is no answer: the agency refused, answered about another person, or cannot be read. */
  failure: oneOf('', 'agency_refused', 'other_person', 'unreadable'),
  agreed_at: Timestamp,
  due_at: Timestamp,
  /** The agency has not answered in time; the answer may still come. */
  late: Type.Boolean(),
  /** An answer that is not used until then is erased. */
  expires_at: Timestamp,
  answered_at: nullableText,
  decided_at: nullableText,
  /** What the agency said; null before it answered and after the answer was erased. */
  answer: Type.Union([Type.Array(Type.Object({ name: Type.String(), value: Type.String() })), Type.Null()]),
  /** Where the answer came from. Digests are SHA-256 of the message and of its receipt. */
  provenance: Type.Object({
    relay_request_id: Id,
    platform: nullableText,
    answer_digest: nullableText,
    receipt_digest: nullableText,
  }),
});
export type FactView = Static<typeof FactView>;
export const FactList = listOf(FactView);

const FactOffer = Type.Object({
  ...asked,
  /** The platform of the agency that gets the question. */
  platform: Type.String(),
  /** Why it is asked: the service that needs it. */
  service_name: Type.String(),
  /** How long the agency has to answer. */
  sla_minutes: Type.Integer(),
});
export type FactOffer = Static<typeof FactOffer>;

/** What can be fetched for a draft, and the newest question for each paper. */
export const DraftFacts = Type.Object({
  offers: Type.Array(FactOffer),
  facts: Type.Array(FactView),
});
export type DraftFacts = Static<typeof DraftFacts>;

export const AskBody = strict({
  slot: Type.String({ maxLength: 64 }),
  /** The person agreed that this agency is asked for this, for this service. */
  agreed: Type.Literal(true),
});

export const AcceptBody = strict({
  /** Of the answer that the person saw. */
  answer_digest: Type.String({ minLength: 64, maxLength: 64, pattern: '^[0-9a-f]+$' }),
});

export const ByFact = strict({ service_id: Id, fact_id: Id });

export const factNames = {
  Fact: FactView,
  FactOffer,
  DraftFacts,
  FactAskBody: AskBody,
  FactAcceptBody: AcceptBody,
};
