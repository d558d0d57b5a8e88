import { formatMonthDay } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { addDays, clockAt, dayAt, weekdayOf } from '../../i18n/time.ts';

/** The Monday of the week that a day lies in. */
export const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));
/** The week to begin with: nothing is left of one that is at its weekend. */
export const firstWeek = (today: string): string => mondayOf(addDays(today, 2));

/** "11-р сарын 16 – 22", "16 – 22 November"; with both months where they differ. */
export function saySpan(from: string, to: string, language: Language): string {
  const isOneMonth = from.slice(0, 7) === to.slice(0, 7);
  const dayOf = (day: string) => String(Number(day.slice(8)));
  const [first, last] = [formatMonthDay(from, language), formatMonthDay(to, language)];
  if (!isOneMonth) return `${first} – ${last}`;
  return language === 'mn' ? `${first} – ${dayOf(to)}` : `${dayOf(from)} – ${last}`;
}

const WEEKDAYS = {
  mn: ['Ням', 'Даваа', 'Мягмар', 'Лхагва', 'Пүрэв', 'Баасан', 'Бямба'],
  en: ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
};

/** The weekday and the date, apart. */
export function sayDayParts(day: string, language: Language): { weekday: string; date: string } {
  return { weekday: WEEKDAYS[language][weekdayOf(day)] ?? '', date: formatMonthDay(day, language) };
}

/** "Пүрэв, 11-р сарын 19", "Thursday 19 November". */
export function sayDay(day: string, language: Language): string {
  const { weekday, date } = sayDayParts(day, language);
  return `${weekday}${language === 'mn' ? ',' : ''} ${date}`;
}

export function sayMoment(iso: string, language: Language): string {
  return `${sayDay(dayAt(iso), language)}, ${clockAt(iso)}`;
}
