import { isRequired, listAsked, listNames, readAnswer } from './asked.ts';
import { isDay, resolveDay } from './day-bound.ts';
import { findFact, type KnownFacts, readBirthDate } from './known-facts.ts';
import type { Answers, FieldSchema, FormSchema, Text } from './schema.ts';

/** The broken rule, named by its keyword in the form, with the limit that the form sets. */
export type BrokenRule =
  | { rule: 'required'; isChoice: boolean }
  | { rule: 'x-when' | 'additionalProperties' | 'enum' | 'const' }
  | { rule: 'type'; expected: string }
  | { rule: 'format'; expected: 'date' | 'email' }
  | { rule: 'pattern'; help: Text | undefined }
  | { rule: 'minLength' | 'maxLength' | 'minimum' | 'maximum' | 'minItems' | 'maxItems'; limit: number }
  | { rule: 'x-earliest' | 'x-latest'; bound: string; day: string }
  | { rule: 'x-prefill'; fact: string }
  | { rule: 'x-birth-of'; of: string };

export type Problem = BrokenRule & {
  /** Field names and list positions, such as `['founders', '0', 'name']`. */
  path: readonly string[];
};

export interface CheckOptions {
  /** `YYYY-MM-DD` in the time zone of the platform. */
  today: string;
  /** Passed in, because the server's engine would add 50 kB (gzip) to the page. */
  matches(pattern: string, text: string): boolean;
  /** Where older answers exist: only a changed date must keep its bounds, because time has passed since the others. */
  changed?: ReadonlySet<string> | undefined;
  /** What the eID says about the applicant; another answer is refused. */
  facts?: KnownFacts | undefined;
}

/** Rules that time, a new eID or a new form may break after an answer was accepted. */
const ofChangedAnswers: readonly Problem['rule'][] = [
  'x-earliest',
  'x-latest',
  'x-prefill',
  'x-birth-of',
  'additionalProperties',
];

/** At most one problem per question, in the order of the form; unknown answers come last. */
export function findProblems(form: FormSchema, answers: Answers, options: CheckOptions): Problem[] {
  const { changed } = options;
  return findGroupProblems(form, answers, [], options).filter(
    (problem) =>
      changed === undefined ||
      changed.has(problem.path[0] ?? '') ||
      (problem.rule === 'x-birth-of' && changed.has(problem.of)) ||
      !ofChangedAnswers.includes(problem.rule),
  );
}

type Path = readonly string[];

function findGroupProblems(
  group: FormSchema,
  answers: Answers,
  path: Path,
  options: CheckOptions,
): Problem[] {
  const { properties } = group;
  if (properties === undefined) return [];
  const asked = listAsked(group, answers);
  const known = listNames(group).flatMap((name): Problem[] => {
    const field = properties[name] ?? {};
    const at = [...path, name];
    const value = readAnswer(answers, name);
    if (!asked.has(name)) return value === undefined ? [] : [{ path: at, rule: 'x-when' }];
    const required = isRequired(group, name);
    const choices = field.enum ?? field.items?.enum;
    if (required && (isBlank(value) || (choices !== undefined && isEmptyList(value))))
      return [{ path: at, rule: 'required', isChoice: choices !== undefined }];
    if (value === undefined) return [];
    // Facts are about the applicant, and entries of a list are about others.
    const fact = path.length > 0 ? undefined : findFact(field, options.facts);
    if (fact !== undefined) return value === fact ? [] : [{ path: at, rule: 'x-prefill', fact }];
    const wrong = findFieldProblems(field, value, required, at, options);
    return wrong.length > 0 ? wrong : findBirthProblem(field, value, answers, at);
  });
  const unknown = Object.keys(answers).filter((name) => !Object.hasOwn(properties, name));
  return [
    ...known,
    ...unknown.map((name): Problem => ({ path: [...path, name], rule: 'additionalProperties' })),
  ];
}

