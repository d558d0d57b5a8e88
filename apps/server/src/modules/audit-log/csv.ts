/** A spreadsheet runs a cell that begins like this as a formula (CSV injection). */
const formula = /^[=+\-@\t\r]/;

/** The byte order mark tells spreadsheets that the text is UTF-8. */
export const csvMark = '\uFEFF';

/** One line of RFC 4180. */
export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\r\n`;
}

function writeCell(value: string): string {
  const text = formula.test(value) ? `'${value}` : value;
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
