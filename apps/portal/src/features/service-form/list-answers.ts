import { listAsked } from '@tamga/forms';
import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { isSeveralChoices, listEntryFields, readPayload } from './answers.ts';
import type { FormWords } from './words.ts';

export interface Answer {
  name: string;
  label: string;
  /** As text; for a list, the lines of each entry. */
  value: string | { title: string; lines: string[] }[];
}

export interface AnswerSection {
  /** Its number in the form; null for answers that the form no longer asks for. */
  number: number | null;
  title: string;
  answers: Answer[];
}

/** An answer as text: the label of a choice, a formatted day, yes or no. */
export function sayAnswer(
  field: FormField | undefined,
  value: unknown,
  words: FormWords,
  language: Language,
): string {
  if (field?.type === 'boolean' || typeof value === 'boolean') return value === true ? words.yes : words.no;
  if (value === undefined || value === null || value === '') return words.notGiven;
  if (isSeveralChoices(field) && Array.isArray(value))
    return value
      .map((each) => field?.items?.['x-labels']?.[String(each)]?.[language] ?? String(each))
      .join(', ');
  if (typeof value === 'object') return JSON.stringify(value, null, 2);
  const text = String(value);
  if (field?.enum) return field['x-labels']?.[text]?.[language] ?? text;
  if (field?.format === 'date') return formatDate(text, language) || text;
  const unit = field?.['x-unit']?.[language];
  return unit ? `${text} ${unit}` : text;
}

function readValue(
  field: FormField | undefined,
  value: unknown,
  words: FormWords,
  language: Language,
): Answer['value'] {
  if (field?.type !== 'array' || isSeveralChoices(field) || !Array.isArray(value) || value.length === 0)
    return sayAnswer(field, Array.isArray(value) && value.length === 0 ? null : value, words, language);
  const title = (field['x-entry-title'] ?? field['x-title'])[language];
  return value.map((entry: unknown, index) => {
    const given = readPayload(entry);
    const asked = listAsked(field.items ?? {}, given);
    return {
      title: words.entry(title, index + 1),
      lines: listEntryFields(field)
        .filter(([name]) => asked.has(name) || Object.hasOwn(given, name))
        .map(
          ([name, inner]) =>
            `${inner['x-title'][language]}: ${sayAnswer(inner, given[name], words, language)}`,
        ),
    };
  });
}

/**
 * The answers of an application in the order and with the labels of its form. The form may have changed since then,
 * so an answer that it no longer asks for is still shown, under its field name.
 */
export function listAnswers(
  form: ServiceForm | null,
  payload: unknown,
  words: FormWords,
  language: Language,
): AnswerSection[] {
  const given = readPayload(payload);
  const read = (name: string): Answer => {
    const field = form?.properties[name];
    return {
      name,
      label: field?.['x-title'][language] ?? name,
      value: readValue(field, given[name], words, language),
    };
  };
  // A question that was not asked is not shown as empty.
  const led = form ? listAsked(form, given) : new Set<string>();
  const isShown = (name: string) => led.has(name) || Object.hasOwn(given, name);
  const sections = (form?.['x-sections'] ?? [])
    .map((section, index) => ({
      number: index + 1,
      title: section['x-title'][language],
      answers: section.fields.filter(isShown).map(read),
    }))
    .filter(({ answers }) => answers.length > 0);
  const asked = new Set(form?.['x-sections'].flatMap(({ fields }) => fields));
  const others = Object.keys(given).filter((name) => !asked.has(name));
  if (others.length === 0) return sections;
  return [...sections, { number: null, title: form ? words.others : '', answers: others.map(read) }];
}
