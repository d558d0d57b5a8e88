import type { Language } from '../../../i18n/language.ts';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import { type Condition, type Form, listOptions, parseForm, type Text } from './form-model.ts';

export interface PartWords {
  group(at: number): string;
  newQuestion: string;
  newPaper: string;
  namedGroup(title: string): string;
  namedQuestion(title: string): string;
  namedPaper(title: string): string;
  yes: string;
  no: string;
  or: string;
  quoted(text: string): string;
  onlyIf(question: string, answers: string): string;
}

const titleOf = (text: Text | undefined, language: Language) =>
  inLanguage(text ?? { mn: '', en: '' }, language);

/** Says a path of a form, such as `x-sections.1.x-title`, by the title that a registrar gave to the part. */
export function namePart(text: string, path: string, words: PartWords, language: Language): string {
  const form = parseForm(text);
  const [kind = '', name = ''] = path.replace(/^form\./, '').split('.');
  if (form === null) return path;
  if (kind === 'x-sections') return nameGroup(form, Number(name), words, language);
  if (kind === 'x-papers') {
    const paper = form['x-papers']?.[Number(name)];
    return paper ? words.namedPaper(titleOf(paper['x-title'], language) || words.newPaper) : path;
  }
  const question = kind === 'properties' ? name : kind;
  const field = form.properties[question];
  return field ? words.namedQuestion(titleOf(field['x-title'], language) || question) : path;
}

function nameGroup(form: Form, at: number, words: PartWords, language: Language): string {
  const title = titleOf(form['x-sections'][at]?.['x-title'], language);
  return title ? words.namedGroup(title) : words.group(at + 1);
}

/** The part of the old form that the new one lacks; undefined if nothing was removed. */
export function nameRemoved(
  before: Form,
  after: Form,
  words: PartWords,
  language: Language,
): string | undefined {
  const isGone = (name: string) => !(name in after.properties);
  if (after['x-sections'].length < before['x-sections'].length) {
    const kept = after['x-sections'].map((section) => JSON.stringify(section['x-title']));
    const at = before['x-sections'].findIndex(({ fields, 'x-title': title }) =>
      fields.length > 0 ? fields.every(isGone) : !kept.includes(JSON.stringify(title)),
    );
    return nameGroup(before, Math.max(0, at), words, language);
  }
  const question = Object.keys(before.properties).find(isGone);
  // A renamed question is another name and no removal.
  if (question !== undefined && Object.keys(after.properties).length < Object.keys(before.properties).length)
    return words.namedQuestion(titleOf(before.properties[question]?.['x-title'], language) || question);
  const paper = before['x-papers']?.find(
    ({ key }) => !(after['x-papers'] ?? []).some((other) => other.key === key),
  );
  const isFewer = (after['x-papers']?.length ?? 0) < (before['x-papers']?.length ?? 0);
  return paper && isFewer
    ? words.namedPaper(titleOf(paper['x-title'], language) || words.newPaper)
    : undefined;
}

/** `only if “Purpose” is “Work” or “Study”`; empty without a condition. */
export function sayCondition(
  form: Form,
  condition: Condition | undefined,
  words: PartWords,
  language: Language,
): string {
  if (condition === undefined) return '';
  const field = form.properties[condition.field];
  const labels = new Map(listOptions(field ?? {}).map(({ value, label }) => [value, label]));
  const answers = condition.is.map((value) => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    return titleOf(labels.get(value), language) || value;
  });
  const question = titleOf(field?.['x-title'], language) || condition.field;
  return words.onlyIf(question, answers.map(words.quoted).join(` ${words.or} `));
}
