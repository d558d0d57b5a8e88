import type { Passage } from '../knowledge-port.ts';
import { type Lang, texts } from '../languages.ts';
import type { Source } from '../schemas.ts';

const quoted = 3;
const maxQuote = 500;

/** An answer without a model: the best passages in their own words, each with its page. */
export function quotePassages(
  passages: readonly Passage[],
  lang: Lang,
  reason: 'noModel' | 'modelFailed' | 'budgetSpent' | 'unproven',
): { text: string; sources: Source[] } {
  const best = passages.slice(0, quoted);
  if (best.length === 0) {
    const isNamed = reason === 'noModel' || reason === 'budgetSpent';
    const why = isNamed ? `${firstSentence(texts[reason][lang])} ` : '';
    return { text: `${why}${texts.nothingFound[lang]}`, sources: [] };
  }
  const parts = best.map(
    ({ title, content, url }) => `[${title.replace(/[[\]()]/g, '')}](${url})\n${shorten(content)}`,
  );
  return {
    text: [texts[reason][lang], ...parts].join('\n\n'),
    sources: best.map(({ title, url }) => ({ title, url })),
  };
}

/** The texts go on with the passages that follow. */
const firstSentence = (text: string) => text.split(/(?<=[.。])/u)[0]?.trim() ?? text;

function shorten(content: string): string {
  if (content.length <= maxQuote) return content;
  const cut = content.lastIndexOf(' ', maxQuote);
  return `${content.slice(0, cut > 0 ? cut : maxQuote)} …`;
}
