/** The zone of every official date and time; `TIME_ZONE` sets it once, when the platform is put together. */
let zone = 'Asia/Ulaanbaatar';

export function setPlatformZone(name: string): void {
  zone = name;
}

export function platformZone(): string {
  return zone;
}

/** An IANA name. An offset such as +08:00 is refused: PostgreSQL reads its sign the other way round. */
export function isTimeZone(name: string): boolean {
  if (!/^(?:UTC|[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `YYYY-MM-DD`: at seven in the morning in Ulaanbaatar, UTC still has yesterday. */
export function localDay(time: Date): string {
  return localSecond(time).slice(0, 10);
}

/** `YYYY-MM-DD HH:mm` */
export function localMinute(time: Date): string {
  return localSecond(time).slice(0, 16);
}

/** `YYYY-MM-DD HH:mm:ss`, by the platform's clock unless another zone is named. */
export function localSecond(time: Date, timeZone = zone): string {
  const part = new Map(
    formatIn(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const day = [part.get('year')?.padStart(4, '0'), part.get('month'), part.get('day')].join('-');
  return `${day} ${[part.get('hour'), part.get('minute'), part.get('second')].join(':')}`;
}

/** Making a format costs a hundred times what using it does. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(timeZone, format);
  return format;
}

/** How far the platform's clock is ahead of UTC at this moment: `+0800`. */
export function offsetAt(time: Date): string {
  const ahead = (Date.parse(`${localSecond(time).replace(' ', 'T')}Z`) - time.getTime()) / 60_000;
  const minutes = Math.abs(Math.round(ahead));
  const two = (value: number) => String(value).padStart(2, '0');
  return `${ahead < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}${two(minutes % 60)}`;
}

const writtenDay = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'UTC',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});

/** A day of the calendar (`YYYY-MM-DD`) in words; it belongs to no zone. */
export function writeDay(day: string): { mn: string; en: string } {
  const [year, month, date] = day.split('-').map(Number);
  return { mn: `${year} оны ${month}-р сарын ${date}`, en: writtenDay.format(new Date(`${day}T00:00:00Z`)) };
}
