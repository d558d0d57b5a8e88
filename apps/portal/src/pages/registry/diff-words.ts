export interface Piece {
  text: string;
  isChanged: boolean;
}

/** Above this number of word pairs the texts are shown as entirely different. */
const MOST_PAIRS = 4_000_000;

/** A space inside a number does not split it. */
const split = (text: string): string[] => text.match(/[^\S\u00a0]+|[\S\u00a0]+/g) ?? [];

/** The length of the longest common subsequence from each position on. */
function countCommon(before: readonly string[], after: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let one = before.length - 1; one >= 0; one -= 1) {
    const row = table[one] ?? new Uint16Array(0);
    const below = table[one + 1] ?? new Uint16Array(0);
    for (let other = after.length - 1; other >= 0; other -= 1)
      row[other] =
        before[one] === after[other]
          ? (below[other + 1] ?? 0) + 1
          : Math.max(below[other] ?? 0, row[other + 1] ?? 0);
  }
  return table;
}

/** Joins neighbours of the same kind; a space between two changed words is marked too. */
function join(words: readonly Piece[]): Piece[] {
  const pieces: Piece[] = [];
  words.forEach(({ text, isChanged }, at) => {
    const isBridge =
      !isChanged &&
      text.trim() === '' &&
      words[at - 1]?.isChanged === true &&
      words[at + 1]?.isChanged === true;
    const last = pieces.at(-1);
    const kind = isChanged || isBridge;
    if (last && last.isChanged === kind) last.text += text;
    else pieces.push({ text, isChanged: kind });
  });
  return pieces;
}

/** Compares two texts word by word and splits each into common and changed pieces. */
export function diffWords(before: string, after: string): { before: Piece[]; after: Piece[] } {
  const [old, fresh] = [split(before), split(after)];
  if (old.length * fresh.length > MOST_PAIRS)
    return { before: [{ text: before, isChanged: true }], after: [{ text: after, isChanged: true }] };
  const common = countCommon(old, fresh);
  const pieces: { before: Piece[]; after: Piece[] } = { before: [], after: [] };
  let [one, other] = [0, 0];
  while (one < old.length || other < fresh.length) {
    const [was = '', is = ''] = [old[one], fresh[other]];
    if (one < old.length && other < fresh.length && was === is) {
      pieces.before.push({ text: was, isChanged: false });
      pieces.after.push({ text: is, isChanged: false });
      one += 1;
      other += 1;
    } else if (
      other >= fresh.length ||
      (one < old.length && (common[one + 1]?.[other] ?? 0) >= (common[one]?.[other + 1] ?? 0))
    ) {
      pieces.before.push({ text: was, isChanged: true });
      one += 1;
    } else {
      pieces.after.push({ text: is, isChanged: true });
      other += 1;
    }
  }
  return { before: join(pieces.before), after: join(pieces.after) };
}
