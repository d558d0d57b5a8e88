import type { Database } from '../../kernel/db/database.ts';
import { systemIdentity } from '../../kernel/db/identity.ts';
import type { Job } from '../../kernel/jobs/jobs.ts';
import { findLetter } from './queue-store.ts';

export const letterQueue = 'support.letter';

export interface LetterDeps {
  database: Database;
  /** Undefined without a mail server: an answer to a visitor then stays with the case. */
  sendLetter: ((letter: { to: string; subject: string; text: string }) => Promise<void>) | undefined;
}

/** Never the visitor's own words: a letter that quotes them would carry anything to anybody. */
export function letterJob({ database, sendLetter }: LetterDeps): Job {
  return {
    name: letterQueue,
    about: 'Sends an answer of support to a visitor whose e-mail address belongs to an account and is proven',
    run: async ({ id }) => {
      const letter = await findLetter(database.reader(systemIdentity), Number(id));
      if (letter === undefined || sendLetter === undefined) return;
      const subject = { mn: `Тусламжийн хариу ${letter.number}`, en: `Answer to ${letter.number}` };
      await sendLetter({ to: letter.email, subject: subject[letter.lang], text: letter.text });
    },
  };
}
