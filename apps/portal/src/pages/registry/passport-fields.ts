import { PROACTIVITY } from '../../api/registry.ts';

/** The fields of a passport as a person edits them: in sections, each with its kind and its limit. */

export const CHANNELS = ['portal', 'e-mongolia', 'mobile', 'office', 'phone', 'post'] as const;
export const OUTPUT_TYPES = [
  'Declaration',
  'Physical object',
  'Code',
  'Financial obligation',
  'Financial benefit',
  'Recognition',
  'Permit',
] as const;

const line = (maxLength: number) => ({ kind: 'line', maxLength }) as const;
const area = (maxLength: number) => ({ kind: 'area', maxLength }) as const;
const whole = (maximum: number) => ({ kind: 'whole', maximum }) as const;
const choice = <Option extends string>(options: readonly Option[]) => ({ kind: 'choice', options }) as const;

export const TEXT_FIELDS = {
  name: line(300),
  name_en: line(300),
  description: area(4000),
  description_en: area(4000),
  category: line(120),
  category_en: line(120),
  keywords: line(1000),
  target_group: line(300),
  target_group_en: line(300),
  authority: line(300),
  authority_en: line(300),
  legal_basis: area(4000),
  legal_basis_en: area(4000),
  steps_count: whole(500),
  max_days: whole(3650),
  processing_time: line(64),
  annual_volume: whole(100_000_000),
  fee: whole(1_000_000_000_000),
  payment_required_before: choice(['issue', 'review', 'none']),
  life_event_id: { kind: 'event' },
  cofog_code: line(32),
  cofog_label: line(200),
  main_activity: line(200),
  sdg_code: line(32),
  output: line(300),
  output_en: line(300),
  output_type: choice(OUTPUT_TYPES),
  output_ref_type: line(64),
  assurance_level: choice(['low', 'substantial', 'high']),
  proactivity: choice(PROACTIVITY),
  fulfilment: choice(['manual', 'auto']),
  sla_hours: whole(8760),
} as const;
export type TextName = keyof typeof TEXT_FIELDS;

export const FLAG_NAMES = ['online', 'has_discretion', 'has_assessment', 'tacit_approval'] as const;
export type FlagName = (typeof FLAG_NAMES)[number];

export type ListName = 'channels' | 'life_event_ids';
export type FieldName = TextName | FlagName | ListName;

export const SECTIONS = {
  basics: [
    'name',
    'name_en',
    'description',
    'description_en',
    'category',
    'category_en',
    'target_group',
    'target_group_en',
    'keywords',
  ],
  law: ['authority', 'authority_en', 'legal_basis', 'legal_basis_en'],
  process: [
    'channels',
    'online',
    'steps_count',
    'max_days',
    'processing_time',
    'annual_volume',
    'fee',
    'payment_required_before',
  ],
  classification: [
    'life_event_id',
    'life_event_ids',
    'cofog_code',
    'cofog_label',
    'main_activity',
    'sdg_code',
  ],
  fulfilment: [
    'fulfilment',
    'has_discretion',
    'has_assessment',
    'sla_hours',
    'tacit_approval',
    'assurance_level',
    'proactivity',
    'output',
    'output_en',
    'output_type',
    'output_ref_type',
  ],
} as const satisfies Record<string, readonly FieldName[]>;
export type SectionName = keyof typeof SECTIONS;
export const SECTION_NAMES = Object.keys(SECTIONS) as SectionName[];

/** Texts for citizens: in both languages or in neither. */
export const IN_TWO_LANGUAGES = [
  'name',
  'description',
  'category',
  'target_group',
  'authority',
  'legal_basis',
  'output',
] as const;

/** CPSV-AP 3.2 demands these of whatever is published. */
export const MANDATORY = ['code', 'name', 'description', 'authority'] as const;

export function isFlag(name: FieldName): name is FlagName {
  return FLAG_NAMES.some((flag) => flag === name);
}

export function isList(name: FieldName): name is ListName {
  return name === 'channels' || name === 'life_event_ids';
}
