/** A sentence without an end is given out at this length, so that a model cannot fill the memory. */
const maxHeld = 2000;

/**
 * Cuts text that arrives in pieces into sentences, with their blanks. A full stop ends one only before a blank: an
 * address or a number with a point is never cut.
 */
export function cutSentences(give: (sentence: string) => void): {
  push(piece: string): void;
  end(): void;
  reset(): void;
} {
  let held = '';
  const drain = () => {
    for (let end = findEnd(held); end > 0; end = findEnd(held)) {
      const sentence = held.slice(0, end);
      held = held.slice(end);
      give(sentence);
    }
    while (held.length > maxHeld) {
      const blank = held.lastIndexOf(' ', maxHeld);
      const at = blank > 0 ? blank + 1 : maxHeld;
      const sentence = held.slice(0, at);
      held = held.slice(at);
      give(sentence);
    }
  };
  return {
    push: (piece) => {
      held += piece;
      drain();
    },
    end: () => {
      if (held !== '') give(held);
      held = '';
    },
    reset: () => {
      held = '';
    },
  };
}

const ends = /\n+|(?<![.!?…])[.!?…]+["'»”)\]]*\s+|[。！？]+/gu;

function findEnd(text: string): number {
  ends.lastIndex = 0;
  for (let found = ends.exec(text); found !== null; found = ends.exec(text)) {
    const before = text.slice(0, found.index);
    const after = found.index + found[0].length;
    const lineSoFar = before.slice(before.lastIndexOf('\n') + 1);
    // The number of a list item, and an abbreviation such as «т.» or "e.g.".
    const isNoEnd =
      found[0].startsWith('.') && (/^\s*\d{1,3}$/.test(lineSoFar) || /(?:^|[\s.(])\p{L}$/u.test(lineSoFar));
    if (isNoEnd && !found[0].includes('\n')) continue;
    return after;
  }
  return -1;
}
