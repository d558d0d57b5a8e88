import { type Answers, type FieldSchema, type FormSchema, listAskedSections, listNames } from '@tamga/forms';
import type { Text } from '../../../kernel/http/language.ts';
import { writeDay } from '../../../kernel/local-day.ts';

export interface AnswerLine {
  label: Text;
  value: Text;
}

export interface AnswerGroup {
  title: Text;
  lines: AnswerLine[];
}

const same = (text: string): Text => ({ mn: text, en: text });
const join = (first: Text, second: string, third?: Text): Text => ({
  mn: `${first.mn}${second}${third?.mn ?? ''}`,
  en: `${first.en}${second}${third?.en ?? ''}`,
});

/** The answers in both languages, in the order and with the titles of the form; others come last under their names. */
export function describeAnswers(form: FormSchema | null, answers: Answers): AnswerGroup[] {
  const sections = form === null ? [] : listAskedSections(form, answers);
  const asked = new Set(sections.flatMap(({ fields }) => fields));
  const others = Object.keys(answers).filter((name) => !asked.has(name));
  return [
    ...sections.map((section) => ({
      title: section['x-title'] ?? texts.answers,
      lines: section.fields.flatMap((name) => describe(name, form?.properties?.[name], answers[name])),
    })),
    ...(others.length === 0
      ? []
      : [{ title: texts.others, lines: others.flatMap((name) => describe(name, undefined, answers[name])) }]),
  ];
}

function describe(name: string, field: FieldSchema | undefined, value: unknown): AnswerLine[] {
  const label = field?.['x-title'] ?? same(name);
  const { items } = field ?? {};
  if (items === undefined || !Array.isArray(value) || value.length === 0)
    return splitLine(label, sayValue(field, value));
  return value.flatMap((entry: unknown, index) => {
    const given = typeof entry === 'object' && entry !== null ? (entry as Answers) : {};
    const title = join(field?.['x-entry-title'] ?? label, ` ${index + 1}: `);
    return listNames(items)
      .filter((inner) => Object.hasOwn(given, inner))
      .flatMap((inner) =>
        describe(inner, items.properties?.[inner], given[inner]).map((line) => ({
          ...line,
          label: join(title, '', line.label),
        })),
      );
  });
}

function sayValue(field: FieldSchema | undefined, value: unknown): Text {
  if (typeof value === 'boolean' || field?.type === 'boolean') return value === true ? texts.yes : texts.no;
  if (value === undefined || value === null || value === '') return texts.none;
  if (typeof value === 'object') return same(JSON.stringify(value));
  const text = String(value);
  if (field?.enum !== undefined) return field['x-labels']?.[text] ?? same(text);
  if (field?.format === 'date') return writeDay(text);
  return field?.['x-unit'] === undefined ? same(text) : join(same(text), ' ', field['x-unit']);
}

/** A row of the printed table cannot continue on the next sheet. */
const maxRowText = 600;

export function splitLine(label: Text, value: Text): AnswerLine[] {
  const text = value.mn.replace(/\s+/g, ' ');
  if (value.mn !== value.en || text.length <= maxRowText)
    return [{ label, value: value.mn === value.en ? same(text) : value }];
  const letters = [...text];
  const rows = Math.ceil(letters.length / maxRowText);
  return Array.from({ length: rows }, (_, index) => ({
    label: index === 0 ? label : join(label, ` (${index + 1}/${rows})`),
    value: same(letters.slice(index * maxRowText, (index + 1) * maxRowText).join('')),
  }));
}

const texts = {
  answers: { mn: 'Мэдээлэл', en: 'Details' },
  others: { mn: 'Бусад', en: 'Other' },
  yes: { mn: 'Тийм', en: 'Yes' },
  no: { mn: 'Үгүй', en: 'No' },
  none: { mn: 'Бөглөөгүй', en: 'Not filled in' },
};
