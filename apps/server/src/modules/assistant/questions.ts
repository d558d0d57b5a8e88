import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { foldCase } from '../../kernel/http/language.ts';
import { localDay } from '../../kernel/local-day.ts';
import { countFeedback } from './figure-store.ts';
import type { Lang } from './languages.ts';
import { stripNumbers } from './redaction.ts';
import { countQuestion } from './store.ts';

const maxQuestion = 300;
/** A question that nobody asks again leaves the list after so many days. */
export const questionDays = 180;

export interface QuestionDeps {
  readonly database: Database;
  readonly now: () => Date;
}

/** The question without numbers and names of the person who asked; nothing when only those are left. */
function anonymize(text: string, names: readonly string[]): string {
  const plain = stripNumbers(text, names)
    .replace(/\d{4,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}{3}/u.test(plain) ? foldCase(plain).slice(0, maxQuestion).trim() : '';
}

export async function noteQuestion(
  { database, now }: QuestionDeps,
  given: { text: string; lang: Lang; reason: 'no_passage' | 'unhelpful'; names: readonly string[] },
): Promise<void> {
  const question = anonymize(given.text, given.names);
  if (question === '') return;
  await database.transaction(systemIdentity, (tx) =>
    countQuestion(tx, { question, lang: given.lang, reason: given.reason, day: localDay(now()) }),
  );
}

export async function noteFeedback(
  deps: QuestionDeps,
  given: { helpful: boolean; lang?: Lang | undefined; question?: string | undefined },
  names: readonly string[],
): Promise<void> {
  const { helpful, lang = 'mn', question } = given;
  await deps.database.transaction(systemIdentity, (tx) =>
    countFeedback(tx, {
      day: localDay(deps.now()),
      lang,
      helpful: helpful ? 1 : 0,
      unhelpful: helpful ? 0 : 1,
    }),
  );
  if (!helpful && question !== undefined)
    await noteQuestion(deps, { text: question, lang, reason: 'unhelpful', names });
}
