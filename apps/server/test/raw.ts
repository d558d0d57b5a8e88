import type { Statement } from '../src/kernel/db/query.ts';

/** SQL written where it is used: for tests alone. */
export const raw = <Row>(text: string, values: readonly unknown[] = [], name?: string): Statement<Row> =>
  name === undefined ? { text, values } : { text, values, name };
