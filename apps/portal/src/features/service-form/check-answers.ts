import type { FormField, PaperSlot, ServiceForm } from '../../api/catalogue.ts';
import type { FieldError } from '../../api/errors.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { dayAt, isDay } from '../../i18n/time.ts';
import {
  type Answers,
  fieldId,
  listAskedEntryFields,
  listAskedFields,
  listFields,
  readNumber,
} from './answers.ts';
import { isRequiredField, resolveDay } from './form-rules.ts';
import type { FormWords } from './words.ts';

/** Errors by field id, in the order of the form. */
export type Faults = Record<string, string>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function findTextFault(
  field: FormField,
  text: string,
  words: FormWords['faults'],
  language: Language,
): string | null {
  if (field.enum) return field.enum.includes(text) ? null : words.choose;
  if (field.format === 'date') return findDateFault(field, text, words, language);
  if (field.format === 'email' && !EMAIL.test(text)) return words.email;
  if (field.maxLength !== undefined && [...text].length > field.maxLength)
    return words.tooLong(field.maxLength);
  if (field.minLength !== undefined && [...text].length < field.minLength)
    return words.tooShort(field.minLength);
  if (
    field.pattern !== undefined &&
    isCheap(field.pattern, text) &&
    !new RegExp(field.pattern, 'u').test(text)
  )
    return field['x-pattern-help'] ? words.like(field['x-pattern-help'][language]) : words.pattern;
  return null;
}

/**
 * A repeated group can make a browser backtrack for ever, so such a pattern is left to the server, which matches in
 * linear time.
 */
const isCheap = (pattern: string, text: string) => !/\)[*+{]/.test(pattern) && text.length <= 256;

function findDateFault(
  field: FormField,
  text: string,
  words: FormWords['faults'],
  language: Language,
): string | null {
  if (!isDay(text)) return words.date;
  const today = dayAt(new Date());
  const { 'x-earliest': earliest, 'x-latest': latest } = field;
  const say = (bound: string) => formatDate(resolveDay(bound, today), language);
  if (earliest && text < resolveDay(earliest, today))
    return earliest === 'today' ? words.past : words.notBefore(say(earliest));
  if (latest && text > resolveDay(latest, today))
    return latest === 'today' ? words.future : words.notAfter(say(latest));
  return null;
}

function findNumberFault(field: FormField, text: string, words: FormWords['faults']): string | null {
  const value = readNumber(text);
  if (Number.isNaN(value)) return words.number;
  if (field.type === 'integer' && !Number.isInteger(value)) return words.whole;
  if (field.minimum !== undefined && value < field.minimum) return words.atLeast(field.minimum);
  if (field.maximum !== undefined && value > field.maximum) return words.atMost(field.maximum);
  return null;
}

function findFault(
  field: FormField,
  value: string | boolean | undefined,
  required: boolean,
  words: FormWords['faults'],
  language: Language,
): string | null {
  if (field.type === 'boolean') return field.const === true && required && value !== true ? words.tick : null;
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return required ? (field.enum ? words.choose : words.required) : null;
  return field.type === 'string'
    ? findTextFault(field, text, words, language)
    : findNumberFault(field, text, words);
}

export function findFaults(
  form: ServiceForm,
  answers: Answers,
  words: FormWords['faults'],
  language: Language,
): Faults {
  const faults: Faults = {};
  for (const [name, field] of listAskedFields(form, answers)) {
    const value = answers[name];
    const required = isRequiredField(field, name, form.required);
    if (field.type !== 'array') {
      const fault = findFault(field, value as string | boolean, required, words, language);
      if (fault) faults[fieldId(name)] = fault;
      continue;
    }
    const entries = Array.isArray(value) ? value : [];
    const least = Math.max(field.minItems ?? 0, required ? 1 : 0);
    if (entries.length < least) faults[fieldId(name)] = words.fewEntries(least);
    const inside = field.items?.required;
    entries.forEach((entry, index) => {
      for (const [key, inner] of listAskedEntryFields(field, entry)) {
        const fault = findFault(inner, entry[key], isRequiredField(inner, key, inside), words, language);
        if (fault) faults[fieldId(name, index, key)] = fault;
      }
    });
  }
  return faults;
}

/** Removes the errors of a changed answer; the next attempt checks it again. */
export function forgetFaults(faults: Faults, name: string): Faults {
  const id = fieldId(name);
  const left = Object.entries(faults).filter(([key]) => key !== id && !key.startsWith(`${id}-`));
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left);
}

/** The element id of a document's slot. */
export const paperId = (key: string) => `paper-${key}`;

/** Required documents without a file. */
export function findPaperFaults(
  slots: readonly PaperSlot[],
  papers: readonly { slot: string | null }[],
  words: FormWords['faults'],
): Faults {
  const missing = slots.filter(({ key, required }) => required && !papers.some(({ slot }) => slot === key));
  return Object.fromEntries(missing.map(({ key }) => [paperId(key), words.paper]));
}

/** Maps the server's errors to our fields: `payload.founders.0.name`, `papers.photo`. */
export function placeServerFaults(
  form: ServiceForm,
  errors: readonly FieldError[],
  words: FormWords['faults'],
): { answers: Faults; papers: Faults } {
  const order = listFields(form).map(([name]) => name);
  const found = errors
    .map(({ field, ...error }) => ({ ...error, path: field.split('.') }))
    .filter(({ path }) => path.length > 1);
  const ofRoot = (root: string) => found.filter(({ path }) => path[0] === root);
  const placeOf = ({ path: [, name = ''] }: { path: string[] }) => order.indexOf(name);
  return {
    answers: Object.fromEntries(
      ofRoot('payload')
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map(({ path, tag, message }) => [
          fieldId(...path.slice(1)),
          tag === 'required' ? words.required : message || words.pattern,
        ]),
    ),
    papers: Object.fromEntries(ofRoot('papers').map(({ path: [, key = ''] }) => [paperId(key), words.paper])),
  };
}
