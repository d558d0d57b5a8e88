import { ScannerUnavailable, type Verdict } from '../../modules/files/scanner-port.ts';

/** Findings of clamd (AlertExceedsMax, AlertEncrypted) that say that it could not look at everything. */
const notLookedAt = /^Heuristics\.(Limits\.Exceeded|Encrypted)/;
const longestName = 120;

/** Only the exact answer is clean: anything unknown means that nothing was said about the file. */
export function readVerdict(answer: string): Verdict {
  if (answer === 'stream: OK') return { outcome: 'clean' };
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found !== undefined)
    return { outcome: notLookedAt.test(found) ? 'unscannable' : 'infected', reason: printable(found) };
  if (answer.startsWith('INSTREAM size limit exceeded'))
    return { outcome: 'unscannable', reason: 'larger than the scanner accepts' };
  throw new ScannerUnavailable(`the scanner answered "${printable(answer)}"`);
}

/** The text goes to logs, events and pages. */
const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, longestName);
