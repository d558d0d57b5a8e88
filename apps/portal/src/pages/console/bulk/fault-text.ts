import type { Faults, Field, FieldFault } from './rows.ts';
import type { bulkWords } from './words.ts';

type Words = (typeof bulkWords)['mn'];

export function describeFault(field: Field, fault: FieldFault, words: Words): string {
  return fault === 'shape' ? words.faults.shape[field] : words.faults[fault];
}

/** All errors of a row, each with its column name. */
export function describeFaults(faults: Faults, words: Words): string[] {
  return Object.entries(faults).map(
    ([field, fault]) => `${words.fields[field as Field]}: ${describeFault(field as Field, fault, words)}`,
  );
}
