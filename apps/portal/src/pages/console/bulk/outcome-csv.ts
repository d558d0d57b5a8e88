import { writeCsv } from '../../../ui/table/csv.ts';
import { type BulkRow, FIELDS } from './rows.ts';

/** The result of every row, in a format that can be corrected and pasted again. */
export function writeOutcomes(rows: readonly BulkRow[]): string {
  const lines = rows.map(({ line, values, outcome }) => [
    String(line),
    ...FIELDS.map((field) => values[field]),
    outcome?.kind ?? 'not_sent',
    outcome?.kind === 'created' ? (outcome.tenantId ?? '') : '',
    outcome?.kind === 'refused' ? outcome.text : '',
  ]);
  const head = ['line', ...FIELDS, 'result', 'tenant_id', 'message'];
  return writeCsv([head, ...lines]);
}
