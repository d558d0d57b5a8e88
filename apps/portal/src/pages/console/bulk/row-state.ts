import type { BulkRow, Faults } from './rows.ts';

export const ROW_STATES = ['fault', 'ready', 'refused', 'unknown', 'exists', 'created'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** The result takes precedence over errors, because only an unfinished row can have errors. */
export function nameRowState(row: BulkRow, faults: Faults | undefined): RowState {
  if (row.outcome?.kind === 'created' || row.outcome?.kind === 'exists') return row.outcome.kind;
  if (faults) return 'fault';
  return row.outcome?.kind ?? 'ready';
}
