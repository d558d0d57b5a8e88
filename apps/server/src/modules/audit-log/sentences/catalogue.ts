import type { Language, Text } from '../../../kernel/http/language.ts';
import { actingSentences } from './acting.ts';
import { organisationSentences } from './organisations.ts';
import { peopleSentences } from './people.ts';
import { platformSentences } from './platform.ts';
import { registrySentences } from './registry.ts';
import { serviceSentences } from './services.ts';
import { type Piece, parseSentence, type Sentences } from './template.ts';
import { webhookSentences } from './webhooks.ts';

export const sentences: Sentences = {
  ...peopleSentences,
  ...organisationSentences,
  ...platformSentences,
  ...registrySentences,
  ...serviceSentences,
  ...actingSentences,
  ...webhookSentences,
};

/** A skill is called under its own name. */
const skillCall = sentences['tools.<skill>'] as Text;

const parsed = new Map<string, readonly Piece[]>();

/** An action of an earlier version of Tamga has no sentence, so its code stands for it. */
export function sentenceOf(action: string, language: Language): readonly Piece[] {
  const text = sentences[action] ?? (action.startsWith('tools.') ? skillCall : undefined);
  if (text === undefined) return [{ field: 'actor', kind: 'person' }, `: ${action}`];
  const known = parsed.get(text[language]);
  if (known !== undefined) return known;
  const pieces = parseSentence(text[language]);
  parsed.set(text[language], pieces);
  return pieces;
}
