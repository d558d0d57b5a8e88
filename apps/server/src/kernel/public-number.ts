import { randomInt } from 'node:crypto';
import { localDay } from './local-day.ts';

export const numberTries = 20;
const shortTries = 10;

/**
 * What people quote on paper and on the telephone: the country's year and six digits, as everybody expects, while the
 * year has room for them. A country may file more than that holds: after some tries in vain there are nine.
 */
export function drawNumber(kind: 'APP' | 'REF', now: Date, attempt: number): string {
  const digits = attempt < shortTries ? randomInt(100_000, 1_000_000) : randomInt(100_000_000, 1_000_000_000);
  return `${kind}-${localDay(now).slice(0, 4)}-${digits}`;
}
