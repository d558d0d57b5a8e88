const two = (value: number) => String(value).padStart(2, '0');

/** The same in both languages, to the second, in the reader's own time zone: "2026-11-15 09:41:07". */
export function formatMoment(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return '';
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  const time = [two(date.getHours()), two(date.getMinutes()), two(date.getSeconds())].join(':');
  return `${day} ${time}`;
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{formatMoment(at)}</time>;
}

/** A day from a date field as the moment it begins or ends, in the reader's own time zone. */
export function readDayEdge(day: string | null, edge: 'start' | 'end'): string | undefined {
  if (!day || !/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined;
  const date = new Date(edge === 'start' ? `${day}T00:00:00.000` : `${day}T23:59:59.999`);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
