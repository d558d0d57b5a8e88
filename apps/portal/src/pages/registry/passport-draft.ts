import type { Passport, PassportBody } from '../../api/registry.ts';
import {
  FLAG_NAMES,
  type FlagName,
  type ListName,
  SECTIONS,
  TEXT_FIELDS,
  type TextName,
} from './passport-fields.ts';
import { readForm } from './read-form.ts';

/** A passport as it stands in the fields of the page: everything typed is text until it is saved. */
export interface Draft {
  code: string;
  texts: Record<TextName, string>;
  flags: Record<FlagName, boolean>;
  lists: Record<ListName, readonly string[]>;
  form: string;
}

export type Fault = 'required' | 'code' | 'whole' | 'duration' | 'keywords' | 'automation' | 'form';

const DEFAULTS: Partial<Record<TextName, string>> = {
  fulfilment: 'manual',
  sla_hours: '72',
  output_type: 'Declaration',
  assurance_level: 'substantial',
  proactivity: 'information',
  payment_required_before: 'issue',
  steps_count: '0',
  max_days: '0',
  annual_volume: '0',
  fee: '0',
};

const IN_ORDER: readonly string[] = ['code', ...Object.values(SECTIONS).flat(), 'form'];
const TEXT_NAMES = Object.keys(TEXT_FIELDS) as TextName[];
const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{1,63}$/;
const DURATION =
  /^P(?=[0-9T])(?:\d+Y)?(?:\d+M)?(?:\d+W)?(?:\d+D)?(?:T(?=\d)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/i;
const MOST_KEYWORDS = 30;
const LONGEST_KEYWORD = 60;

function readText(passport: Passport | null, name: TextName): string {
  if (!passport) return DEFAULTS[name] ?? '';
  if (name === 'keywords') return passport.keywords.join(', ');
  const value = passport[name];
  return value === null ? '' : String(value);
}

export function readDraft(passport: Passport | null): Draft {
  return {
    code: passport?.code ?? '',
    texts: Object.fromEntries(TEXT_NAMES.map((name) => [name, readText(passport, name)])) as Draft['texts'],
    flags: Object.fromEntries(FLAG_NAMES.map((name) => [name, passport?.[name] ?? false])) as Draft['flags'],
    lists: { channels: passport?.channels ?? [], life_event_ids: passport?.life_event_ids ?? [] },
    form: passport?.form ? JSON.stringify(passport.form, null, 2) : '',
  };
}

/** What was typed lies on top of what has been saved since; where nothing was typed, the newer word stands. */
export function rebaseDraft(base: Draft, draft: Draft, saved: Draft): Draft {
  const pick = <Value>(before: Value, typed: Value, newer: Value): Value =>
    JSON.stringify(typed) === JSON.stringify(before) ? newer : typed;
  const pickEach = <Values extends Record<string, unknown>>(before: Values, typed: Values, newer: Values) =>
    Object.fromEntries(
      Object.keys(newer).map((name) => [name, pick(before[name], typed[name], newer[name])]),
    ) as Values;
  return {
    code: pick(base.code, draft.code, saved.code),
    texts: pickEach(base.texts, draft.texts, saved.texts),
    flags: pickEach(base.flags, draft.flags, saved.flags),
    lists: pickEach(base.lists, draft.lists, saved.lists),
    form: pick(base.form, draft.form, saved.form),
  };
}

export function splitKeywords(text: string): string[] {
  return [...new Set(text.split(',').map((word) => word.trim()))].filter(Boolean);
}

/** What a person can be told before the server is asked. */
export function findFaults(draft: Draft, isNew: boolean): Record<string, Fault> {
  const faults: Record<string, Fault> = {};
  const { texts } = draft;
  if (isNew && !CODE.test(draft.code.trim())) faults['code'] = 'code';
  for (const name of ['name', 'authority'] as const) if (!texts[name].trim()) faults[name] = 'required';
  for (const name of TEXT_NAMES) {
    const field = TEXT_FIELDS[name];
    if (field.kind !== 'whole') continue;
    const isWhole = /^\d{1,13}$/.test(texts[name].trim()) && Number(texts[name]) <= field.maximum;
    if (!isWhole) faults[name] = 'whole';
  }
  const duration = texts.processing_time.trim();
  if (duration && !DURATION.test(duration)) faults['processing_time'] = 'duration';
  const keywords = splitKeywords(texts.keywords);
  if (keywords.length > MOST_KEYWORDS || keywords.some((word) => word.length > LONGEST_KEYWORD))
    faults['keywords'] = 'keywords';
  if (texts.fulfilment === 'auto' && (draft.flags.has_discretion || draft.flags.has_assessment))
    faults['fulfilment'] = 'automation';
  if (draft.form.trim() && 'problem' in readForm(draft.form)) faults['form'] = 'form';
  // In the order of the page, as whoever corrects them goes.
  return Object.fromEntries(
    IN_ORDER.flatMap((name) => (faults[name] === undefined ? [] : [[name, faults[name]]])),
  );
}

/** The whole passport, as the registry takes it: a replacement leaves nothing out. */
export function buildBody(draft: Draft, passport: Passport | null): PassportBody {
  const { texts, flags, lists } = draft;
  const number = (name: TextName) => Number(texts[name]);
  const form = draft.form.trim() ? readForm(draft.form) : null;
  return {
    name: texts.name.trim(),
    name_en: texts.name_en.trim(),
    description: texts.description.trim(),
    description_en: texts.description_en.trim(),
    legal_basis: texts.legal_basis.trim(),
    legal_basis_en: texts.legal_basis_en.trim(),
    authority: texts.authority.trim(),
    authority_en: texts.authority_en.trim(),
    authority_org_id: passport?.authority_org_id ?? null,
    target_group: texts.target_group.trim(),
    target_group_en: texts.target_group_en.trim(),
    output: texts.output.trim(),
    output_en: texts.output_en.trim(),
    keywords: splitKeywords(texts.keywords),
    channels: [...lists.channels],
    fee: number('fee'),
    max_days: number('max_days'),
    steps_count: number('steps_count'),
    annual_volume: number('annual_volume'),
    proactivity: texts.proactivity as PassportBody['proactivity'],
    life_event_id: texts.life_event_id || null,
    life_event_ids: [...lists.life_event_ids],
    category: texts.category.trim(),
    category_en: texts.category_en.trim(),
    cofog_code: texts.cofog_code.trim(),
    cofog_label: texts.cofog_label.trim(),
    main_activity: texts.main_activity.trim(),
    sdg_code: texts.sdg_code.trim(),
    processing_time: texts.processing_time.trim(),
    output_type: texts.output_type as PassportBody['output_type'],
    output_ref_type: texts.output_ref_type.trim(),
    assurance_level: texts.assurance_level as PassportBody['assurance_level'],
    fulfilment: texts.fulfilment as PassportBody['fulfilment'],
    has_discretion: flags.has_discretion,
    has_assessment: flags.has_assessment,
    sla_hours: texts.fulfilment === 'auto' ? 0 : number('sla_hours'),
    tacit_approval: flags.tacit_approval,
    online: flags.online,
    payment_required_before: texts.payment_required_before as PassportBody['payment_required_before'],
    form: form && 'form' in form ? form.form : null,
  };
}
