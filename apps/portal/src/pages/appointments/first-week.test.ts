import { describe, expect, it } from 'vitest';
import { addDays } from '../../i18n/time.ts';
import { firstWeek, mondayOf } from './first-week.ts';

describe('the weeks of an office', () => {
  it('handles weeks across month ends', () => {
    expect(mondayOf('2031-03-02')).toBe('2031-02-24');
    expect(mondayOf('2031-02-24')).toBe('2031-02-24');
    expect(addDays('2031-02-28', 1)).toBe('2031-03-01');
  });

  it('starts with the next week on a weekend', () => {
    expect(firstWeek('2031-02-24')).toBe('2031-02-24');
    expect(firstWeek('2031-02-28')).toBe('2031-02-24');
    expect(firstWeek('2031-03-01')).toBe('2031-03-03');
    expect(firstWeek('2031-03-02')).toBe('2031-03-03');
  });
});
