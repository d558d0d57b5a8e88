import { type FormSchema, renameField, renameValue } from '@tamga/forms';

/**
 * Changes of a form as data. Each function returns a new form and touches only the keywords that it knows, so that
 * what a registrar pasted as JSON is kept.
 */

export type Json = Record<string, unknown>;
export interface Text {
  mn: string;
  en: string;
}
export interface Condition {
  field: string;
  is: (string | boolean)[];
}
export interface Field extends Json {
  type?: string;
  'x-title'?: Text;
  'x-help'?: Text;
  'x-when'?: Condition;
}
export interface Section extends Json {
  'x-title'?: Text;
  'x-help'?: Text;
  'x-when'?: Condition;
  fields: string[];
}
export interface Paper extends Json {
  key: string;
  'x-title'?: Text;
  'x-help'?: Text;
  'x-when'?: Condition;
  required: boolean;
  accepts?: string[];
  evidence?: string;
}
export interface Collecting extends Json {
  office?: string;
  bring?: (Json & { 'x-title'?: Text; 'x-when'?: Condition })[];
}
export interface Form extends Json {
  properties: Record<string, Field>;
  required?: string[];
  'x-sections': Section[];
  'x-papers'?: Paper[];
  'x-collect'?: Collecting;
}

export const KINDS = ['text', 'long', 'email', 'number', 'date', 'choice', 'choices', 'yesno'] as const;
export type Kind = (typeof KINDS)[number];

const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The form of this text if the builder can show it; its rules may still be wrong. */
export function parseForm(text: string): Form | null {
  try {
    const form: unknown = JSON.parse(text);
    if (
      !isRecord(form) ||
      !isRecord(form['properties']) ||
      !Object.values(form['properties']).every(isRecord)
    )
      return null;
    const sections = form['x-sections'];
    const hasSections =
      Array.isArray(sections) && sections.every((each) => isRecord(each) && isNames(each['fields']));
    const papers = form['x-papers'] ?? [];
    const hasPapers = Array.isArray(papers) && papers.every((each) => isRecord(each) && isName(each['key']));
    return hasSections && hasPapers && isNames(form['required'] ?? []) ? (form as unknown as Form) : null;
  } catch {
    return null;
  }
}

const isName = (value: unknown) => typeof value === 'string';
const isNames = (value: unknown) => Array.isArray(value) && value.every(isName);

const noText: Text = { mn: '', en: '' };

export const startForm = (): Form => ({
  type: 'object',
  properties: {},
  required: [],
  additionalProperties: false,
  'x-sections': [{ 'x-title': noText, fields: [] }],
});

/** Keywords that belong to a kind; a change of the kind drops them, and keeps all others. */
const OF_KINDS = [
  'minLength',
  'maxLength',
  'pattern',
  'x-pattern-help',
  'format',
  'x-earliest',
  'x-latest',
  'enum',
  'x-labels',
  'minimum',
  'maximum',
  'x-unit',
  'const',
  'x-widget',
  'x-prefill',
  'x-places',
  'x-birth-of',
  'items',
  'minItems',
  'maxItems',
  'uniqueItems',
];

/** Null for a list of entries, which only JSON can describe. */
export function kindOf(field: Field): Kind | null {
  if (field.type === 'boolean') return 'yesno';
  if (field.type === 'number' || field.type === 'integer') return 'number';
  if (field.type === 'array')
    return isRecord(field['items']) && Array.isArray(field['items']['enum']) ? 'choices' : null;
  if (field.type !== 'string') return null;
  if (Array.isArray(field['enum'])) return 'choice';
  if (field['format'] === 'date') return 'date';
  if (field['format'] === 'email') return 'email';
  return field['x-widget'] === 'textarea' ? 'long' : 'text';
}

const firstOption = { enum: ['option_1'], 'x-labels': { option_1: noText } };
const STARTS: Record<Kind, Json> = {
  text: { type: 'string', maxLength: 200 },
  long: { type: 'string', maxLength: 2000, 'x-widget': 'textarea' },
  email: { type: 'string', maxLength: 200, format: 'email' },
  number: { type: 'integer' },
  date: { type: 'string', format: 'date' },
  choice: { type: 'string', ...firstOption },
  choices: { type: 'array', items: { type: 'string', ...firstOption }, maxItems: 1 },
  yesno: { type: 'boolean' },
};

