import {
  type Condition,
  type FieldSchema,
  type FormSchema,
  isDayBound,
  listConditions,
  listNames,
  resolveDay,
} from '@tamga/forms';
import type { Text } from '../../../kernel/http/language.ts';
import { paperKinds } from '../../files/index.ts';

export interface RuleProblem {
  /** Path within the form, such as `properties.reason.x-when`. */
  at: string;
  text: Text;
}

/** Checks the `x-` rules of a form that is a valid JSON Schema; their values may still have any shape. */
export function findRuleProblem(form: FormSchema): RuleProblem | undefined {
  return (
    findGroupProblem(form, '') ??
    findSectionProblem(form) ??
    findSlotProblem(form) ??
    findCollectProblem(form)
  );
}

/** A section is a page, so its condition names a question of an earlier page. */
function findSectionProblem(form: FormSchema): RuleProblem | undefined {
  const { 'x-sections': sections = [], properties = {} } = form;
  const before: string[] = [];
  for (const [index, section] of sections.entries()) {
    const problem = findConditionProblem(section['x-when'], properties, before, `x-sections.${index}`);
    if (problem !== undefined) return problem;
    before.push(...section.fields);
  }
  return undefined;
}

function findGroupProblem(group: FormSchema, at: string): RuleProblem | undefined {
  const { properties = {}, required = [] } = group;
  const misplaced = findOrderProblem(group, at);
  if (misplaced !== undefined) return misplaced;
  const names = listNames(group);
  for (const [index, name] of names.entries()) {
    const field = properties[name] ?? {};
    const place = `${at}properties.${name}`;
    const problem =
      findConditionProblem(field['x-when'], properties, names.slice(0, index), place) ??
      findRequiredProblem(field, {
        depends: listConditions(group, name).length > 0,
        isRequired: required.includes(name),
        place,
      }) ??
      findBoundProblem(field, place) ??
      findBirthProblem(field, properties, place) ??
      findPlaceProblem(field, place) ??
      findGroupProblem(field, `${place}.`) ??
      (field.items === undefined ? undefined : findGroupProblem(field.items, `${place}.items.`));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function findOrderProblem(group: FormSchema, at: string): RuleProblem | undefined {
  const { 'x-sections': sections, 'x-order': order } = group as Schema;
  if (
    sections !== undefined &&
    !isListOf(sections, (each) => isObject(each) && isListOf(each['fields'], isText))
  )
    return { at: `${at}x-sections`, text: texts.order };
  if (order !== undefined && !isListOf(order, isText)) return { at: `${at}x-order`, text: texts.order };
  return undefined;
}

type Schema = Record<string, unknown>;

const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string';
const isListOf = (value: unknown, fits: (each: unknown) => boolean) =>
  Array.isArray(value) && value.every(fits);

function readCondition(value: unknown): Condition | undefined {
  if (!isObject(value)) return undefined;
  const { field, is } = value;
  const isValue = (each: unknown) => isText(each) || typeof each === 'boolean';
  return isText(field) && Array.isArray(is) && is.length > 0 && is.every(isValue) ? { field, is } : undefined;
}

function findConditionProblem(
  given: unknown,
  properties: Readonly<Record<string, FieldSchema>>,
  before: readonly string[],
  place: string,
): RuleProblem | undefined {
  if (given === undefined) return undefined;
  const at = `${place}.x-when`;
  const condition = readCondition(given);
  if (condition === undefined) return { at, text: texts.condition };
  const { field, is } = condition;
  const asked = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (asked === undefined) return { at, text: texts.unknownField(field) };
  // A question that depends on a later one, or on itself, could never be asked.
  if (!before.includes(field)) return { at, text: texts.later(field) };
  const choices: readonly unknown[] = asked.type === 'boolean' ? [true, false] : (asked.enum ?? []);
  if (choices.length === 0) return { at, text: texts.open(field) };
  return is.every((value) => choices.includes(value)) ? undefined : { at, text: texts.unknownValue(field) };
}

function findRequiredProblem(
  field: FieldSchema,
  { depends, isRequired, place }: { depends: boolean; isRequired: boolean; place: string },
): RuleProblem | undefined {
  // A plain validator would require the answer to a hidden question.
  if (depends && isRequired) return { at: `${place}.x-when`, text: texts.required };
  if (field['x-required'] === undefined) return undefined;
  const isFitting = depends && typeof field['x-required'] === 'boolean';
  return isFitting ? undefined : { at: `${place}.x-required`, text: texts.alone };
}

function findBoundProblem(field: FieldSchema, place: string): RuleProblem | undefined {
  for (const key of ['x-earliest', 'x-latest'] as const)
    if (field[key] !== undefined && (field.format !== 'date' || !isDayBound(field[key])))
      return { at: `${place}.${key}`, text: texts.bound };
  const { 'x-earliest': earliest, 'x-latest': latest } = field;
  if (earliest === undefined || latest === undefined) return undefined;
  // Two absolute or two relative bounds keep their order on every day; a mixed pair may cross later.
  const isSameSort = earliest.startsWith('today') === latest.startsWith('today');
  const someDay = '2024-01-01';
  return isSameSort && resolveDay(earliest, someDay) > resolveDay(latest, someDay)
    ? { at: `${place}.x-earliest`, text: texts.range }
    : undefined;
}

function findBirthProblem(
  field: FieldSchema,
  properties: Readonly<Record<string, FieldSchema>>,
  place: string,
): RuleProblem | undefined {
  const of = (field as Schema)['x-birth-of'];
  if (of === undefined) return undefined;
  const number = isText(of) && Object.hasOwn(properties, of) ? properties[of] : undefined;
  const isFitting = field.format === 'date' && number?.type === 'string' && number.format === undefined;
  return isFitting ? undefined : { at: `${place}.x-birth-of`, text: texts.birth };
}

function findPlaceProblem(field: FieldSchema, place: string): RuleProblem | undefined {
  const places: unknown = field['x-places'];
  if (places === undefined) return undefined;
  const isFitting =
    isObject(places) &&
    Object.entries(places).every(
      ([value, each]) =>
        field.enum?.includes(value) &&
        isObject(each) &&
        isWords(each['address']) &&
        (each['hours'] === undefined || isWords(each['hours'])),
    );
  return isFitting ? undefined : { at: `${place}.x-places`, text: texts.places };
}

const isWords = (given: unknown) =>
  isObject(given) &&
  [given['mn'], given['en']].every((text) => typeof text === 'string' && text.trim() !== '');

/** The office is a choice, and each thing to bring depends on a question of the form. */
function findCollectProblem(form: FormSchema): RuleProblem | undefined {
  const given: unknown = form['x-collect'];
  if (given === undefined) return undefined;
  const at = 'x-collect';
  if (!isObject(given)) return { at, text: texts.bring };
  const { office, bring, ready_days: days } = given;
  if (days !== undefined && !(Number.isInteger(days) && Number(days) >= 0 && Number(days) <= 365))
    return { at: `${at}.ready_days`, text: texts.bring };
  const properties = form.properties ?? {};
  const isChoice =
    isText(office) && Object.hasOwn(properties, office) && properties[office]?.enum !== undefined;
  if (office !== undefined && !isChoice) return { at: `${at}.office`, text: texts.office };
  if (bring === undefined) return undefined;
  if (!Array.isArray(bring) || bring.length > maxSlots) return { at: `${at}.bring`, text: texts.bring };
  for (const [index, thing] of bring.entries()) {
    const place = `${at}.bring.${index}`;
    if (!isObject(thing) || !isWords(thing['x-title'])) return { at: place, text: texts.bring };
    const problem = findConditionProblem(thing['x-when'], properties, listNames(form), place);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

const maxSlots = 20;

function findSlotProblem(form: FormSchema): RuleProblem | undefined {
  const given: unknown = form['x-papers'];
  if (given === undefined) return undefined;
  const at = 'x-papers';
  if (!Array.isArray(given) || given.length > maxSlots || !given.every(isSlot))
    return { at, text: texts.slot };
  if (new Set(given.map((slot) => slot['key'])).size !== given.length) return { at, text: texts.twice };
  for (const [index, slot] of given.entries()) {
    const problem = findConditionProblem(
      slot['x-when'],
      form.properties ?? {},
      listNames(form),
      `${at}.${index}`,
    );
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function isSlot(slot: unknown): slot is Schema {
  if (!isObject(slot) || !isObject(slot['x-title'])) return false;
  const { key, accepts, required, evidence } = slot;
  const { mn, en } = slot['x-title'];
  return (
    typeof key === 'string' &&
    /^[a-z][a-z0-9_]{0,63}$/.test(key) &&
    [mn, en].every((text) => typeof text === 'string' && text.trim() !== '') &&
    typeof required === 'boolean' &&
    (evidence === undefined || (typeof evidence === 'string' && evidence.length <= 64)) &&
    (accepts === undefined ||
      (Array.isArray(accepts) &&
        accepts.length > 0 &&
        accepts.every((kind) => paperKinds.some((known) => known === kind))))
  );
}

const texts = {
  birth: {
    mn: 'x-birth-of нь огнооны асуултад, нэг бүлгийн регистрийн дугаарын асуултыг заана.',
    en: 'x-birth-of belongs to a date and names a text question of the same group',
  },
  places: {
    mn: 'x-places-д сонголт (enum) бүрийн хаяг (address) хоёр хэлээр байна.',
    en: 'x-places gives choices of the question an address in both languages, and may give hours',
  },
  office: {
    mn: 'x-collect.office нь сонголттой (enum) асуултыг заана.',
    en: 'names a question that is a choice (enum)',
  },
  bring: {
    mn: 'x-collect нь office, bring-тэй; авч очих зүйл бүр хоёр хэл дээр нэртэй байна.',
    en: 'x-collect has office and bring; each thing to bring has a title in both languages',
  },
  order: {
    mn: 'x-sections, x-order нь асуултын нэрсийн жагсаалт байна.',
    en: 'must be a list of field names (x-order), or of sections with fields (x-sections)',
  },
  condition: {
    mn: 'x-when нь field болон is-тэй байна.',
    en: 'x-when needs field and is',
  },
  unknownField: (name: string): Text => ({
    mn: `«${name.slice(0, 64)}» гэсэн асуулт маягтад байхгүй.`,
    en: `depends on ${name.slice(0, 64)}, which the form does not ask`,
  }),
  later: (name: string): Text => ({
    mn: `«${name}» асуулт түүнээс хамаарах асуултын өмнө байх ёстой.`,
    en: `depends on ${name}, which must be asked before it`,
  }),
  open: (name: string): Text => ({
    mn: `«${name}» нь сонголт (enum) эсвэл тэмдэглэх асуулт биш байна.`,
    en: `depends on ${name}, which is neither a choice (enum) nor a checkbox`,
  }),
  unknownValue: (name: string): Text => ({
    mn: `«${name}» асуултад ийм хариулт байхгүй.`,
    en: `names a value that ${name} cannot have`,
  }),
  required: {
    mn: 'Нөхцөлтэй асуулт, нөхцөлтэй хэсгийн асуултыг required-д бичихгүй. x-required: true гэж бичнэ.',
    en: 'a question with x-when, or in a section with x-when, must not be listed in required; use x-required: true',
  },
  alone: {
    mn: 'x-required нь зөвхөн x-when-тэй асуулт, эсвэл x-when-тэй хэсгийн асуултад хэрэглэгдэнэ.',
    en: 'x-required must be true or false, and only on a question with x-when or in a section with x-when',
  },
  bound: {
    mn: 'Зөвхөн огноонд: 2026-01-31, today, today-P12M, today+P1Y хэлбэртэй.',
    en: 'is only for a date, written like 2026-01-31, today, today-P12M or today+P1Y',
  },
  range: { mn: 'Доод хязгаар дээд хязгаараас хойш байна.', en: 'is after x-latest' },
  slot: {
    mn: `Бичиг баримт бүр key, x-title (mn, en), required-тэй, ${maxSlots}-оос ихгүй байна. accepts: ${paperKinds.join(', ')}.`,
    en: `each paper needs key, x-title (mn, en) and required; at most ${maxSlots} papers; accepts may name ${paperKinds.join(', ')}`,
  },
  twice: { mn: 'Бичиг баримтын key давхардсан байна.', en: 'names the same key twice' },
};
