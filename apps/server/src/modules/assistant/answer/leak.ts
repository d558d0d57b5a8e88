/** Letters of a run that counts as a quotation of the guardrails. */
const run = 28;

const squash = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]+/gu, '');
const turn = (text: string): string =>
  text.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 97 + 13) % 26) + 97));
const reverse = (text: string): string => [...text].reverse().join('');

/**
 * Finds guardrails in an answer, however they are spaced, cut into lines, turned backwards or shifted. Encodings
 * without blanks are removed elsewhere, as words that are too long.
 */
export function createLeakCheck(hidden: string): (sentence: string) => boolean {
  const plain = squash(hidden);
  const runs = new Set<string>();
  for (const form of [plain, reverse(plain), turn(plain)])
    for (let at = 0; at + run <= form.length; at += 1) runs.add(form.slice(at, at + run));
  let tail = '';
  return (sentence) => {
    const text = tail + squash(sentence);
    let leaks = false;
    for (let at = 0; at + run <= text.length && !leaks; at += 1) leaks = runs.has(text.slice(at, at + run));
    tail = text.slice(-(run - 1));
    return leaks;
  };
}
