import { addDays, weekdayOf } from '../../i18n/time.ts';

/** The Monday of the week that a day lies in. */
export const mondayOf = (day: string): string => addDays(day, -((weekdayOf(day) + 6) % 7));
/** The week to begin with: nothing is left of one that is at its weekend. */
export const firstWeek = (today: string): string => mondayOf(addDays(today, 2));
