import type { BulkRow, Faults } from './rows.ts';

export const ROW_STATES = ['fault', 'ready', 'refused', 'unknown', 'exists', 'created'] as const;
export type RowState = (typeof ROW_STATES)[number];

/** What came of a row is said before what is wrong with it: only a row that is not done can be wrong. */
export function nameRowState(row: BulkRow, faults: Faults | undefined): RowState {
  if (row.outcome?.kind === 'created' || row.outcome?.kind === 'exists') return row.outcome.kind;
  if (faults) return 'fault';
  return row.outcome?.kind ?? 'ready';
}