export function setKind(field: Field, kind: Kind): Field {
  const kept = Object.entries(field).filter(([name]) => name !== 'type' && !OF_KINDS.includes(name));
  const options = listOptions(field);
  const changed: Field = { ...STARTS[kind], ...Object.fromEntries(kept) };
  return options.length > 0 && (kind === 'choice' || kind === 'choices')
    ? setOptions(changed, options)
    : changed;
}

export interface Option {
  value: string;
  label: Text;
}

/** Where the choices stand: in the question, or in the items of several choices. */
const choicesIn = (field: Field): Json => (isRecord(field['items']) ? field['items'] : field);

export function listOptions(field: Field): Option[] {
  const { enum: values, 'x-labels': labels } = choicesIn(field);
  const known = isRecord(labels) ? labels : {};
  return (Array.isArray(values) ? values : []).map((value) => ({
    value: String(value),
    label: { ...noText, ...(isRecord(known[String(value)]) ? (known[String(value)] as Json) : {}) } as Text,
  }));
}

export function setOptions(field: Field, options: readonly Option[]): Field {
  const words = {
    enum: options.map(({ value }) => value),
    'x-labels': Object.fromEntries(options.map(({ value, label }) => [value, label])),
  };
  if (!isRecord(field['items'])) return keepPlaces({ ...field, ...words }, words.enum);
  return { ...field, items: { ...field['items'], ...words }, maxItems: options.length };
}

/** The address of a choice goes with the choice. */
function keepPlaces(field: Field, values: readonly string[]): Field {
  const places = field['x-places'];
  if (!isRecord(places)) return field;
  const kept = Object.entries(places).filter(([value]) => values.includes(value));
  return setKeyword(field, 'x-places', kept.length === 0 ? undefined : Object.fromEntries(kept));
}

/** A name that is not taken yet: `question_1`, `question_2` … */
export function freeName(prefix: string, taken: readonly string[]): string {
  for (let number = 1; ; number += 1)
    if (!taken.includes(`${prefix}_${number}`)) return `${prefix}_${number}`;
}

export const setText = <Part extends Json>(part: Part, name: string, text: Text): Part => {
  const { [name]: _old, ...rest } = part;
  const isEmpty = text.mn === '' && text.en === '' && name !== 'x-title';
  return (isEmpty ? rest : { ...part, [name]: text }) as Part;
};

/** Sets a keyword, or takes it out. */
export const setKeyword = <Part extends Json>(part: Part, name: string, value: unknown): Part => {
  const { [name]: _old, ...rest } = part;
  return (value === undefined ? rest : { ...part, [name]: value }) as Part;
};

export const listNames = (form: Form): string[] => form['x-sections'].flatMap(({ fields }) => fields);

export function addQuestion(form: Form, section: number, kind: Kind): { form: Form; name: string } {
  const name = freeName('question', Object.keys(form.properties));
  const field: Field = { 'x-title': noText, ...STARTS[kind] };
  const sections = form['x-sections'].map((each, at) =>
    at === section ? { ...each, fields: [...each.fields, name] } : each,
  );
  return {
    name,
    form: tidy({
      ...form,
      properties: { ...form.properties, [name]: field },
      required: [...(form.required ?? []), name],
      'x-sections': sections,
    }),
  };
}

export const setQuestion = (form: Form, name: string, field: Field): Form =>
  tidy({ ...form, properties: { ...form.properties, [name]: field } });

/** Replaces the groups; questions of a removed group go with it, and so do conditions that name them. */
export function setSections(form: Form, sections: Section[]): Form {
  const placed = sections.flatMap(({ fields }) => fields);
  const properties = Object.fromEntries(
    Object.entries(form.properties).filter(([name]) => placed.includes(name)),
  );
  return tidy({ ...form, properties, 'x-sections': sections });
}

export function moveToSection(form: Form, name: string, section: number): Form {
  return tidy({
    ...form,
    'x-sections': form['x-sections'].map((each, at) => {
      const others = each.fields.filter((field) => field !== name);
      return { ...each, fields: at === section ? [...others, name] : others };
    }),
  });
}

export function setPapers(form: Form, papers: Paper[]): Form {
  const { 'x-papers': _old, ...rest } = form;
  return (papers.length === 0 ? rest : { ...form, 'x-papers': papers }) as Form;
}

