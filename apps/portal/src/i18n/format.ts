import type { Language } from './language.ts';
import type { Dictionary } from './mn.ts';
import { clockAt, dayAt, stampAt, weekdayOf } from './time.ts';

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

const WEEKDAYS = {
  mn: ['Ням', 'Даваа', 'Мягмар', 'Лхагва', 'Пүрэв', 'Баасан', 'Бямба'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

/** "11-р сарын 20", "20 November". Not every browser has Mongolian month names, so Intl is not used. */
export function formatMonthDay(day: string, language: Language): string {
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8, 10))];
  return language === 'mn' ? `${month}-р сарын ${date}` : `${date} ${MONTHS[month - 1] ?? ''}`;
}

/** The day of a moment in the platform's calendar; empty for an invalid date. */
export function formatDate(iso: string, language: Language): string {
  const day = dayAt(iso);
  if (day === '') return '';
  const year = String(Number(day.slice(0, 4)));
  const monthAndDay = formatMonthDay(day, language);
  return language === 'mn' ? `${year} оны ${monthAndDay}` : `${monthAndDay} ${year}`;
}

/** The last day of a limit, which is the midnight after it. */
export const formatLastDay = (limit: string, language: Language): string =>
  formatDate(new Date(Date.parse(limit) - 1).toISOString(), language);

/** Day and minute in the platform's time zone. */
export function formatDateTime(iso: string | undefined, language: Language): string {
  const clock = clockAt(iso);
  return iso === undefined || clock === '' ? '' : `${formatDate(iso, language)}, ${clock}`;
}

/** "11-р сарын 16 – 22", "16 – 22 November"; names both months if they differ. */
export function formatSpan(from: string, to: string, language: Language): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const dayOf = (day: string) => String(Number(day.slice(8)));
  const [first, last] = [formatMonthDay(from, language), formatMonthDay(to, language)];
  if (!isOneMonth) return `${first} – ${last}`;
  return language === 'mn' ? `${first} – ${dayOf(to)}` : `${dayOf(from)} – ${last}`;
}

export function formatDayParts(day: string, language: Language): { weekday: string; date: string } {
  return { weekday: WEEKDAYS[language][weekdayOf(day)] ?? '', date: formatMonthDay(day, language) };
}

/** "Пүрэв, 11-р сарын 19", "Thursday 19 November". */
export function formatWeekdayDate(day: string, language: Language): string {
  const { weekday, date } = formatDayParts(day, language);
  return `${weekday}${language === 'mn' ? ',' : ''} ${date}`;
}

/** Weekday, date and minute of a moment in the platform's time zone. */
export function formatWeekdayTime(iso: string, language: Language): string {
  return `${formatWeekdayDate(dayAt(iso), language)}, ${clockAt(iso)}`;
}

/** Same format in both languages, to the second: "2026-11-15 09:41:07". */
export function formatMoment(iso: string): string {
  return stampAt(iso);
}

/** Short enough for an axis: the hour within one day, otherwise the day too. */
export function formatAxisTime(iso: string, hours: number): string {
  return hours > 24 ? stampAt(iso).slice(5, 16) : clockAt(iso);
}

/** 75 → "1:15" */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** For "in …": whole minutes above a minute and a half, seconds below. */
export function formatWait(seconds: number, words: Dictionary['time']): string {
  const whole = Math.max(1, Math.ceil(seconds));
  return whole > 90 ? words.inMinutes(Math.ceil(whole / 60)) : words.inSeconds(whole);
}

const thousands = new Intl.NumberFormat('en-US');

/** Whole tögrögs: "25 000 ₮", "MNT 25,000", with non-breaking spaces. */
export function formatMoney(amount: number, language: Language): string {
  const digits = thousands.format(Math.round(amount)).replaceAll(',', language === 'mn' ? '\u00a0' : ',');
  return language === 'mn' ? `${digits}\u00a0₮` : `MNT\u00a0${digits}`;
}

/** "1 kB", "1.4 MB", "2.0 GB", with non-breaking spaces. */
export function formatSize(bytes: number, language: Language = 'en'): string {
  const [kilo, mega, giga] = language === 'mn' ? ['кБ', 'МБ', 'ГБ'] : ['kB', 'MB', 'GB'];
  if (bytes < 1024 * 1024) return `${bytes === 0 ? 0 : Math.max(1, Math.round(bytes / 1024))}\u00a0${kilo}`;
  return bytes < 1024 ** 3
    ? `${(bytes / 1024 ** 2).toFixed(1)}\u00a0${mega}`
    : `${(bytes / 1024 ** 3).toFixed(1)}\u00a0${giga}`;
}

/** "just now", "5 minutes ago", "3 hours ago", "2 days ago"; whole units, rounded down. */
export function formatAgo(iso: string, nowMs: number, language: Language): string {
  const minutes = Math.floor((nowMs - Date.parse(iso)) / 60_000);
  if (minutes < 1) return language === 'mn' ? 'дөнгөж сая' : 'just now';
  const [count, mn, en] =
    minutes < 60
      ? [minutes, 'минутын', 'minute']
      : minutes < 48 * 60
        ? [Math.floor(minutes / 60), 'цагийн', 'hour']
        : [Math.floor(minutes / 1440), 'өдрийн', 'day'];
  return language === 'mn' ? `${count} ${mn} өмнө` : `${count} ${en}${count === 1 ? '' : 's'} ago`;
}
