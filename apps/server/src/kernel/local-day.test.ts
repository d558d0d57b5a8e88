import { afterEach, describe, expect, it } from 'vitest';
import { localDay, localMinute, offsetAt, setPlatformZone, writeMinute } from './local-day.ts';

const evening = new Date('2026-11-15T20:30:00Z');

describe('the platform time zone', () => {
  afterEach(() => setPlatformZone('Asia/Ulaanbaatar'));

  it('is Ulaanbaatar by default, where the next day has already begun', () => {
    expect([localDay(evening), localMinute(evening), offsetAt(evening)]).toEqual([
      '2026-11-16',
      '2026-11-16 04:30',
      '+0800',
    ]);
    expect(writeMinute(evening)).toEqual({
      mn: '2026 оны 11-р сарын 16, 04:30',
      en: '16 November 2026, 04:30',
    });
  });

  it.each([
    ['America/St_Johns', '2026-11-15 17:00', '-0330'],
    ['UTC', '2026-11-15 20:30', '+0000'],
  ])('follows the setting: %s', (zone, minute, offset) => {
    setPlatformZone(zone);
    expect([localMinute(evening), offsetAt(evening)]).toEqual([minute, offset]);
  });
});
