/**
 * The platform's clock and calendar, the only one in the portal. A paper and the page that verifies it show the same
 * day wherever the reader is: the browser's own time zone is never asked.
 */
export const platformZone: string = readZone();

function readZone(): string {
  // Tests of single functions run without a page.
  const page = typeof document === 'undefined' ? undefined : document.documentElement;
  return page?.dataset.timeZone ?? 'Asia/Ulaanbaatar';
}

const format = new Intl.DateTimeFormat('en-GB', {
  timeZone: platformZone,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

const CALENDAR_DAY = /^\d{4}-\d{2}-\d{2}$/;
const DAY_MS = 24 * 60 * 60_000;

/** `2026-11-15 09:41:07`, or nothing for what is no moment. */
export function stampAt(time: Date | string | undefined): string {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const part = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const day = [part.get('year')?.padStart(4, '0'), part.get('month'), part.get('day')].join('-');
  return `${day} ${[part.get('hour'), part.get('minute'), part.get('second')].join(':')}`;
}

/** `2026-11-15`. A day without a time is a day of the calendar and belongs to no zone. */
export function dayAt(time: Date | string | undefined): string {
  if (typeof time === 'string' && CALENDAR_DAY.test(time)) return isDay(time) ? time : '';
  return stampAt(time).slice(0, 10);
}

/** 30 February is no day, although JavaScript reads it as one of March. */
export function isDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`);
  return CALENDAR_DAY.test(text) && !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text);
}

/** `09:41` */
export function clockAt(time: Date | string | undefined): string {
  return stampAt(time).slice(11, 16);
}

/** For arithmetic with days, in which no zone takes part. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
export const addDays = (day: string, count: number): string =>
  new Date(noonOf(day) + count * DAY_MS).toISOString().slice(0, 10);
/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(noonOf(day)).getUTCDay();

/** A day from a date field as the moment it begins or ends. */
export function readDayEdge(day: string | null, edge: 'start' | 'end'): string | undefined {
  if (!day || !isDay(day)) return undefined;
  const begins = (wanted: string) => {
    const asUtc = Date.parse(`${wanted}T00:00:00Z`);
    const aheadOf = (ms: number) => Date.parse(`${stampAt(new Date(ms)).replace(' ', 'T')}Z`) - ms;
    // Asked again at the moment found, for a day on which the clocks change.
    return asUtc - aheadOf(asUtc - aheadOf(asUtc));
  };
  return new Date(edge === 'start' ? begins(day) : begins(addDays(day, 1)) - 1).toISOString();
}

/** Whether the reader's own clock shows another time now. */
export function isReaderElsewhere(now: Date): boolean {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const inZone = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  return own !== platformZone && inZone(own) !== inZone(platformZone);
}
