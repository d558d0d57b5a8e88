import { createRomanizer } from '../../kernel/latin.ts';

const romanize = createRomanizer();
const maxLength = 40;

/** Derives a role key from the name. Undefined if no usable letter is left. */
export function keyOfName(name: string): string | undefined {
  const key = romanize(name)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, maxLength)
    .replace(/^[_0-9]+|(?<!_)_+$/g, '');
  return key.length >= 2 ? key : undefined;
}
