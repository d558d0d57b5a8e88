import type { Statement } from '../src/kernel/db/query.ts';

/** SQL at its place of use, for tests only. */
export const raw = <Row>(text: string, values: readonly unknown[] = [], name?: string): Statement<Row> =>
  name === undefined ? { text, values } : { text, values, name };
