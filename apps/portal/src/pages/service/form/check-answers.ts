import type { FormField, ServiceForm } from '../../../api/catalogue.ts';
import type { FieldError } from '../../../api/errors.ts';
import type { Language } from '../../../i18n/language.ts';
import { type Answers, fieldId, listEntryFields, listFields, readNumber } from './answers.ts';
import type { FormWords } from './words.ts';

/** What is wrong, by the id of the field, in the order of the form. */
export type Faults = Record<string, string>;

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

function findTextFault(
  field: FormField,
  text: string,
  words: FormWords['faults'],
  language: Language,
): string | null {
  if (field.enum) return field.enum.includes(text) ? null : words.choose;
  if (field.format === 'date') return isDate(text) ? null : words.date;
  if (field.format === 'email' && !EMAIL.test(text)) return words.email;
  if (field.maxLength !== undefined && [...text].length > field.maxLength)
    return words.tooLong(field.maxLength);
  if (field.minLength !== undefined && [...text].length < field.minLength)
    return words.tooShort(field.minLength);
  if (field.pattern !== undefined && !new RegExp(field.pattern, 'u').test(text))
    return field['x-pattern-help'] ? words.like(field['x-pattern-help'][language]) : words.pattern;
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
  const required = new Set(form.required);
  for (const [name, field] of listFields(form)) {
    const value = answers[name];
    if (field.type !== 'array') {
      const fault = findFault(field, value as string | boolean, required.has(name), words, language);
      if (fault) faults[fieldId(name)] = fault;
      continue;
    }
    const entries = Array.isArray(value) ? value : [];
    const least = Math.max(field.minItems ?? 0, required.has(name) ? 1 : 0);
    if (entries.length < least) faults[fieldId(name)] = words.fewEntries(least);
    const inside = new Set(field.items?.required);
    entries.forEach((entry, index) => {
      for (const [key, inner] of listEntryFields(field)) {
        const fault = findFault(inner, entry[key], inside.has(key), words, language);
        if (fault) faults[fieldId(name, index, key)] = fault;
      }
    });
  }
  return faults;
}

/** Without what was said of one answer, as soon as that is changed: whether it is right now is seen at the next try. */
export function forgetFaults(faults: Faults, name: string): Faults {
  const id = fieldId(name);
  const left = Object.entries(faults).filter(([key]) => key !== id && !key.startsWith(`${id}-`));
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left);
}

/** What the server found, at our fields: `payload.founders.0.name`. */
export function placeServerFaults(errors: readonly FieldError[], words: FormWords['faults']): Faults {
  const faults: Faults = {};
  for (const { field, tag, message } of errors) {
    const [root, ...path] = field.split('.');
    if (root !== 'payload' || path.length === 0) continue;
    faults[fieldId(...path)] = tag === 'required' ? words.required : message || words.pattern;
  }
  return faults;
}

/** 30 February is not a day, although a date of that form could be made of it. */
function isDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
  );
}
