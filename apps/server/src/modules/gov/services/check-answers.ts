import {
  type Answers,
  describeProblem,
  type FormSchema,
  findProblems,
  type KnownFacts,
  type Problem,
} from '@tamga/forms';
import type { Language } from '../../../kernel/http/language.ts';
import type { FieldError } from '../../../kernel/http/validation.ts';
import { localDay, writeDay } from '../../../kernel/local-day.ts';
import { matchesPattern } from './pattern.ts';

export interface AnswerCheck {
  language: Language;
  now: Date;
  /** Answers of this request, where older ones exist. */
  changed?: ReadonlySet<string>;
  /** What the eID says about the applicant. */
  facts?: KnownFacts;
}

const maxErrors = 50;

/** One error per field; empty when all answers match. */
export function checkAnswers(
  form: FormSchema | null,
  answers: Answers,
  { language, now, changed, facts }: AnswerCheck,
): FieldError[] {
  if (form === null) return [];
  const today = localDay(now);
  const problems = findProblems(form, answers, { today, matches: matchesPattern, changed, facts });
  return problems.slice(0, maxErrors).map((problem) => ({
    field: `payload.${problem.path.join('.')}`.slice(0, 200),
    tag: tagOf(problem),
    message: describeProblem(problem, language, (day) => writeDay(day)[language]),
  }));
}

const tags: Partial<Record<Problem['rule'], string>> = {
  required: 'required',
  'x-when': 'unknown_field',
  additionalProperties: 'unknown_field',
  minLength: 'min',
  minimum: 'min',
  minItems: 'min',
  'x-earliest': 'min',
  maxLength: 'max',
  maximum: 'max',
  maxItems: 'max',
  'x-latest': 'max',
};

/** The tags of every 422 of the API. */
function tagOf(problem: Problem): string {
  if (problem.rule === 'format') return problem.expected;
  if (problem.rule === 'type') return problem.expected === 'string' ? 'string' : 'type';
  return tags[problem.rule] ?? 'custom';
}
