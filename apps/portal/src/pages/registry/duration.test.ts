import { expect, it } from 'vitest';
import { findOtherDeadline, readDuration, writeDuration } from './duration.ts';

const stored = (max_days: string, processing_time: string, sla_hours: string) => ({
  max_days,
  processing_time,
  sla_hours,
});

it.each([
  [{ amount: '4', unit: 'hours' }, stored('1', 'PT4H', '4')],
  [{ amount: '7', unit: 'days' }, stored('7', 'P7D', '168')],
  [{ amount: '2', unit: 'weeks' }, stored('14', 'P2W', '336')],
  [{ amount: '1', unit: 'months' }, stored('30', 'P1M', '720')],
  [{ amount: '400', unit: 'days' }, stored('400', 'P400D', '8760')],
] as const)('a duration sets all that the passport stores, and is read again: %j', (duration, expected) => {
  expect(writeDuration(duration)).toEqual(expected);
  expect(readDuration(expected)).toEqual(duration);
  expect(findOtherDeadline(expected)).toBeNull();
});

it('reads what citizens are promised where the stored values differ, and names the other deadline', () => {
  expect(readDuration(stored('20', '', '72'))).toEqual({ amount: '20', unit: 'days' });
  expect(findOtherDeadline(stored('20', '', '72'))).toBe(72);
  expect(readDuration(stored('5', 'P2W', '72'))).toEqual({ amount: '5', unit: 'days' });
  expect(readDuration(stored('0', 'PT0S', '0'))).toEqual({ amount: '0', unit: 'days' });
});

it('keeps what was typed wrong', () => {
  for (const amount of ['', 'soon', '-3', '1.5'])
    expect(writeDuration({ amount, unit: 'weeks' })).toEqual({ max_days: amount, processing_time: '' });
});
