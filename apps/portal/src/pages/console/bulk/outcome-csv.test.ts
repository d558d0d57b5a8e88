import { expect, it } from 'vitest';
import { writeOutcomes } from './outcome-csv.ts';
import { parseTable } from './parse-table.ts';
import { type BulkRow, readRows } from './rows.ts';

const row: BulkRow = {
  id: 'line-2',
  line: 2,
  values: { name: '"Тамга", ХХК', slug: 'tamga', admin_email: 'a@b.mn', admin_user_id: '', reason: 'why' },
  outcome: { kind: 'refused', text: '=cmd()' },
};

it('writes a file that can be read again', () => {
  const table = parseTable(writeOutcomes([row]));
  const read = table.ok ? readRows(table.rows) : null;
  expect(read?.ok && read.rows[0]?.values).toEqual(row.values);
  expect(read?.ok && read.unusedColumns).toEqual(['line', 'result', 'tenant_id', 'message']);
});

it('writes no cell that a spreadsheet would run as a formula', () => {
  expect(writeOutcomes([row])).toContain(",'=cmd()");
});
