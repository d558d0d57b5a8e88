import type { PaperWords } from './words.ts';

/** The server's limits (default of GOV_FILE_MAX_BYTES, and the number of documents per application). */
export const MAX_PAPER_MEGABYTES = 10;
export const MAX_PAPERS = 20;
export const PAPER_KINDS: readonly string[] = ['application/pdf', 'image/png', 'image/jpeg'];
const KIND_NAMES: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
};

/** "JPEG, PNG" */
export const sayKinds = (kinds: readonly string[]) =>
  kinds.map((kind) => KIND_NAMES[kind] ?? kind).join(', ');

/** Splits chosen files into those that can be sent and those that cannot, with reasons. */
export function sortPapers(
  chosen: readonly File[],
  already: number,
  words: PaperWords,
  accepts: readonly string[] = PAPER_KINDS,
): { good: File[]; faults: string[] } {
  const good: File[] = [];
  const faults: string[] = [];
  for (const file of chosen) {
    if (!accepts.includes(file.type)) faults.push(words.wrongKind(file.name, sayKinds(accepts)));
    else if (file.size === 0) faults.push(words.empty(file.name));
    else if (file.size > MAX_PAPER_MEGABYTES * 1024 * 1024)
      faults.push(words.tooLarge(file.name, MAX_PAPER_MEGABYTES));
    else if (already + good.length >= MAX_PAPERS) {
      faults.push(words.tooMany(MAX_PAPERS));
      break;
    } else good.push(file);
  }
  return { good, faults };
}
