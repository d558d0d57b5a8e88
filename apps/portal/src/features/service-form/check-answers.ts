import { describeProblem, findProblems, type KnownFacts } from '@tamga/forms';
import type { ServiceForm } from '../../api/catalogue.ts';
import type { FieldError } from '../../api/errors.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { dayAt } from '../../i18n/time.ts';
import { type Answers, fieldId, listFields, writePayload } from './answers.ts';
import { matchesPattern } from './match-pattern.ts';

/** Errors by field id, in the order of the form. */
export type Faults = Record<string, string>;

interface CheckOptions {
  language: Language;
  now: Date;
  /** Names of the answers that differ from those sent before, if there are any. */
  changed?: ReadonlySet<string>;
  /** What the eID says about the applicant. */
  facts?: KnownFacts;
}

export function findFaults(
  form: ServiceForm,
  answers: Answers,
  { language, now, changed, facts }: CheckOptions,
): Faults {
  const problems = findProblems(form, writePayload(form, answers), {
    today: dayAt(now),
    matches: matchesPattern,
    changed,
    facts,
  });
  return Object.fromEntries(
    problems.map((problem) => [
      fieldId(...problem.path),
      describeProblem(problem, language, (day) => formatDate(day, language)),
    ]),
  );
}

/** Removes the errors of a changed answer; the next attempt checks it again. */
export function forgetFaults(faults: Faults, name: string): Faults {
  const id = fieldId(name);
  const left = Object.entries(faults).filter(([key]) => key !== id && !key.startsWith(`${id}-`));
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left);
}

/** The element id of a document's slot. */
export const paperId = (key: string) => `paper-${key}`;

export const explainMissing = (missing: readonly { key: string }[], text: string): Faults =>
  Object.fromEntries(missing.map(({ key }) => [paperId(key), text]));

/** Maps the server's errors to our fields: `payload.founders.0.name`, `papers.photo`. */
export function placeServerFaults(
  form: ServiceForm,
  errors: readonly FieldError[],
  missingPaper: string,
): { answers: Faults; papers: Faults } {
  const order = listFields(form).map(([name]) => name);
  const found = errors
    .map(({ field, message }) => ({ message, path: field.split('.') }))
    .filter(({ path }) => path.length > 1);
  const ofRoot = (root: string) => found.filter(({ path }) => path[0] === root);
  const placeOf = ({ path: [, name = ''] }: { path: string[] }) => order.indexOf(name);
  return {
    answers: Object.fromEntries(
      ofRoot('payload')
        .toSorted((a, b) => placeOf(a) - placeOf(b))
        .map(({ path, message }) => [fieldId(...path.slice(1)), message]),
    ),
    papers: explainMissing(
      ofRoot('papers').map(({ path: [, key = ''] }) => ({ key })),
      missingPaper,
    ),
  };
}
