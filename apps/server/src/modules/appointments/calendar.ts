import type { AppointmentRow } from './store.ts';

const stamp = (time: Date) => time.toISOString().replace(/[-:]|\.\d{3}/g, '');
const escapeText = (text: string) => text.replace(/[\\;,]/g, (sign) => `\\${sign}`).replace(/\r?\n/g, '\\n');

/** RFC 5545. Lines end with CRLF and are folded before 75 bytes, counted so that no letter is cut. */
export function renderCalendar(row: AppointmentRow, options: { now: Date; host: string }): string {
  const start = new Date(row.scheduled_at);
  const end = new Date(start.getTime() + row.minutes * 60_000);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Tamga//Appointments//MN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${row.id}@${options.host}`,
    `DTSTAMP:${stamp(options.now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
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
