import type { FormSchema } from '@tamga/forms';
import {
  choiceField,
  field,
  flagField,
  nameField,
  textField,
  trim,
  upperCase,
  viewOf,
  wholeField,
} from '../../../kernel/http/fields.ts';
import {
  Id,
  namedElsewhere,
  oneOf,
  type Static,
  shownAs,
  Timestamp,
  Type,
} from '../../../kernel/http/schemas.ts';

/** A word of a code list, in letters whose case folds one to one (ß would become two letters). */
export const codeListWord = (maxLength: number) =>
  Type.String({ maxLength, pattern: '^[\\x20-\\x7e\\p{Script=Cyrillic}]*$' });

/** ISO 8601 duration: at least one part, and at least one after T. */
const duration =
  '^(?:[Pp](?=[0-9Tt])(?:[0-9]+[Yy])?(?:[0-9]+[Mm])?(?:[0-9]+[Ww])?(?:[0-9]+[Dd])?(?:[Tt](?=[0-9])(?:[0-9]+[Hh])?(?:[0-9]+[Mm])?(?:[0-9]+(?:\\.[0-9]+)?[Ss])?)?)?$';

export const OutputType = oneOf(
  'Declaration',
  'Physical object',
  'Code',
  'Financial obligation',
  'Financial benefit',
  'Recognition',
  'Permit',
);

const Applicant = oneOf('person', 'child', 'organisation');

/** Fields that a passport and its published service share; publishing copies them. */
export const serviceFields = {
  name: nameField(300),
  name_en: textField(300, trim),
  category: textField(120),
  category_en: textField(120),
  description: textField(4000),
  description_en: textField(4000),
  legal_basis: textField(4000),
  legal_basis_en: textField(4000),
  fee: wholeField(1_000_000_000_000),
  payment_required_before: choiceField(oneOf('review', 'issue', 'none'), 'issue'),
  processing_time: textField(Type.String({ maxLength: 64, pattern: duration }), upperCase),
  cofog_code: textField(32),
  cofog_label: textField(200),
  main_activity: textField(200),
  sdg_code: textField(codeListWord(32), upperCase),
  output_type: choiceField(OutputType, 'Declaration'),
  output_ref_type: textField(codeListWord(64), (given) => given.trim().toLowerCase()),
  assurance_level: choiceField(oneOf('low', 'substantial', 'high'), 'substantial'),
  fulfilment: choiceField(oneOf('auto', 'manual'), 'manual'),
  has_discretion: flagField(),
  has_assessment: flagField(),
  sla_hours: wholeField(8760, 72),
  tacit_approval: flagField(),
  /** The officer signs the decision with PIN2; a tacit approval has no officer and no signature. */
  decision_signature: flagField(),
  online: flagField(),
  /** For whom one may apply; an organisation must be named. */
  applicants: field(
    Type.Array(Applicant, { minItems: 1, maxItems: 3, uniqueItems: true }),
    Type.Array(Type.String()),
    (given) => (given ?? ['person', 'child']).toSorted().toReversed(),
  ),
};

export const LifeEventView = Type.Object({
  code: Type.String(),
  name: Type.String(),
  kind: oneOf('life', 'business'),
  eu_code: Type.String(),
  en_label: Type.String(),
});
export type LifeEvent = Static<typeof LifeEventView>;

/** The columns that publishing a passport writes. */
export const ProjectedService = Type.Object({
  passport_id: Id,
  /** The published version of the passport. */
  passport_version: Type.Integer(),
  code: Type.String(),
  ...viewOf(serviceFields),
  authority_id: Id,
  processing_days: Type.Integer(),
  evidence: Type.Array(Type.String()),
  evidence_en: Type.Array(Type.String()),
  life_events: Type.Array(LifeEventView),
  /** The form of this service, as a JSON Schema. */
  form: shownAs(Type.Union([namedElsewhere<FormSchema>('ServiceForm'), Type.Null()])),
});
export type ProjectedService = Static<typeof ProjectedService>;

export const GovServiceRow = Type.Object({
  id: Id,
  ...ProjectedService.properties,
  /** The names of the authority, from its record. */
  agency: Type.String(),
  agency_en: Type.String(),
  version: Type.Integer(),
  lifecycle: oneOf('active', 'deprecated', 'withdrawn'),
  enabled: Type.Boolean(),
  created_at: Timestamp,
});
export type GovServiceRow = Static<typeof GovServiceRow>;
