import { describe, expect, it } from 'vitest';
import { formatPending, parsePending } from './pending.ts';

const pending = { sid: 'abc', next: '/home', use: 'sign-in' } as const;

describe('parsePending', () => {
  it('restores the stored value', () => {
    expect(parsePending(formatPending(pending, 1000), 2000)).toEqual(pending);
  });

  it('keeps the use case', () => {
    const onboarding = { ...pending, use: 'onboarding' } as const;
    expect(parsePending(formatPending(onboarding, 1000), 2000)).toEqual(onboarding);
    expect(parsePending('{"sid":"a","next":"/","use":"else","at":1000}', 2000)?.use).toBe('sign-in');
  });

  it('expires after ten minutes and rejects future times', () => {
    expect(parsePending(formatPending(pending, 1000), 1000 + 10 * 60_000)).toBeNull();
    expect(parsePending(formatPending(pending, 1000), 999)).toBeNull();
  });

  it('is null for any other text', () => {
    for (const text of [null, '', 'x', 'null', '[]', '{"sid":1,"next":"/","at":1}', '{"sid":"a","at":1}']) {
      expect(parsePending(text, 2000)).toBeNull();
    }
  });
});
