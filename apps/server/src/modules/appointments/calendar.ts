import { localSecond, offsetAt, platformZone } from '../../kernel/local-day.ts';
import type { AppointmentView } from './schemas.ts';

const stamp = (time: Date) => time.toISOString().replace(/[-:]|\.\d{3}/g, '');
const localStamp = (time: Date) => localSecond(time).replace(/[-:]/g, '').replace(' ', 'T');
/** A lone CR also breaks a line and would let a note inject calendar lines; RFC 5545 forbids control characters in text. */
const escapeText = (text: string) =>
  text
    .replace(/[\\;,]/g, (sign) => `\\${sign}`)
    .replace(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replace(/[\p{Cc}--\t]/gv, '');

/** RFC 5545: lines end with CRLF and are folded below 75 bytes without splitting a character. */
export function renderCalendar(row: AppointmentView, options: { now: Date; host: string }): string {
  const start = new Date(row.scheduled_at);
  const end = new Date(start.getTime() + row.minutes * 60_000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tamga//Appointments//MN',
    'METHOD:PUBLISH',
    // One fixed offset is enough for a single event; calendars resolve the zone by its name anyway.
    'BEGIN:VTIMEZONE',
    `TZID:${platformZone()}`,
    'BEGIN:STANDARD',
    'DTSTART:19700101T000000',
    `TZOFFSETFROM:${offsetAt(start)}`,
    `TZOFFSETTO:${offsetAt(start)}`,
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${row.id}@${options.host}`,
    `DTSTAMP:${stamp(options.now)}`,
    // A calendar accepts an update of an event only with a higher SEQUENCE (RFC 5546).
    `SEQUENCE:${row.status === 'cancelled' ? 1 : 0}`,
    `DTSTART;TZID=${platformZone()}:${localStamp(start)}`,
    `DTEND;TZID=${platformZone()}:${localStamp(end)}`,
    `SUMMARY:${escapeText([row.service_name, row.agency].filter(Boolean).join(' – '))}`,
    ...(row.location === '' ? [] : [`LOCATION:${escapeText(row.location)}`]),
    ...(row.note === '' ? [] : [`DESCRIPTION:${escapeText(row.note)}`]),
    `STATUS:${row.status === 'cancelled' ? 'CANCELLED' : 'CONFIRMED'}`,
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(fold).join('\r\n')}\r\n`;
}

function fold(line: string): string {
  const parts: string[] = [];
  let part = '';
  for (const letter of line) {
    if (Buffer.byteLength(part + letter) > 73) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part].join('\r\n ');
}