export const isRequired = (form: Form, name: string): boolean =>
  form.required?.includes(name) === true || form.properties[name]?.['x-required'] === true;

export function setRequired(form: Form, name: string, required: boolean): Form {
  const others = (form.required ?? []).filter((each) => each !== name);
  const field = setKeyword(form.properties[name] ?? {}, 'x-required', undefined);
  return tidy({
    ...form,
    properties: { ...form.properties, [name]: field },
    required: required ? [...others, name] : others,
  });
}

/** The rules of forms know every place that names a question or an answer. */
const asSchema = (form: Form) => form as unknown as FormSchema;

export const renameQuestion = (form: Form, from: string, to: string): Form =>
  renameField(asSchema(form), from, to) as unknown as Form;

export const renameOption = (form: Form, question: string, from: string, to: string): Form =>
  renameValue(asSchema(form), question, { from, to }) as unknown as Form;

/** Questions that a condition may name: an earlier choice or yes/no question. */
export function listConditionFields(form: Form, before: readonly string[]): string[] {
  return before.filter((name) => {
    const kind = kindOf(form.properties[name] ?? {});
    return kind === 'choice' || kind === 'yesno';
  });
}

/** Values that a condition on this question may name. */
export const listConditionValues = (field: Field): (string | boolean)[] =>
  kindOf(field) === 'yesno' ? [true, false] : listOptions(field).map(({ value }) => value);

/**
 * Keeps the parts of a form consistent: conditions name earlier questions and possible values, and a question that
 * may be hidden is required by its own keyword.
 */
function tidy(form: Form): Form {
  const names = listNames(form);
  const keepCondition = <Part extends Json>(part: Part, before: readonly string[]): Part => {
    const when = part['x-when'] as Condition | undefined;
    if (when === undefined) return part;
    const allowed = listConditionFields(form, before).includes(when.field)
      ? listConditionValues(form.properties[when.field] ?? {})
      : [];
    const is = when.is.filter((value) => allowed.includes(value));
    return is.length === when.is.length
      ? part
      : setKeyword(part, 'x-when', is.length === 0 ? undefined : { ...when, is });
  };
  const before: string[] = [];
  const sections = form['x-sections'].map((section) => {
    const kept = keepCondition(section, before);
    before.push(...section.fields);
    return kept;
  });
  const dependent = new Set(
    sections.filter((section) => section['x-when'] !== undefined).flatMap(({ fields }) => fields),
  );
  const properties: Record<string, Field> = {};
  const required: string[] = [];
  for (const [name, field] of Object.entries(form.properties)) {
    const earlier = names.slice(0, Math.max(0, names.indexOf(name)));
    const kept = keepBirth(form, keepCondition(field, earlier));
    const depends = kept['x-when'] !== undefined || dependent.has(name);
    const mustAnswer = isRequired(form, name);
    properties[name] = depends
      ? setKeyword(kept, 'x-required', mustAnswer ? true : kept['x-required'] === false ? false : undefined)
      : setKeyword(kept, 'x-required', undefined);
    if (!depends && mustAnswer) required.push(name);
  }
  const papers = form['x-papers']?.map((paper) => keepCondition(paper, names));
  const collect = form['x-collect'];
  return {
    ...form,
    properties,
    ...(form.required === undefined && required.length === 0 ? {} : { required }),
    'x-sections': sections,
    ...(papers === undefined ? {} : { 'x-papers': papers }),
    ...(isRecord(collect)
      ? {
          'x-collect': keepOffice(form, {
            ...collect,
            ...(Array.isArray(collect.bring) && {
              bring: collect.bring.map((thing) => keepCondition(thing, names)),
            }),
          }),
        }
      : {}),
  };
}

/** The office is named by a choice. */
const keepOffice = (form: Form, collect: Collecting): Collecting =>
  collect.office === undefined || kindOf(form.properties[collect.office] ?? {}) === 'choice'
    ? collect
    : setKeyword(collect, 'office', undefined);

const keepBirth = (form: Form, field: Field): Field =>
  field['x-birth-of'] === undefined || Object.hasOwn(form.properties, String(field['x-birth-of']))
    ? field
    : setKeyword(field, 'x-birth-of', undefined);