function findBirthProblem(field: FieldSchema, value: unknown, answers: Answers, path: Path): Problem[] {
  const of = field['x-birth-of'];
  const number = of === undefined ? undefined : readAnswer(answers, of);
  const born = typeof number === 'string' ? readBirthDate(number.trim().toUpperCase()) : undefined;
  return of === undefined || born === undefined || born === value ? [] : [{ path, rule: 'x-birth-of', of }];
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;
const isBlank = (value: unknown) => value === undefined || (typeof value === 'string' && value.trim() === '');

function findFieldProblems(
  field: FieldSchema,
  value: unknown,
  required: boolean,
  path: Path,
  options: CheckOptions,
): Problem[] {
  const broken =
    findTypeProblem(field, value) ??
    findChoiceProblem(field, value) ??
    (typeof value === 'string' ? findTextProblem(field, value, options) : undefined) ??
    (typeof value === 'number' ? findNumberProblem(field, value) : undefined) ??
    (Array.isArray(value) ? findCountProblem(field, value.length, required) : undefined);
  const found: Problem[] = broken === undefined ? [] : [{ path, ...broken }];
  if (broken?.rule === 'type') return found;
  if (isObject(value)) return [...found, ...findGroupProblems(field, value, path, options)];
  const { items } = field;
  if (!Array.isArray(value) || items === undefined) return found;
  const entries = value.flatMap((entry: unknown, index) =>
    findFieldProblems(items, entry, false, [...path, String(index)], options),
  );
  return [...found, ...entries];
}

const isObject = (value: unknown): value is Answers =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const typeTests: Record<string, (value: unknown) => boolean> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: Number.isFinite,
  array: Array.isArray,
  object: isObject,
};

function findTypeProblem({ type }: FieldSchema, value: unknown): BrokenRule | undefined {
  if (type === undefined) return undefined;
  const basic = type === 'integer' ? 'number' : type;
  if (typeTests[basic]?.(value) === false) return { rule: 'type', expected: basic };
  return type === 'integer' && !Number.isInteger(value) ? { rule: 'type', expected: type } : undefined;
}

function findChoiceProblem(field: FieldSchema, value: unknown): BrokenRule | undefined {
  if (field.enum?.includes(value) === false) return { rule: 'enum' };
  // A choice counts once, although a plain validator accepts it twice.
  if (field.items?.enum !== undefined && Array.isArray(value) && new Set(value).size < value.length)
    return { rule: 'enum' };
  return field.const !== undefined && field.const !== value ? { rule: 'const' } : undefined;
}

/** Bounds the cost of a match, which grows with the length of the text. */
const maxPatternText = 1000;

function findTextProblem(field: FieldSchema, text: string, options: CheckOptions): BrokenRule | undefined {
  const wrongDate = field.format === 'date' ? findDateProblem(field, text, options.today) : undefined;
  if (wrongDate !== undefined) return wrongDate;
  const { minLength = 0, maxLength = Infinity, pattern } = field;
  const most = pattern === undefined ? maxLength : Math.min(maxLength, maxPatternText);
  // Characters, not UTF-16 units: people count an emoji as one.
  const length = [...text].length;
  if (length > most) return { rule: 'maxLength', limit: most };
  if (length < minLength) return { rule: 'minLength', limit: minLength };
  if (field.format === 'email' && !isEmail(text)) return { rule: 'format', expected: 'email' };
  if (pattern === undefined || options.matches(pattern, text)) return undefined;
  return { rule: 'pattern', help: field['x-pattern-help'] };
}

/** Parts are tested one by one: a single expression for the whole address backtracks. */
function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  const labels = text.slice(at + 1).split('.');
  return (
    at > 0 &&
    text.slice(0, at).split('.').every(isAddressAtom) &&
    labels.length > 1 &&
    labels.every((label) => /^[A-Za-z0-9-]+$/.test(label) && !/^-|-$/.test(label))
  );
}

/** RFC 5322, 3.2.3: atext. */
const isAddressAtom = (atom: string) => /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+$/.test(atom);

function findDateProblem(field: FieldSchema, text: string, today: string): BrokenRule | undefined {
  if (!isDay(text)) return { rule: 'format', expected: 'date' };
  const { 'x-earliest': earliest, 'x-latest': latest } = field;
  // ISO days compare as text.
  if (earliest !== undefined && text < resolveDay(earliest, today))
    return { rule: 'x-earliest', bound: earliest, day: resolveDay(earliest, today) };
  if (latest !== undefined && text > resolveDay(latest, today))
    return { rule: 'x-latest', bound: latest, day: resolveDay(latest, today) };
  return undefined;
}

function findNumberProblem(field: FieldSchema, value: number): BrokenRule | undefined {
  const { minimum = -Infinity, maximum = Infinity } = field;
  if (value < minimum) return { rule: 'minimum', limit: minimum };
  return value > maximum ? { rule: 'maximum', limit: maximum } : undefined;
}

/** A required list without an entry is not answered, although JSON Schema accepts it. */
function findCountProblem(field: FieldSchema, count: number, required: boolean): BrokenRule | undefined {
  const least = Math.max(field.minItems ?? 0, required ? 1 : 0);
  const { maxItems = Infinity } = field;
  if (count < least) return { rule: 'minItems', limit: least };
  return count > maxItems ? { rule: 'maxItems', limit: maxItems } : undefined;
}
