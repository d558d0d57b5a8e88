import { findFact, isRequired, type KnownFacts, listAsked } from '@tamga/forms';
import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import type { Language } from '../../i18n/language.ts';

/** Current field values: typed text, checkboxes, and lists of those. Several choices are one text with spaces. */
export type Entry = Record<string, string | boolean>;
export type Answers = Record<string, string | boolean | Entry[]>;

export type Person = Partial<Record<NonNullable<FormField['x-prefill']>, string>>;

/** The API types answers as unknown; their keys are the form's field names. */
export function readPayload(payload: unknown): Record<string, unknown> {
  return typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};
}

/** The element id of a field; the error summary links to it. */
export const fieldId = (...path: (string | number)[]) => `answer-${path.join('-')}`;
/** The field path of an element id; empty if the id is not a field. */
export const readFieldId = (id: string): string => (id.startsWith('answer-') ? id.slice(7) : '');

export function listFields(form: ServiceForm): [string, FormField][] {
  return form['x-sections'].flatMap(({ fields }) =>
    fields.flatMap((name): [string, FormField][] => {
      const field = form.properties[name];
      return field ? [[name, field]] : [];
    }),
  );
}

/** The fields that the answers lead to. */
export function listAskedFields(form: ServiceForm, answers: Answers): [string, FormField][] {
  const asked = listAsked(form, answers);
  return listFields(form).filter(([name]) => asked.has(name));
}

export function listAskedEntryFields(field: FormField, entry: Entry): [string, FormField][] {
  const asked = listAsked(field.items ?? {}, entry);
  return listEntryFields(field).filter(([name]) => asked.has(name));
}

export function listEntryFields(field: FormField): [string, FormField][] {
  return (field.items?.['x-order'] ?? []).flatMap((name): [string, FormField][] => {
    const inner = field.items?.properties?.[name];
    return inner ? [[name, inner]] : [];
  });
}

/** A question with several answers, in contrast to a list of entries. */
export const isSeveralChoices = (field: FormField | undefined): boolean => field?.items?.enum !== undefined;
export const splitChoices = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(' ').filter(Boolean) : [];

function startValue(field: FormField, saved: unknown, person: Person | null): string | boolean {
  if (field.type === 'boolean') return saved === true;
  if (isSeveralChoices(field) && Array.isArray(saved)) return saved.join(' ');
  if (typeof saved === 'string' || typeof saved === 'number') return String(saved);
  const known = field['x-prefill'];
  return (known && person?.[known]) ?? '';
}

export function startEntry(field: FormField, saved: unknown = null): Entry {
  const kept = readPayload(saved);
  return Object.fromEntries(
    listEntryFields(field).map(([name, inner]) => [name, startValue(inner, kept[name], null)]),
  );
}

/** An optional list may stay empty, whatever its minimum. */
export const leastEntries = (form: ServiceForm, name: string): number =>
  isRequired(form, name) ? (form.properties[name]?.minItems ?? 0) : 0;

/**
 * The saved answers, or the person's data; fields that the form no longer asks for are dropped. What the eID says wins
 * over both, because nobody can answer otherwise.
 */
export function startAnswers(
  form: ServiceForm,
  saved: unknown,
  person: Person | null,
  facts: KnownFacts = {},
): Answers {
  const kept = readPayload(saved);
  return Object.fromEntries(
    listFields(form).map(([name, field]): [string, Answers[string]] => {
      const fact = findFact(field, facts);
      if (fact !== undefined) return [name, fact];
      if (field.type !== 'array' || isSeveralChoices(field))
        return [name, startValue(field, kept[name], saved === null ? person : null)];
      const entries: unknown[] = Array.isArray(kept[name]) ? kept[name] : [];
      const few = Math.max(entries.length, leastEntries(form, name));
      return [name, Array.from({ length: few }, (_, index) => startEntry(field, entries[index]))];
    }),
  );
}

/** An unchecked optional box and an empty text count as no answer. */
function writeValue(field: FormField, value: string | boolean | undefined, required: boolean): unknown {
  if (field.type === 'boolean') return value === true || required ? value === true : undefined;
  const text = typeof value === 'string' ? value.trim() : '';
  if (text === '') return undefined;
  if (isSeveralChoices(field)) return splitChoices(text);
  return field.type === 'number' || field.type === 'integer' ? readNumber(text) : text;
}

/** People write decimal commas, and spaces between thousands. */
export function readNumber(text: string): number {
  const plain = text.replace(/[\s\u00a0']/g, '').replace(',', '.');
  return /^-?\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

const present = ([, value]: [string, unknown]) => value !== undefined;

/** The answers in the format of the service's form. */
export function writePayload(form: ServiceForm, answers: Answers): Record<string, unknown> {
  return Object.fromEntries(
    listAskedFields(form, answers)
      .map(([name, field]): [string, unknown] => {
        const value = answers[name];
        const required = isRequired(form, name);
        if (field.type !== 'array' || isSeveralChoices(field))
          return [name, writeValue(field, value as string | boolean, required)];
        const entries = (Array.isArray(value) ? value : []).map((entry) => writeEntry(field, entry));
        return [name, entries.length > 0 || required ? entries : undefined];
      })
      .filter(present),
  );
}

/**
 * Differences from the answers that were sent before, as a merge patch: only changes, null for a removed answer.
 * Answers that the other answers no longer lead to are removed too, because the server would refuse them with the
 * rest; one that the form does not know is nobody's to remove.
 */
export function listChanges(form: ServiceForm, sent: unknown, answers: Answers): Record<string, unknown> {
  const was = writePayload(form, startAnswers(form, sent, null));
  const now = writePayload(form, answers);
  const changed = listFields(form)
    .map(([name]) => name)
    .filter((name) => JSON.stringify(was[name]) !== JSON.stringify(now[name]));
  if (changed.length === 0) return {};
  const unasked = Object.keys(readPayload(sent)).filter(
    (name) => Object.hasOwn(form.properties, name) && !Object.hasOwn(now, name),
  );
  return Object.fromEntries([...changed, ...unasked].map((name) => [name, now[name] ?? null]));
}

/** The label of each id that can appear in the error summary. */
export function labelFields(form: ServiceForm, language: Language, answers: Answers): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [name, field] of listFields(form)) {
    // A declaration is a sentence; the error follows after a colon.
    labels[fieldId(name)] = field['x-title'][language].replace(/\.$/, '');
    const entries = answers[name];
    if (!Array.isArray(entries)) continue;
    const title = (field['x-entry-title'] ?? field['x-title'])[language];
    entries.forEach((_, index) => {
      for (const [key, inner] of listEntryFields(field))
        labels[fieldId(name, index, key)] = `${title} ${index + 1}, ${inner['x-title'][language]}`;
    });
  }
  return labels;
}

function writeEntry(field: FormField, entry: Entry): Record<string, unknown> {
  const group = field.items ?? {};
  return Object.fromEntries(
    listAskedEntryFields(field, entry)
      .map(([name, inner]): [string, unknown] => [
        name,
        writeValue(inner, entry[name], isRequired(group, name)),
      ])
      .filter(present),
  );
}
