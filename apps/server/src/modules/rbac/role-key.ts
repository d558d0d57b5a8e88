import { createRomanizer } from '../../kernel/latin.ts';

const romanize = createRomanizer();
const longest = 40;

/** The key of a role whose maker gave none. Undefined when the name leaves nothing to make one of. */
export function keyOfName(name: string): string | undefined {
  const key = romanize(name)
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, longest)
    .replace(/^[_0-9]+|_+$/g, '');
  return key.length >= 2 ? key : undefined;
}
