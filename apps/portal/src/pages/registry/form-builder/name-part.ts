import type { Language } from '../../../i18n/language.ts';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import {
  type Condition,
  type Form,
  listConditionValues,
  listNames,
  listOptions,
  type Option,
  parseForm,
  type Text,
} from './form-model.ts';

export interface PartWords {
  group(at: number): string;
  newQuestion: string;
  newPaper: string;
  namedGroup(title: string): string;
  namedQuestion(title: string): string;
  namedPaper(title: string): string;
  namedOption(title: string): string;
  namedThing(title: string): string;
  newThing: string;
  collecting: string;
  wholeForm: string;
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
  const [kind = '', name = '', at = ''] = path.replace(/^form\./, '').split('.');
  if (form === null) return words.wholeForm;
  if (kind === 'x-sections') return nameGroup(form, Number(name), words, language);
  if (kind === 'x-papers') {
    const paper = form['x-papers']?.[Number(name)];
    return paper ? words.namedPaper(titleOf(paper['x-title'], language) || words.newPaper) : words.wholeForm;
  }
  if (kind === 'x-collect') {
    return nameThing(form, name === 'bring' ? Number(at) : -1, words, language);
  }
  const question = kind === 'properties' ? name : kind;
  const field = form.properties[question];
  return field ? words.namedQuestion(titleOf(field['x-title'], language) || question) : words.wholeForm;
}

function nameThing(form: Form, at: number, words: PartWords, language: Language): string {
  const thing = form['x-collect']?.bring?.[at];
  return thing ? words.namedThing(titleOf(thing['x-title'], language) || words.newThing) : words.collecting;
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
  const option = findRemovedOption(before, after);
  if (option !== undefined) return words.namedOption(titleOf(option.label, language) || option.value);
  const isFewer = (after['x-papers']?.length ?? 0) < (before['x-papers']?.length ?? 0);
  return paper && isFewer
    ? words.namedPaper(titleOf(paper['x-title'], language) || words.newPaper)
    : undefined;
}

function findRemovedOption(before: Form, after: Form): Option | undefined {
  for (const [name, field] of Object.entries(before.properties)) {
    const [old, now] = [listOptions(field), listOptions(after.properties[name] ?? {})];
    // A question of another kind, and a renamed choice, lost none.
    if (now.length === 0 || now.length >= old.length) continue;
    return old.find(({ value }) => !now.some((each) => each.value === value));
  }
  return undefined;
}

/** Parts that no longer depend on an answer, or on fewer, because the question or its choice went or moved. */
export function nameUnconditioned(before: Form, after: Form, words: PartWords, language: Language): string[] {
  const isMoved = JSON.stringify(listNames(before)) !== JSON.stringify(listNames(after));
  const choices = (form: Form, name: string) =>
    JSON.stringify(listConditionValues(form.properties[name] ?? {}));
  const isLost = (old: Condition | undefined, now: Condition | undefined) =>
    old !== undefined &&
    (now === undefined || now.is.length < old.is.length) &&
    (isMoved || choices(before, old.field) !== choices(after, old.field));
  const text = JSON.stringify(before);
  const say = (path: string) => namePart(text, path, words, language);
  const later = <Part extends { 'x-when'?: Condition }>(
    [old, now]: [readonly Part[] | undefined, readonly Part[] | undefined],
    kind: string,
  ) =>
    // Of a list that lost a part, the part itself is named as removed.
    old?.length === now?.length
      ? (old ?? []).flatMap((part, at) =>
          isLost(part['x-when'], now?.[at]?.['x-when']) ? [say(`${kind}.${at}`)] : [],
        )
      : [];
  return [
    ...later([before['x-sections'], after['x-sections']], 'x-sections'),
    ...Object.entries(before.properties).flatMap(([name, field]) => {
      const kept = after.properties[name];
      return kept && isLost(field['x-when'], kept['x-when']) ? [say(`properties.${name}`)] : [];
    }),
    ...later([before['x-papers'], after['x-papers']], 'x-papers'),
    ...later([before['x-collect']?.bring, after['x-collect']?.bring], 'x-collect.bring'),
  ];
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
