import { describe, expect, it } from 'vitest';
import { addDays } from '../../i18n/time.ts';
import { firstWeek, mondayOf, sayDay, sayMoment, saySpan } from './office-time.ts';

describe('office time', () => {
  it('knows weeks across the ends of months', () => {
    expect(mondayOf('2031-03-02')).toBe('2031-02-24');
    expect(mondayOf('2031-02-24')).toBe('2031-02-24');
    expect(addDays('2031-02-28', 1)).toBe('2031-03-01');
  });

  it('begins with the coming week once this one is at its weekend', () => {
    expect(firstWeek('2031-02-24')).toBe('2031-02-24');
    expect(firstWeek('2031-02-28')).toBe('2031-02-24');
    expect(firstWeek('2031-03-01')).toBe('2031-03-03');
    expect(firstWeek('2031-03-02')).toBe('2031-03-03');
  });

  it('says a day in both languages', () => {
    expect(sayDay('2031-03-06', 'mn')).toBe('Пүрэв, 3-р сарын 6');
    expect(sayDay('2031-03-06', 'en')).toBe('Thursday 6 March');
    expect(sayMoment('2031-03-05T17:00:00Z', 'mn')).toBe('Пүрэв, 3-р сарын 6, 01:00');
  });

  it('names the month of a week once, and both where it has two', () => {
    expect(saySpan('2031-03-03', '2031-03-09', 'mn')).toBe('3-р сарын 3 – 9');
    expect(saySpan('2031-03-03', '2031-03-09', 'en')).toBe('3 – 9 March');
    expect(saySpan('2031-03-31', '2031-04-06', 'mn')).toBe('3-р сарын 31 – 4-р сарын 6');
    expect(saySpan('2031-03-31', '2031-04-06', 'en')).toBe('31 March – 6 April');
  });
});
