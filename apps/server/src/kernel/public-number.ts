import { randomInt } from 'node:crypto';
import { localDay } from './local-day.ts';

export const numberTries = 20;
const shortTries = 10;

/**
 * The number that people quote on paper and on the telephone: the local year and six digits. A year may need
 * more than a million numbers: after some collisions the number has nine digits.
 */
export function drawNumber(kind: 'APP' | 'REF' | 'CONTACT', now: Date, attempt: number): string {
  const digits = attempt < shortTries ? randomInt(100_000, 1_000_000) : randomInt(100_000_000, 1_000_000_000);
  return `${kind}-${localDay(now).slice(0, 4)}-${digits}`;
}
