import { describe, expect, it } from 'vitest';
import { formatView, PLAIN_VIEW, parseView, type View } from './view-memory.ts';

describe('the stored view of a list', () => {
  it('is restored unchanged', () => {
    const view: View = {
      hidden: ['email', 'created'],
      sort: { key: 'name', direction: 'descending' },
      size: 100,
    };
    expect(parseView(formatView(view))).toEqual(view);
  });

  it('is not stored if it equals the default', () => {
    expect(formatView(PLAIN_VIEW)).toBeNull();
    expect(parseView(null)).toEqual(PLAIN_VIEW);
  });

  it.each([
    'no json',
    'null',
    '7',
    '[]',
    '{"hidden":"email","sort":"name","size":"25"}',
    '{"hidden":[7,"a b",""],"sort":{"key":"name","direction":"sideways"},"size":1000000}',
  ])('is the default if %s is stored', (text) => {
    expect(parseView(text)).toEqual(PLAIN_VIEW);
  });
});
