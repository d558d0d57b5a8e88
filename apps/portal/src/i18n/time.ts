/**
 * The only time zone and calendar of the portal. A certificate and the page that verifies it must show the same day
 * wherever the reader is, so no date is shown in the time zone of the browser.
 */
export const platformZone: string = readZone();

function readZone(): string {
  // Unit tests run without a page.
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

/** `2026-11-15 09:41:07`, or empty for an invalid moment. */
export function stampAt(time: Date | string | undefined): string {
  const date = new Date(time ?? '');
  if (Number.isNaN(date.getTime())) return '';
  const part = new Map(format.formatToParts(date).map(({ type, value }) => [type, value]));
  const day = [part.get('year')?.padStart(4, '0'), part.get('month'), part.get('day')].join('-');
  return `${day} ${[part.get('hour'), part.get('minute'), part.get('second')].join(':')}`;
}

/** `2026-11-15`. A day without a time is a calendar day and has no time zone. */
export function dayAt(time: Date | string | undefined): string {
  if (typeof time === 'string' && CALENDAR_DAY.test(time)) return isDay(time) ? time : '';
  return stampAt(time).slice(0, 10);
}

/** Rejects 30 February, which JavaScript reads as a day of March. */
export function isDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`);
  return CALENDAR_DAY.test(text) && !Number.isNaN(noon.getTime()) && noon.toISOString().startsWith(text);
}

/** `09:41` */
export function clockAt(time: Date | string | undefined): string {
  return stampAt(time).slice(11, 16);
}

/** For day arithmetic without a time zone. */
export const noonOf = (day: string): number => Date.parse(`${day}T12:00:00Z`);
export const addDays = (day: string, count: number): string =>
  new Date(noonOf(day) + count * DAY_MS).toISOString().slice(0, 10);
/** 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(noonOf(day)).getUTCDay();

/** The moment of a date and a time that a person wrote, `2026-11-15T09:41`; undefined if there is none. */
export function readLocalTime(text: string): string | undefined {
  const asUtc = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text) ? Date.parse(`${text}:00Z`) : Number.NaN;
  if (Number.isNaN(asUtc) || !isDay(text.slice(0, 10))) return undefined;
  const aheadOf = (ms: number) => Date.parse(`${stampAt(new Date(ms)).replace(' ', 'T')}Z`) - ms;
  // Computed twice, because the offset differs on a day of a clock change.
  return new Date(asUtc - aheadOf(asUtc - aheadOf(asUtc))).toISOString();
}

/** The value of a date and time field: `2026-11-15T09:41`. */
export const localTimeOf = (time: Date | string | undefined): string =>
  stampAt(time).slice(0, 16).replace(' ', 'T');

/** The moment at which a day of a date field starts or ends. */
export function readDayEdge(day: string | null, edge: 'start' | 'end'): string | undefined {
  if (!day || !isDay(day)) return undefined;
  if (edge === 'start') return readLocalTime(`${day}T00:00`);
  const next = readLocalTime(`${addDays(day, 1)}T00:00`);
  return next && new Date(Date.parse(next) - 1).toISOString();
}

/** True if the reader's clock shows another time now. */
export function isReaderElsewhere(now: Date): boolean {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const inZone = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(now);
  return own !== platformZone && inZone(own) !== inZone(platformZone);
}

/** What the person's own browser is set to, for applications that they sign in to. */
export function readBrowser(): { locale?: string; zoneinfo?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    ...(navigator.language ? { locale: navigator.language } : {}),
    ...(timeZone ? { zoneinfo: timeZone } : {}),
  };
}
