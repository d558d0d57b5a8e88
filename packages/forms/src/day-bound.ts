/** Grammar of a bound: `2026-01-31`, `today`, or `today` with an ISO 8601 duration of one unit. */
const relative = /^today(?:([+-])P(\d{1,3})([DWMY]))?$/;
const absolute = /^\d{4}-\d{2}-\d{2}$/;
const dayMs = 24 * 3_600_000;

const write = (time: number) => new Date(time).toISOString().slice(0, 10);
/** Rejects February 30, which matches the pattern. */
export const isDay = (text: string): boolean => {
  const time = Date.parse(`${text}T00:00:00Z`);
  return absolute.test(text) && !Number.isNaN(time) && write(time) === text;
};

export const isDayBound = (value: unknown): boolean =>
  typeof value === 'string' && (relative.test(value) || isDay(value));

/** Resolves a bound; both days are `YYYY-MM-DD`. */
export function resolveDay(bound: string, today: string): string {
  const [, sign, count, unit] = relative.exec(bound) ?? [];
  if (count === undefined) return bound === 'today' ? today : bound;
  const by = Number(count) * (sign === '-' ? -1 : 1);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  if (unit === 'D' || unit === 'W')
    return write(Date.UTC(year, month - 1, day) + by * (unit === 'W' ? 7 : 1) * dayMs);
  const months = year * 12 + (month - 1) + by * (unit === 'Y' ? 12 : 1);
  const [toYear, toMonth] = [Math.floor(months / 12), months % 12];
  // Short months: one year before February 29 is February 28.
  const lastDay = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  return write(Date.UTC(toYear, toMonth, Math.min(day, lastDay)));
}
