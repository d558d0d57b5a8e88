import type { Language } from '../../i18n/language.ts';

export type FormProblem =
  | { kind: 'json'; detail: string }
  | { kind: 'shape' }
  | { kind: 'fields' }
  | { kind: 'untitled'; field: string }
  | { kind: 'unplaced'; field: string };

export interface FormPreview {
  title: string;
  fields: { name: string; label: string; type: string; isRequired: boolean }[];
}

type Json = Record<string, unknown>;

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const readNames = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

const readSections = (form: Json): Json[] =>
  Array.isArray(form['x-sections']) ? form['x-sections'].filter(isRecord) : [];

/** The form of a service from its text, or the first thing that is wrong with it. The registry has the last word. */
export function readForm(text: string): { form: Json } | { problem: FormProblem } {
  let form: unknown;
  try {
    form = JSON.parse(text);
  } catch (error) {
    return { problem: { kind: 'json', detail: error instanceof Error ? error.message : '' } };
  }
  if (!isRecord(form) || form['type'] !== 'object' || form['additionalProperties'] !== false)
    return { problem: { kind: 'shape' } };
  const { properties } = form;
  if (!isRecord(properties) || Object.keys(properties).length === 0) return { problem: { kind: 'fields' } };
  const placed = readSections(form).flatMap((section) => readNames(section['fields']));
  for (const [field, rules] of Object.entries(properties)) {
    const title = isRecord(rules) ? rules['x-title'] : null;
    if (!isRecord(title) || !title['mn'] || !title['en']) return { problem: { kind: 'untitled', field } };
    if (placed.filter((name) => name === field).length !== 1) return { problem: { kind: 'unplaced', field } };
  }
  return { form };
}

/** What an applicant will be asked, in the order they will be asked it. */
export function previewForm(form: Json, language: Language): FormPreview[] {
  const properties = isRecord(form['properties']) ? form['properties'] : {};
  const required = readNames(form['required']);
  const say = (value: unknown) => (isRecord(value) ? String(value[language] ?? '') : '');
  return readSections(form).map((section) => ({
    title: say(section['x-title']),
    fields: readNames(section['fields']).map((name) => {
      const rules = properties[name];
      const known = isRecord(rules) ? rules : {};
      const isChoice = Array.isArray(known['enum']);
      return {
        name,
        label: say(known['x-title']) || name,
        type: isChoice ? 'choice' : known['format'] === 'date' ? 'date' : String(known['type'] ?? ''),
        isRequired: required.includes(name),
      };
    }),
  }));
}
