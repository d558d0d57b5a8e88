/** The time zone of every official date and time; `TIME_ZONE` sets it once at startup. */
let zone = 'Asia/Ulaanbaatar';

export function setPlatformZone(name: string): void {
  zone = name;
}

export function platformZone(): string {
  return zone;
}

/**
 * Accepts an IANA name and rejects an offset such as +08:00, because PostgreSQL reads its sign the other way
 * round.
 */
export function isTimeZone(name: string): boolean {
  if (!/^(?:UTC|[A-Za-z]+(?:\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** `YYYY-MM-DD`; at seven in the morning in Ulaanbaatar the UTC date is still yesterday. */
export function localDay(time: Date): string {
  return localSecond(time).slice(0, 10);
}

/** `YYYY-MM-DD HH:mm` */
export function localMinute(time: Date): string {
  return localSecond(time).slice(0, 16);
}

/** `YYYY-MM-DD HH:mm:ss`, in the platform time zone by default. */
export function localSecond(time: Date, timeZone = zone): string {
  const part = new Map(
    formatIn(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, value]),
  );
  const day = [part.get('year')?.padStart(4, '0'), part.get('month'), part.get('day')].join('-');
  return `${day} ${[part.get('hour'), part.get('minute'), part.get('second')].join(':')}`;
}

/** Creating a formatter costs a hundred times as much as using it. */
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

/** UTC offset of the platform time zone at this moment: `+0800`. */
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

/** A calendar day (`YYYY-MM-DD`) in words; it has no time zone. */
export function writeDay(day: string): { mn: string; en: string } {
  const [year, month, date] = day.split('-').map(Number);
  return { mn: `${year} оны ${month}-р сарын ${date}`, en: writtenDay.format(new Date(`${day}T00:00:00Z`)) };
}

/** Day and minute in words, for messages to people. */
export function writeMinute(time: Date): { mn: string; en: string } {
  const { mn, en } = writeDay(localDay(time));
  const minute = localMinute(time).slice(11);
  return { mn: `${mn}, ${minute}`, en: `${en}, ${minute}` };
}
