import { registryServicesCreateBody } from '../../api/generated/bodies.ts';
import { type PassportBody, PROACTIVITY } from '../../api/registry.ts';

export const CHANNELS = ['portal', 'e-mongolia', 'mobile', 'office', 'phone', 'post'] as const;
export const APPLICANTS = ['person', 'child', 'organisation'] as const;
const OUTPUT_TYPES = [
  'Declaration',
  'Physical object',
  'Code',
  'Financial obligation',
  'Financial benefit',
  'Recognition',
  'Permit',
] as const;

const line = { kind: 'line' } as const;
const area = { kind: 'area' } as const;
const whole = (start = 0) => ({ kind: 'whole', start }) as const;
const choice = <const Option extends string>(options: readonly Option[], start: NoInfer<Option>) =>
  ({ kind: 'choice', options, start }) as const;
const event = { kind: 'event' } as const;
const authority = { kind: 'authority' } as const;
const flag = { kind: 'flag' } as const;
const list = { kind: 'list' } as const;

type TextKind = typeof line | typeof area | typeof event | typeof authority;
type KindFor<Value> = [Value] extends [boolean]
  ? typeof flag
  : [Value] extends [number]
    ? ReturnType<typeof whole>
    : [Value] extends [readonly string[]]
      ? typeof list | typeof line
      : TextKind | { kind: 'choice'; options: readonly Value[]; start: Value };

/** One line per field, in the sections and order of the page: its kind and its default. */
const basics = {
  name: line,
  name_en: line,
  description: area,
  description_en: area,
  category: line,
  category_en: line,
  target_group: line,
  target_group_en: line,
  applicants: list,
  keywords: line,
} as const;
const law = {
  authority_id: authority,
  legal_basis: area,
  legal_basis_en: area,
} as const;
const process = {
  channels: list,
  online: flag,
  steps_count: whole(),
  max_days: whole(),
  processing_time: line,
  annual_volume: whole(),
  fee: whole(),
  payment_required_before: choice(['issue', 'review', 'none'], 'issue'),
} as const;
const classification = {
  life_event_id: event,
  life_event_ids: list,
  cofog_code: line,
  cofog_label: line,
  main_activity: line,
  sdg_code: line,
} as const;
const fulfilment = {
  fulfilment: choice(['manual', 'auto'], 'manual'),
  has_discretion: flag,
  has_assessment: flag,
  sla_hours: whole(72),
  tacit_approval: flag,
  decision_signature: flag,
  assurance_level: choice(['low', 'substantial', 'high'], 'substantial'),
  proactivity: choice(PROACTIVITY, 'information'),
  output: line,
  output_en: line,
  output_type: choice(OUTPUT_TYPES, 'Declaration'),
  output_ref_type: line,
} as const;

const FIELDS = { ...basics, ...law, ...process, ...classification, ...fulfilment } satisfies {
  [Name in keyof PassportBody]?: KindFor<PassportBody[Name]>;
};
type Fields = typeof FIELDS;
type OfKind<Kind extends string> = {
  [Name in keyof Fields]: Fields[Name] extends { kind: Kind } ? Name : never;
}[keyof Fields];

export type FieldName = keyof Fields;
export type FlagName = OfKind<'flag'>;
export type ListName = OfKind<'list'>;
export type TextName = Exclude<FieldName, FlagName | ListName>;

const keysOf = <Value extends object>(value: Value) => Object.keys(value) as (keyof Value)[];

export const isFlag = (name: FieldName): name is FlagName => FIELDS[name].kind === 'flag';
export const isList = (name: FieldName): name is ListName => FIELDS[name].kind === 'list';
const isText = (name: FieldName): name is TextName => !isFlag(name) && !isList(name);

export const SECTIONS = {
  basics: keysOf(basics),
  law: keysOf(law),
  process: keysOf(process),
  classification: keysOf(classification),
  fulfilment: keysOf(fulfilment),
} satisfies Record<string, readonly FieldName[]>;
export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = keysOf(SECTIONS);

/** The longest text that the server accepts. */
export const maxLengthOf = (name: 'code' | TextName) =>
  registryServicesCreateBody.properties?.[name]?.maxLength;

export const TEXT_FIELDS: Pick<Fields, TextName> = FIELDS;
export const TEXT_NAMES = keysOf(FIELDS).filter(isText);
export const FLAG_NAMES = keysOf(FIELDS).filter(isFlag);

type Bilingual = { [Name in TextName]: `${Name}_en` extends TextName ? Name : never }[TextName];
/** Texts for citizens: in both languages or in neither. */
export const IN_TWO_LANGUAGES = TEXT_NAMES.filter((name): name is Bilingual => `${name}_en` in FIELDS);

/** CPSV-AP 3.2 requires these of every published service. */
export const MANDATORY = ['code', 'name', 'description', 'authority_id'] as const;
