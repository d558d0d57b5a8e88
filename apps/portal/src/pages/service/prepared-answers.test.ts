import { expect, it } from 'vitest';
import { readPreparedAnswers } from './prepared-answers.ts';

const carry = (value: unknown) =>
  `#answers=${btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')}`;

it('reads what the assistant put into the address, in Cyrillic too', () => {
  expect(readPreparedAnswers(carry({ reason: 'Сургуульд', count: 2 }))).toEqual({
    reason: 'Сургуульд',
    count: 2,
  });
});

it.each(['', '#', '#answers=', '#answers=!!', '#answers=e30x', carry([1]), carry('text'), '#part'])(
  'ignores %s',
  (hash) => {
    expect(readPreparedAnswers(hash)).toBeNull();
  },
);
