/** What the platform dates bears the date of its country: at seven in the morning there, UTC still has yesterday. */
export const countryZone = 'Asia/Ulaanbaatar';
const format = new Intl.DateTimeFormat('sv-SE', { timeZone: countryZone, dateStyle: 'short' });

/** `YYYY-MM-DD` */
export function localDay(time: Date): string {
  return format.format(time);
}

const minute = new Intl.DateTimeFormat('sv-SE', {
  timeZone: countryZone,
  dateStyle: 'short',
  timeStyle: 'short',
});

/** `YYYY-MM-DD HH:MM` */
export function localMinute(time: Date): string {
  return minute.format(time);
}
