import type { Condition, FormField, PaperSlot, ServiceForm } from '../../api/catalogue.ts';

/** Rules of the registry's forms (docs/guides/forms.md), as the server checks them. */

/** Questions of a form, or of one entry of a list, in order. */
export interface QuestionGroup {
  properties: Record<string, FormField>;
  order: readonly string[];
}

export const groupOfForm = (form: ServiceForm): QuestionGroup => ({
  properties: form.properties,
  order: form['x-sections'].flatMap(({ fields }) => fields),
});

export const groupOfEntry = (field: FormField): QuestionGroup => ({
  properties: field.items?.properties ?? {},
  order: field.items?.['x-order'] ?? [],
});

type Values = Readonly<Record<string, unknown>>;

/** A missing checkbox value counts as unchecked. */
function holds(
  { field, is }: Condition,
  { properties }: QuestionGroup,
  values: Values,
  asked: ReadonlySet<string>,
): boolean {
  if (!asked.has(field)) return false;
  const value = values[field] ?? (properties[field]?.type === 'boolean' ? false : undefined);
  return is.some((each) => each === value);
}

/** The questions that these answers lead to. A question that depends on an unasked question is not asked either. */
export function listAsked(group: QuestionGroup, values: Values): Set<string> {
  const asked = new Set<string>();
  for (const name of group.order) {
    const condition = group.properties[name]?.['x-when'];
    if (!condition || holds(condition, group, values, asked)) asked.add(name);
  }
  return asked;
}

/** The documents that these answers lead to. */
export function listAskedSlots(form: ServiceForm | null, values: Values): PaperSlot[] {
  if (!form?.['x-papers']) return [];
  const group = groupOfForm(form);
  const asked = listAsked(group, values);
  return form['x-papers'].filter(({ 'x-when': when }) => !when || holds(when, group, values, asked));
}

export const isRequiredField = (field: FormField, name: string, required: readonly string[] | undefined) =>
  field['x-required'] === true || (required?.includes(name) ?? false);

const RELATIVE = /^today(?:([+-])P(\d{1,3})([DWMY]))?$/;
const DAY_MS = 24 * 60 * 60_000;
const writeDay = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day of a bound relative to `today`; both as `YYYY-MM-DD`. */
export function resolveDay(bound: string, today: string): string {
  const [, sign, count, unit] = RELATIVE.exec(bound) ?? [];
  if (count === undefined) return bound === 'today' ? today : bound;
  const by = Number(count) * (sign === '-' ? -1 : 1);
  const [year = 0, month = 1, day = 1] = today.split('-').map(Number);
  if (unit === 'D' || unit === 'W')
    return writeDay(Date.UTC(year, month - 1, day) + by * (unit === 'W' ? 7 : 1) * DAY_MS);
  const months = year * 12 + (month - 1) + by * (unit === 'Y' ? 12 : 1);
  const [toYear, toMonth] = [Math.floor(months / 12), months % 12];
  const lastDay = new Date(Date.UTC(toYear, toMonth + 1, 0)).getUTCDate();
  return writeDay(Date.UTC(toYear, toMonth, Math.min(day, lastDay)));
}
