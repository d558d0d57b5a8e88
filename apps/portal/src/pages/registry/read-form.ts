import type { Language } from '../../i18n/language.ts';

export type FormProblem =
  | { kind: 'json'; detail: string }
  | { kind: 'shape' }
  | { kind: 'fields' }
  | { kind: 'untitled'; field: string }
  | { kind: 'emptyGroup'; field: string }
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

/** Parses the form of a service, or returns its first error. The server validates it fully. */
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
  const isText = (value: unknown) => isRecord(value) && Boolean(value['mn']) && Boolean(value['en']);
  const untitled = readSections(form).findIndex((section) => !isText(section['x-title']));
  if (untitled >= 0) return { problem: { kind: 'untitled', field: `x-sections.${untitled}` } };
  const empty = readSections(form).findIndex((section) => readNames(section['fields']).length === 0);
  if (empty >= 0) return { problem: { kind: 'emptyGroup', field: `x-sections.${empty}` } };
  const papers = Array.isArray(form['x-papers']) ? form['x-papers'] : [];
  const unnamed = papers.findIndex((paper) => !isRecord(paper) || !isText(paper['x-title']));
  if (unnamed >= 0) return { problem: { kind: 'untitled', field: `x-papers.${unnamed}` } };
  const placed = readSections(form).flatMap((section) => readNames(section['fields']));
  for (const [field, rules] of Object.entries(properties)) {
    if (!isRecord(rules) || !isText(rules['x-title'])) return { problem: { kind: 'untitled', field } };
    if (placed.filter((name) => name === field).length !== 1) return { problem: { kind: 'unplaced', field } };
  }
  return { form };
}

/** The applicant's questions, in order. */
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

/** The rules of a field that differ in the other form. */
function describeRules(own: unknown, other: unknown): string {
  if (!isRecord(own) || !isRecord(other)) return '';
  return Object.entries(own)
    .filter(([rule, value]) => JSON.stringify(value) !== JSON.stringify(other[rule]))
    .map(([rule, value]) => ` ${rule}: ${JSON.stringify(value, null, 1).replace(/\s+/g, ' ')}`)
    .join(',');
}

function listQuestions(form: Json, other: Json, language: Language): string[] {
  const rulesOf = ({ properties }: Json, name: string) =>
    isRecord(properties) ? properties[name] : undefined;
  return previewForm(form, language).flatMap(({ title, fields }) => [
    `${title}:`,
    ...fields.map(
      ({ name, label, isRequired }) =>
        `– ${label}${isRequired ? ' *' : ''}${describeRules(rulesOf(form, name), rulesOf(other, name))}`,
    ),
  ]);
}

/**
 * Describes a form line by line, for a side-by-side comparison. Details that a citizen does not see at a glance
 * (limits, choices, the other language) are included where they differ, because two different forms would otherwise
 * read the same.
 */
export function describeForm(form: unknown, other: unknown, language: Language): string[] {
  if (!isRecord(form)) return [];
  const compared = isRecord(other) ? other : {};
  const lines = listQuestions(form, compared, language);
  const looksAlike = lines.join() === listQuestions(compared, form, language).join();
  if (!looksAlike || JSON.stringify(form) === JSON.stringify(compared)) return lines;
  const { properties: _properties, ...frame } = form;
  return [...lines, JSON.stringify(frame)];
}
