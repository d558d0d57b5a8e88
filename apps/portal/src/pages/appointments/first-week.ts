import { addDays, weekdayOf } from '../../i18n/time.ts';

/** The Monday of a day's week. */
export const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));
/** The first week to show: the next one on a weekend. */
export const firstWeek = (today: string): string => mondayOf(addDays(today, 2));
