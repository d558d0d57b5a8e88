import { downloadFile } from '../download-file.ts';

export type CsvValue = string | number;

/** A spreadsheet runs a cell that begins like this as a formula (CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

function writeCell(value: CsvValue): string {
  // A number cannot carry a formula, and a quote before its minus would turn it into text.
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** RFC 4180 lines; the byte order mark tells spreadsheets that the text is UTF-8. */
export function writeCsv(lines: readonly (readonly CsvValue[])[]): string {
  return `\uFEFF${lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('')}`;
}

export const downloadCsv = (fileName: string, csv: string): void => downloadFile(fileName, csv, 'text/csv');
