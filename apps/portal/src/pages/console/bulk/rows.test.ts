import { describe, expect, it } from 'vitest';
import { parseTable } from './parse-table.ts';
import { type BulkRow, findFaults, listSendable, MOST_ROWS, readRows, withReason } from './rows.ts';

function read(text: string) {
  const table = parseTable(text);
  if (!table.ok) throw new Error(table.fault.kind);
  return readRows(table.rows);
}

function rowsOf(text: string): BulkRow[] {
  const result = read(text);
  if (!result.ok) throw new Error(result.fault.kind);
  return result.rows;
}

describe('readRows', () => {
  it('finds the columns in any order and with titles in both languages', () => {
    const [row] = rowsOf('И-мэйл;Товч нэр;Байгууллагын нэр;Шалтгаан\na@b.mn;tamga;Тамга;нээх');
    expect(row).toMatchObject({
      line: 2,
      values: { name: 'Тамга', slug: 'tamga', admin_email: 'a@b.mn', reason: 'нээх', admin_user_id: '' },
    });
  });

  it('skips and names unknown columns', () => {
    expect(read('No,name,slug,Phone,admin email\n1,A,a-a,99,a@b.mn')).toMatchObject({
      ok: true,
      unusedColumns: ['No', 'Phone'],
    });
  });

  it.each([
    ['', { kind: 'empty' }],
    ['name,slug,admin_email', { kind: 'no_rows' }],
    ['name,slug\nA,a', { kind: 'missing_columns', fields: ['admin_email'] }],
    ['Тамга,tamga,a@b.mn', { kind: 'missing_columns', fields: ['name', 'slug', 'admin_email'] }],
    ['name,slug,admin_email,email\nA,a,b,c', { kind: 'repeated_column', field: 'admin_email' }],
  ])('refuses the whole text %j', (text, fault) => {
    expect(read(text)).toEqual({ ok: false, fault });
  });

  it('refuses too many rows', () => {
    const many = `name,slug,admin_email\n${'A,a,b\n'.repeat(MOST_ROWS + 1)}`;
    expect(read(many)).toEqual({ ok: false, fault: { kind: 'too_many_rows', count: MOST_ROWS + 1 } });
  });
});

describe('findFaults', () => {
  const head = 'name,slug,admin_email,admin_user_id,reason\n';
  const faultsOf = (line: string, reason = 'all') => {
    const rows = rowsOf(head + line);
    return findFaults(rows, reason).get(rows.at(-1)?.id ?? '');
  };

  it('finds no error in a row that the server would accept', () => {
    expect(faultsOf('Тамга ХХК,tamga-1,a@b.mn,3f2c8a52-0000-4000-8000-000000000001,why')).toBeUndefined();
    expect(faultsOf('Тамга ХХК,tamga-1,a@b.mn,,')).toBeUndefined();
  });

  it.each([
    ['A,tamga,a@b.mn,,', { name: 'too_short' }],
    [`${'я'.repeat(201)},tamga,a@b.mn,,`, { name: 'too_long' }],
    ['Тамга,Tamga,a@b.mn,,', { slug: 'shape' }],
    ['Тамга,ab,a@b.mn,,', { slug: 'shape' }],
    ['Тамга,-tamga,a@b.mn,,', { slug: 'shape' }],
    ['Тамга,tamga,a@b,,', { admin_email: 'shape' }],
    ['Тамга,tamga,,,', { admin_email: 'missing' }],
    ['Тамга,tamga,a@b.mn,17,', { admin_user_id: 'shape' }],
    [`Тамга,tamga,a@b.mn,,${'x'.repeat(501)}`, { reason: 'too_long' }],
    ['Нэг,tamga,a@b.mn,,\nХоёр,tamga,c@d.mn,,', { slug: 'repeated' }],
  ])('names the errors of %j', (line, faults) => {
    expect(faultsOf(line)).toEqual(faults);
  });

  it('requires a reason if neither the row nor the whole list has one', () => {
    expect(faultsOf('Тамга,tamga,a@b.mn,,', '  ')).toEqual({ reason: 'missing' });
  });
});

describe('sending', () => {
  it('prefers a row’s own reason over the common one', () => {
    const [own, none] = rowsOf('name,slug,email,reason\nA1,a-1,a@b.mn,own\nA2,a-2,a@b.mn,');
    expect(own && withReason(own.values, ' all ').reason).toBe('own');
    expect(none && withReason(none.values, ' all ').reason).toBe('all');
  });

  it('skips rows with errors and finished rows, and repeats failed ones', () => {
    const rows = rowsOf(
      'name,slug,email\nA1,a-1,a@b.mn\nA2,a-2,a@b.mn\nA3,BAD,a@b.mn\nA4,a-4,a@b.mn\nA5,a-5,a@b.mn',
    );
    const outcomes: BulkRow['outcome'][] = [
      { kind: 'created', tenantId: null, invited: true },
      { kind: 'exists' },
      null,
      { kind: 'refused', text: 'no' },
      { kind: 'unknown' },
    ];
    const sent = rows.map((row, index) => ({ ...row, outcome: outcomes[index] ?? null }));
    expect(listSendable(sent, findFaults(sent, 'why')).map((row) => row.values.slug)).toEqual(['a-4', 'a-5']);
  });
});
