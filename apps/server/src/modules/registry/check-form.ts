import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Language, Text } from '../../kernel/http/language.ts';
import { findFormProblem, findRuleProblem } from '../gov/index.ts';
import type { Entry, Field, Form } from './form-schema.ts';

/**
 * Rules that the schema of a form cannot express: which keywords belong together, and that every field has
 * its place. The module that runs rules and patterns checks those.
 */

const shared = ['type', 'x-title', 'x-help', 'x-when', 'x-required'];
const allowed: Record<Field['type'], readonly string[]> = {
  string: [
    ...shared,
    'minLength',
    'maxLength',
    'pattern',
    'x-pattern-help',
    'format',
    'x-earliest',
    'x-latest',
    'enum',
    'x-labels',
    'x-widget',
    'x-prefill',
    'x-birth-of',
    'x-places',
  ],
  number: [...shared, 'minimum', 'maximum', 'x-unit'],
  integer: [...shared, 'minimum', 'maximum', 'x-unit'],
  boolean: [...shared, 'const'],
  array: [...shared, 'minItems', 'maxItems', 'items', 'x-entry-title'],
};

export function checkForm(form: Form, language: Language): void {
  const wrongRule = findRuleProblem(form);
  if (wrongRule !== undefined) refuse(`form.${wrongRule.at}`, wrongRule.text, language);
  const problem = findFormProblem(form);
  if (problem !== undefined)
    refuse('form', { mn: `${texts.unusable.mn}: ${problem}`, en: problem }, language);
  const names = Object.keys(form.properties);
  checkNames('form.required', form.required ?? [], names, language);
  checkOrder(
    'form.x-sections',
    form['x-sections'].flatMap(({ fields }) => fields),
    names,
    language,
  );
  for (const [name, field] of Object.entries(form.properties)) {
    const path = `form.properties.${name}`;
    checkField(path, field, language);
    if (field.type !== 'array') continue;
    const { items } = field;
    if (items === undefined || field.maxItems === undefined) refuse(path, texts.list, language);
    checkItems(`${path}.items`, items, language);
  }
}

const ofEntries = ['type', 'properties', 'required', 'additionalProperties', 'x-order'];
const ofChoices = ['type', 'enum', 'x-labels'];

function checkItems(path: string, items: Entry, language: Language): void {
  const known = items.type === 'string' ? ofChoices : ofEntries;
  const foreign = Object.keys(items).find((key) => !known.includes(key));
  if (foreign !== undefined) refuse(`${path}.${foreign}`, texts.foreign, language);
  if (items.type === 'string') {
    if (items.enum === undefined) refuse(`${path}.enum`, texts.labels, language);
    checkLabels(path, items, language);
    return;
  }
  const { properties, 'x-order': order } = items;
  if (properties === undefined || order === undefined || items.additionalProperties !== false)
    refuse(path, texts.entry, language);
  const inner = Object.keys(properties);
  checkNames(`${path}.required`, items.required ?? [], inner, language);
  checkOrder(`${path}.x-order`, order, inner, language);
  for (const [key, entry] of Object.entries(properties))
    checkField(`${path}.properties.${key}`, entry as Field, language);
}

function checkLabels(path: string, field: Pick<Field, 'enum' | 'x-labels'>, language: Language): void {
  const { enum: values = [], 'x-labels': labels = {} } = field;
  if (new Set(values).size !== values.length || !sameSet(values, Object.keys(labels)))
    refuse(`${path}.x-labels`, texts.labels, language);
}

function checkField(path: string, field: Field, language: Language): void {
  const foreign = Object.keys(field).find((key) => !allowed[field.type].includes(key));
  if (foreign !== undefined) refuse(`${path}.${foreign}`, texts.foreign, language);
  if (field.type === 'string') checkText(path, field, language);
  const { minimum = -Infinity, maximum = Infinity } = field;
  if (minimum > maximum) refuse(`${path}.minimum`, texts.range, language);
  if ((field.minItems ?? 0) > (field.maxItems ?? 50)) refuse(`${path}.minItems`, texts.range, language);
}

function checkText(path: string, field: Field, language: Language): void {
  if (field.enum !== undefined) {
    checkLabels(path, field, language);
    return;
  }
  if (field['x-labels'] !== undefined) refuse(`${path}.x-labels`, texts.labels, language);
  if (field.format === 'date') return;
  if (field.maxLength === undefined) refuse(`${path}.maxLength`, texts.unbounded, language);
  if ((field.minLength ?? 0) > field.maxLength) refuse(`${path}.minLength`, texts.range, language);
}

function checkNames(
  path: string,
  names: readonly string[],
  known: readonly string[],
  language: Language,
): void {
  if (names.some((name) => !known.includes(name))) refuse(path, texts.unknownName, language);
}

function checkOrder(
  path: string,
  order: readonly string[],
  known: readonly string[],
  language: Language,
): void {
  if (order.length !== known.length || !sameSet(order, known)) refuse(path, texts.order, language);
}

function sameSet(one: readonly string[], other: readonly string[]): boolean {
  const [first, second] = [new Set(one), new Set(other)];
  return first.size === second.size && [...first].every((each) => second.has(each));
}

function refuse(field: string, text: Text, language: Language): never {
  fail(kernelErrors.validation_failed, {
    data: { errors: [{ field: field.slice(0, 200), tag: 'custom', message: text[language] }] },
  });
}

const texts = {
  unusable: { mn: 'Маягтыг ашиглах боломжгүй', en: 'the form cannot be used' },
  list: {
    mn: 'Жагсаалтад items болон maxItems хэрэгтэй.',
    en: 'a list needs items and maxItems',
  },
  entry: {
    mn: 'Жагсаалтын items-д properties, x-order, additionalProperties: false хэрэгтэй.',
    en: 'the items of a list need properties, x-order and additionalProperties: false',
  },
  foreign: {
    mn: 'Энэ төрлийн талбарт ийм шинж байхгүй.',
    en: 'is not a keyword of a field of this type',
  },
  range: { mn: 'Доод хязгаар дээд хязгаараас их байна.', en: 'is above the upper limit' },
  labels: {
    mn: 'enum-ийн утга бүр нэг удаа бичигдэж, x-labels-д нэртэй байна.',
    en: 'every value of enum stands there once and has its words in x-labels, and no other has',
  },
  unbounded: { mn: 'Текст талбарт maxLength хэрэгтэй.', en: 'a text needs maxLength' },
  unknownName: { mn: 'properties-д байхгүй нэр байна.', en: 'names a field that is not in properties' },
  order: {
    mn: 'Талбар бүр яг нэг удаа дурдагдсан байна.',
    en: 'names every field exactly once',
  },
} satisfies Record<string, Text>;
