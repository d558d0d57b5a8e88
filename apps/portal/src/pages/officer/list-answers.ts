import type { Language } from '../../i18n/language.ts';

/** What of a form is needed to read an answer; everything else about it is for whoever fills it in. */
interface Field {
  type?: unknown;
  format?: unknown;
  'x-title'?: unknown;
  'x-labels'?: unknown;
  'x-unit'?: unknown;
  items?: { properties?: Record<string, Field>; 'x-order'?: unknown };
}

export type AnswerValue =
  | { kind: 'text'; text: string }
  | { kind: 'flag'; isSet: boolean }
  | { kind: 'none' }
  | { kind: 'entries'; entries: Answer[][] };

export interface Answer {
  name: string;
  label: string;
  value: AnswerValue;
}

export interface AnswerSection {
  title: string;
  answers: Answer[];
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readWords(value: unknown, language: Language): string {
  if (!isRecord(value)) return '';
  const text = value[language] ?? value['mn'];
  return typeof text === 'string' ? text : '';
}

function readValue(value: unknown, field: Field, language: Language): AnswerValue {
  if (value === undefined || value === null || value === '') return { kind: 'none' };
  if (typeof value === 'boolean') return { kind: 'flag', isSet: value };
  if (Array.isArray(value)) {
    const fields = field.items?.properties ?? {};
    const entries = value.map((entry) =>
      isRecord(entry)
        ? listFields(entry, fields, readNames(field.items?.['x-order']), language)
        : [{ name: '', label: '', value: readValue(entry, {}, language) }],
    );
    return entries.length > 0 ? { kind: 'entries', entries } : { kind: 'none' };
  }
  if (isRecord(value)) return { kind: 'text', text: JSON.stringify(value, null, 2) };
  const chosen = isRecord(field['x-labels']) ? readWords(field['x-labels'][String(value)], language) : '';
  const unit = readWords(field['x-unit'], language);
  return { kind: 'text', text: chosen || [String(value), unit].filter(Boolean).join(' ') };
}

const readNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

function listFields(
  values: Record<string, unknown>,
  fields: Record<string, Field>,
  order: readonly string[],
  language: Language,
): Answer[] {
  const names = [...new Set([...order.filter((name) => name in fields), ...Object.keys(fields)])];
  return names.map((name) => ({
    name,
    label: readWords(fields[name]?.['x-title'], language) || name,
    value: readValue(values[name], fields[name] ?? {}, language),
  }));
}

/**
 * The answers of an application in the order and the words of its service's form. The form may have changed since
 * then, so an answer that it no longer asks for is shown all the same, under its own name.
 */
export function listAnswers(
  form: Record<string, unknown> | null,
  payload: Record<string, unknown>,
  language: Language,
): AnswerSection[] {
  const fields = isRecord(form?.['properties']) ? (form['properties'] as Record<string, Field>) : {};
  const sections = (Array.isArray(form?.['x-sections']) ? form['x-sections'] : []).filter(isRecord);
  const listed = sections.map((section) => {
    const names = readNames(section['fields']).filter((name) => name in fields);
    const own = Object.fromEntries(names.map((name) => [name, fields[name] ?? {}]));
    return {
      title: readWords(section['x-title'], language),
      answers: listFields(payload, own, names, language),
    };
  });
  const known = new Set(listed.flatMap(({ answers }) => answers.map(({ name }) => name)));
  const rest = Object.keys(payload).filter((name) => !known.has(name));
  const others = rest.map((name) => ({
    name,
    label: readWords(fields[name]?.['x-title'], language) || name,
    value: readValue(payload[name], fields[name] ?? {}, language),
  }));
  return [...listed, { title: '', answers: others }].filter(({ answers }) => answers.length > 0);
}
