import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import { foldCase } from '../../kernel/http/language.ts';
import { localDay } from '../../kernel/local-day.ts';
import type { Lang } from './languages.ts';
import { stripNumbers } from './redaction.ts';
import { countFeedback, countQuestion } from './store.ts';

const maxQuestion = 300;

export interface QuestionDeps {
  readonly database: Database;
  readonly now: () => Date;
}

/** The question without numbers of a person and without who asked; nothing when only those are left. */
function anonymize(text: string): string {
  const plain = stripNumbers(text)
    .replace(/\d{4,}/g, '…')
    .replace(/\s+/g, ' ')
    .trim();
  return /\p{L}{3}/u.test(plain) ? foldCase(plain).slice(0, maxQuestion).trim() : '';
}

export async function noteQuestion(
  { database, now }: QuestionDeps,
  given: { text: string; lang: Lang; reason: 'no_passage' | 'unhelpful' },
): Promise<void> {
  const question = anonymize(given.text);
  if (question === '') return;
  await database.transaction(systemIdentity, (tx) =>
    countQuestion(tx, { question, lang: given.lang, reason: given.reason, day: localDay(now()) }),
  );
}

export async function noteFeedback(
  deps: QuestionDeps,
  given: { helpful: boolean; lang?: Lang | undefined; question?: string | undefined },
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
    await noteQuestion(deps, { text: question, lang, reason: 'unhelpful' });
}
