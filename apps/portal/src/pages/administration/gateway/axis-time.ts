const two = (value: number) => String(value).padStart(2, '0');

/** Short enough for an axis: the hour within a day, the day as well beyond one. */
export function formatAxisTime(iso: string, hours: number): string {
  const date = new Date(iso);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  return hours > 24 ? `${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}` : time;
}
