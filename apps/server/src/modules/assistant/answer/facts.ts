import { fold } from '../../../kernel/search/spelling.ts';
import { type Claim, readClaims } from './numbers.ts';

/** A sentence that lays a duty on somebody or forbids something. */
const duty =
  /заавал|ёстой|шаардлагатай|үүрэгтэй|хориотой|хориглоно|хориглосон|торгууль|\bmust\b|\brequired\b|\bmandatory\b|\bobliged\b|\bobligation\b|\bhave to\b|\bprohibited\b|\bforbidden\b|\billegal\b|\bpenalty\b|обязан|должн|необходимо|запрещ|штраф|必须|应当|禁止|罚款/iu;
/** A sentence in which the assistant claims to have done something; no tool of it writes. */
const act =
  /\bI(?:'ve| have| just|'ll| will)?(?: already| now)? (?:submitted|cancell?ed|paid|sent|deleted|changed|updated|booked|signed|approved|transferred|registered)\b|(?:цуцаллаа|цуцалсан байна|илгээлээ|төллөө|устгалаа|захиаллаа|өөрчиллөө|баталлаа|шилжүүллээ|бүртгэлээ)|я (?:отправил|отменил|оплатил|удалил|изменил)|我已(?:经)?(?:提交|取消|支付|发送|删除)/iu;

/** A fee or a time limit of everything: the one of a single service does not prove it. */
const universal = /\b(?:every|all|any|each)\b|бүх|бүгд|болгон|\bвсе\b|кажд|所有|每/iu;

/** Half of the words of a duty must stand in one text. */
const minOverlap = 0.5;
const minWord = 4;
const stem = 5;

/** What an answer may rely on. */
export interface Evidence {
  /** A passage: its numbers count with their units. */
  addPassage(text: string): void;
  /** A result of a tool: its numbers have no units of their own, so each may stand for any. */
  addResult(text: string): void;
  /** The person's own words: a number of theirs may be repeated, but proves no fee and no time limit. */
  addQuestion(text: string): void;
  /** Whether the sentence says only what stands in a passage or a result. */
  supports(sentence: string): boolean;
}

export function collectEvidence(): Evidence {
  const known = new Set<string>();
  const anyKind = new Set<number>();
  const plain = new Set<number>();
  const texts: ReadonlySet<string>[] = [];
  const addWords = (text: string) => {
    const found = wordsOf(text).map((word) => word.slice(0, stem));
    if (found.length > 0) texts.push(new Set(found));
  };
  const isKnown = ({ value, kind }: Claim): boolean =>
    anyKind.has(value) || known.has(`${value} ${kind}`) || (kind === 'plain' && plain.has(value));
  const hasDuty = (sentence: string): boolean => {
    const words = wordsOf(sentence);
    // Russian and Chinese answers are translations: their words stand in no passage.
    if (words.length === 0 || isForeign(sentence)) return texts.length > 0;
    return texts.some((text) => {
      const shared = words.filter((word) => text.has(word.slice(0, stem))).length;
      return shared / words.length >= minOverlap;
    });
  };
  return {
    addPassage: (text) => {
      for (const { value, kind } of readClaims(text)) {
        known.add(`${value} ${kind}`);
        plain.add(value);
      }
      addWords(text);
    },
    addResult: (text) => {
      for (const { value } of readClaims(text)) anyKind.add(value);
      for (const [digits] of text.matchAll(/\d+/g)) anyKind.add(Number(digits));
      addWords(text);
    },
    addQuestion: (text) => {
      for (const { value, kind } of readClaims(text)) if (kind === 'plain') plain.add(value);
    },
    supports: (sentence) => {
      const said = withoutListNumber(sentence);
      if (act.test(said)) return false;
      const claims = readClaims(said);
      if (!claims.every(isKnown)) return false;
      const isUniversal = universal.test(said) && claims.some(({ kind }) => kind !== 'plain');
      return (!duty.test(said) && !isUniversal) || hasDuty(said);
    },
  };
}

const withoutListNumber = (sentence: string) => sentence.replace(/^(\s*)(?:[-*•]\s*)?\d{1,2}[.)]\s/u, '$1');

const wordsOf = (text: string): string[] => [
  ...new Set(
    fold(text)
      .split(' ')
      .filter((word) => word.length >= minWord && !/^\d+$/.test(word)),
  ),
];

/** Letters that Mongolian and English do not use, or words that only Russian has. */
const isForeign = (text: string): boolean =>
  /\p{Script=Han}/u.test(text) ||
  (/обязан|должн|необходимо|запрещ|штраф/iu.test(text) && !/[өү]/iu.test(text));
