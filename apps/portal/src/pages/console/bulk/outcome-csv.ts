import { type BulkRow, FIELDS } from './rows.ts';

/** A cell that begins like this would be run as a formula by the spreadsheet that opens the file. */
const FORMULA = /^[=+\-@\t\r]/;

function writeCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** What became of every row, to keep; it can be corrected and pasted again as it is. */
export function writeOutcomes(rows: readonly BulkRow[]): string {
  const lines = rows.map(({ line, values, outcome }) => [
    String(line),
    ...FIELDS.map((field) => values[field]),
    outcome?.kind ?? 'not_sent',
    outcome?.kind === 'created' ? (outcome.tenantId ?? '') : '',
    outcome?.kind === 'refused' ? outcome.text : '',
  ]);
  const head = ['line', ...FIELDS, 'result', 'tenant_id', 'message'];
  // The mark tells spreadsheets that the letters are UTF-8.
  return `\uFEFF${[head, ...lines].map((cells) => cells.map(writeCell).join(',')).join('\r\n')}\r\n`;
}
