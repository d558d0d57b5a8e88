import type { Language } from '../../i18n/language.ts';

/** Offices keep their own clock, wherever the person looks at it from. */
const OFFICE_ZONE = 'Asia/Ulaanbaatar';
const DAY_MS = 24 * 60 * 60_000;

const dayFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: OFFICE_ZONE, dateStyle: 'short' });
const clockFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: OFFICE_ZONE, timeStyle: 'short' });

/** `2026-11-20`, on the office's calendar. */
export const officeDay = (time: Date): string => dayFormat.format(time);
/** `09:30`, on the office's clock. */
export const officeClock = (iso: string): string => clockFormat.format(new Date(iso));

const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);
export const addDays = (day: string, count: number): string =>
  new Date(noon(day) + count * DAY_MS).toISOString().slice(0, 10);
/** The Monday of the week that a day lies in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(noon(day)).getUTCDay() + 6) % 7));
/** The week to begin with: nothing is left of one that is at its weekend. */
export const firstWeek = (today: string): string => mondayOf(addDays(today, 2));

/** "11-р сарын 16 – 22", "16 – 22 November"; with both months where they differ. */
export function saySpan(from: string, to: string, language: Language): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const dayOf = (day: string) => String(Number(day.slice(8)));
  if (language === 'mn') {
    const monthAndDay = (day: string) => `${Number(day.slice(5, 7))}-р сарын ${dayOf(day)}`;
    return `${monthAndDay(from)} – ${isOneMonth ? dayOf(to) : monthAndDay(to)}`;
  }
  const monthAndDay = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', day: 'numeric', month: 'long' });
  const last = monthAndDay.format(noon(to));
  return `${isOneMonth ? dayOf(from) : monthAndDay.format(noon(from))} – ${last}`;
}

const WEEKDAYS = ['Ням', 'Даваа', 'Мягмар', 'Лхагва', 'Пүрэв', 'Баасан', 'Бямба'];

/** The weekday and the date, apart; by hand for Mongolian, which not every browser speaks. */
export function sayDayParts(day: string, language: Language): { weekday: string; date: string } {
  const time = new Date(noon(day));
  if (language === 'mn')
    return {
      weekday: WEEKDAYS[time.getUTCDay()] ?? '',
      date: `${time.getUTCMonth() + 1}-р сарын ${time.getUTCDate()}`,
    };
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options }).format(time);
  return { weekday: format({ weekday: 'long' }), date: format({ day: 'numeric', month: 'long' }) };
}

/** "Пүрэв, 11-р сарын 19", "Thursday 19 November". */
export function sayDay(day: string, language: Language): string {
  const { weekday, date } = sayDayParts(day, language);
  return `${weekday}${language === 'mn' ? ',' : ''} ${date}`;
}

export function sayMoment(iso: string, language: Language): string {
  return `${sayDay(officeDay(new Date(iso)), language)}, ${officeClock(iso)}`;
}
