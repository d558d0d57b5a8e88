import { downloadFile } from '../download-file.ts';

export type CsvValue = string | number;

/** A spreadsheet runs a cell that begins like this as a formula (CSV injection). */
const FORMULA = /^[=+\-@\t\r]/;

function writeCell(value: CsvValue): string {
  // A number cannot carry a formula, and a quote before its minus would turn it into text.
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Begins a file: it tells spreadsheets that the text is UTF-8. */
export const BYTE_ORDER_MARK = '\uFEFF';

/** RFC 4180 lines, for a file that is written in parts. */
export const writeCsvLines = (lines: readonly (readonly CsvValue[])[]): string =>
  lines.map((cells) => `${cells.map(writeCell).join(',')}\r\n`).join('');

export const writeCsv = (lines: readonly (readonly CsvValue[])[]): string =>
  BYTE_ORDER_MARK + writeCsvLines(lines);

export const downloadCsv = (fileName: string, csv: string): void => downloadFile(fileName, csv, 'text/csv');
