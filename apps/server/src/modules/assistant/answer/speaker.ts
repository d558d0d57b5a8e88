import type { Evidence } from './facts.ts';
import { createLeakCheck } from './leak.ts';
import { type CleanRules, cleanText, withoutLinks } from './links.ts';
import { cutSentences } from './sentences.ts';

/** Receives what the person sees. */
export interface Outlet {
  delta(text: string): void;
  /** What was given so far is void. */
  reset(): void;
}

export interface Speaker {
  /** A piece of the model's text, which is checked by sentences before anybody sees it. */
  hear(piece: string): void;
  /** The model begins again. */
  restart(): void;
  /** Says the rest; afterwards `said` is whole. */
  finish(): void;
  /** Voids what was said and says this instead; our own text needs no check of facts. */
  replace(text: string): void;
  /** Adds a sentence of ours. */
  add(text: string): void;
  said(): string;
  dropped(): number;
}

/** Between model and person: every sentence is cleaned, and said only if it leaks nothing and is backed by evidence. */
export function createSpeaker(
  outlet: Outlet,
  { evidence, hidden, clean }: { evidence: Evidence; hidden: string; clean: CleanRules },
): Speaker {
  let said = '';
  let dropped = 0;
  let leaks = createLeakCheck(hidden);
  const say = (text: string) => {
    if (text === '') return;
    said += text;
    outlet.delta(text);
  };
  const sentences = cutSentences((sentence) => {
    const cleaned = cleanText(sentence, clean);
    if (cleaned.trim() === '') {
      // Paragraphs keep their distance, but an answer does not begin with blank lines.
      if (sentence.trim() === '' && said !== '') say(sentence);
      return;
    }
    if (leaks(cleaned) || !evidence.supports(withoutLinks(cleaned))) dropped += 1;
    else say(cleaned);
  });
  const voidAll = () => {
    sentences.reset();
    leaks = createLeakCheck(hidden);
    dropped = 0;
    if (said !== '') outlet.reset();
    said = '';
  };
  return {
    hear: sentences.push,
    restart: voidAll,
    finish: sentences.end,
    replace: (text) => {
      voidAll();
      say(cleanText(text, clean));
    },
    add: say,
    said: () => said,
    dropped: () => dropped,
  };
}
