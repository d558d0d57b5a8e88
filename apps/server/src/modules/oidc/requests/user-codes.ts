import { createHmac } from 'node:crypto';

/** Capitals of a Mongolian keyboard that look like the Latin ones on the device's screen. */
const lookAlikes: Readonly<Record<string, string>> = {
  В: 'B',
  С: 'C',
  Н: 'H',
  К: 'K',
  М: 'M',
  Р: 'P',
  Т: 'T',
  Х: 'X',
};

/** People type small letters, spaces and dashes, and have a Cyrillic keyboard. */
export function normalizeUserCode(typed: string): string {
  return typed
    .toUpperCase()
    .replace(/[ВСНКМРТХ]/g, (letter) => lookAlikes[letter] ?? letter)
    .replace(/[^A-Z0-9]/g, '');
}

/** Keyed, because all codes can be tried against a plain hash within minutes. */
export function hashUserCode(stateKey: string, normalized: string): Buffer {
  return createHmac('sha256', stateKey).update(`device user code ${normalized}`).digest();
}
