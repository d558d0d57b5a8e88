import { writeCsv } from '../../../ui/table/csv.ts';
import { type BulkRow, FIELDS } from './rows.ts';

/** A record of the outcome of every row, which can be corrected and pasted again as it is. */
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
