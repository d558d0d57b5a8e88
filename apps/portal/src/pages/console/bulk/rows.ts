import type { TableRow } from './parse-table.ts';

/** The columns of the table, by their API names. */
export const FIELDS = ['name', 'slug', 'admin_email', 'admin_user_id', 'reason'] as const;
export type Field = (typeof FIELDS)[number];
export type Values = Record<Field, string>;

export type FieldFault = 'missing' | 'too_short' | 'too_long' | 'shape' | 'repeated';
export type Faults = Partial<Record<Field, FieldFault>>;

export type Outcome =
  | { kind: 'created'; tenantId: string | null; invited: boolean }
  | { kind: 'exists' }
  | { kind: 'refused'; text: string }
  /** The call was cut off: the row may have been created, and sending it again is harmless. */
  | { kind: 'unknown' };

export interface BulkRow {
  id: string;
  /** The line of the source text, by which people find the row in their sheet. */
  line: number;
  values: Values;
  outcome: Outcome | null;
}

export const MOST_ROWS = 5_000;
export const ROWS_PER_CALL = 200;

const REQUIRED: readonly Field[] = ['name', 'slug', 'admin_email'];

/** Common column titles beside the API's names; compared without case, spaces, dashes and punctuation. */
const TITLES: Record<Field, readonly string[]> = {
  name: ['name', 'organisation', 'organization', 'нэр', 'байгууллага', 'байгууллагын нэр'],
  slug: ['slug', 'short name', 'товч нэр', 'слаг'],
  admin_email: ['admin_email', 'email', 'administrator email', 'админы и-мэйл', 'и-мэйл', 'имэйл'],
  admin_user_id: ['admin_user_id', 'administrator id', 'админы id'],
  reason: ['reason', 'шалтгаан', 'үндэслэл'],
};

const plain = (title: string) => title.toLowerCase().replace(/[^\p{L}\d]/gu, '');
const FIELD_OF_TITLE = new Map(
  FIELDS.flatMap((field) => TITLES[field].map((title) => [plain(title), field] as const)),
);

export type HeadFault =
  | { kind: 'empty' }
  | { kind: 'no_rows' }
  | { kind: 'too_many_rows'; count: number }
  | { kind: 'missing_columns'; fields: Field[] }
  | { kind: 'repeated_column'; field: Field };

export type ReadRows =
  | { ok: true; rows: BulkRow[]; unusedColumns: string[] }
  | { ok: false; fault: HeadFault };

/** The first row names the columns, in any order; unknown columns are skipped and named. */
export function readRows(table: readonly TableRow[]): ReadRows {
  const [head, ...body] = table;
  if (!head) return { ok: false, fault: { kind: 'empty' } };
  const fields = head.cells.map((title) => FIELD_OF_TITLE.get(plain(title)) ?? null);
  const missing = REQUIRED.filter((field) => !fields.includes(field));
  if (missing.length > 0) return { ok: false, fault: { kind: 'missing_columns', fields: missing } };
  const repeated = fields.find((field, index) => field !== null && fields.indexOf(field) !== index);
  if (repeated) return { ok: false, fault: { kind: 'repeated_column', field: repeated } };
  if (body.length === 0) return { ok: false, fault: { kind: 'no_rows' } };
  if (body.length > MOST_ROWS) return { ok: false, fault: { kind: 'too_many_rows', count: body.length } };
  const rows = body.map(({ line, cells }): BulkRow => {
    const values: Values = { name: '', slug: '', admin_email: '', admin_user_id: '', reason: '' };
    fields.forEach((field, index) => {
      if (field) values[field] = cells[index] ?? '';
    });
    return { id: `line-${line}`, line, values, outcome: null };
  });
  const unusedColumns = head.cells.filter((title, index) => fields[index] === null && title !== '');
  return { ok: true, rows, unusedColumns };
}

const SLUG = /^[a-z0-9][a-z0-9-]{1,62}[a-z0-9]$/;
const EMAIL = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function checkLength(text: string, least: number, most: number): FieldFault | null {
  if (text === '') return 'missing';
  const length = [...text].length;
  if (length < least) return 'too_short';
  return length > most ? 'too_long' : null;
}

function checkField(field: Field, text: string): FieldFault | null {
  switch (field) {
    case 'name':
      return checkLength(text, 2, 200);
    case 'slug':
      return text === '' ? 'missing' : SLUG.test(text) ? null : 'shape';
    case 'admin_email':
      return checkLength(text, 1, 200) ?? (EMAIL.test(text) ? null : 'shape');
    case 'admin_user_id':
      return text === '' || UUID.test(text) ? null : 'shape';
    case 'reason':
      return checkLength(text, 1, 500);
  }
}

/** Errors of each row before sending, by the server's rules, so that no call is wasted. */
export function findFaults(rows: readonly BulkRow[], commonReason: string): Map<string, Faults> {
  const found = new Map<string, Faults>();
  const slugs = new Set<string>();
  for (const row of rows) {
    // A finished row has no errors any more, but its slug is still taken.
    if (row.outcome?.kind === 'created' || row.outcome?.kind === 'exists') {
      slugs.add(row.values.slug);
      continue;
    }
    const values = withReason(row.values, commonReason);
    const faults: Faults = {};
    for (const field of FIELDS) {
      const fault = checkField(field, values[field]);
      if (fault) faults[field] = fault;
    }
    if (!faults.slug && slugs.has(values.slug)) faults.slug = 'repeated';
    slugs.add(values.slug);
    if (Object.keys(faults).length > 0) found.set(row.id, faults);
  }
  return found;
}

export function withReason(values: Values, commonReason: string): Values {
  return values.reason === '' ? { ...values, reason: commonReason.trim() } : values;
}

/** Rows to send: valid and unfinished. */
export function listSendable(rows: readonly BulkRow[], faults: ReadonlyMap<string, Faults>): BulkRow[] {
  return rows.filter(
    ({ id, outcome }) => outcome?.kind !== 'created' && outcome?.kind !== 'exists' && !faults.has(id),
  );
}

export function countOutcomes(rows: readonly BulkRow[]): Record<Outcome['kind'], number> {
  const counts = { created: 0, exists: 0, refused: 0, unknown: 0 };
  for (const { outcome } of rows) if (outcome) counts[outcome.kind] += 1;
  return counts;
}
