import type { Answers, Condition, FieldSchema, FormSchema, PaperSlot } from './schema.ts';

/** Field names in question order: `x-sections` of a form, `x-order` of a list entry, or the order of the properties. */
export function listNames(group: FormSchema): string[] {
  const properties = group.properties ?? {};
  const ordered = group['x-sections']?.flatMap(({ fields }) => fields) ?? group['x-order'] ?? [];
  const known = ordered.filter((name) => Object.hasOwn(properties, name));
  return [...new Set([...known, ...Object.keys(properties)])];
}

/** An answer may be named like a property of Object.prototype. */
export const readAnswer = (answers: Answers, name: string): unknown =>
  Object.hasOwn(answers, name) ? answers[name] : undefined;

/** An omitted checkbox counts as not ticked. */
function holds(condition: Condition, group: FieldSchema, answers: Answers, asked: ReadonlySet<string>) {
  const { field, is } = condition;
  if (!asked.has(field)) return false;
  const isCheckbox = group.properties?.[field]?.type === 'boolean';
  const value = readAnswer(answers, field) ?? (isCheckbox ? false : undefined);
  return is.some((each) => each === value);
}

/** Questions that these answers lead to; a question that depends on a hidden one is hidden too. */
export function listAsked(group: FormSchema, answers: Answers): Set<string> {
  const asked = new Set<string>();
  for (const name of listNames(group)) {
    const condition = group.properties?.[name]?.['x-when'];
    if (condition === undefined || holds(condition, group, answers, asked)) asked.add(name);
  }
  return asked;
}

/** For a question that is asked. */
export const isRequired = (group: FieldSchema, name: string): boolean =>
  group.properties?.[name]?.['x-required'] === true || (group.required?.includes(name) ?? false);

/** Papers that these answers lead to. */
export function listAskedSlots<Slot extends PaperSlot>(
  form: FormSchema<Slot> | null,
  answers: Answers,
): Slot[] {
  if (form === null) return [];
  const asked = listAsked(form, answers);
  const slots = form['x-papers'] ?? [];
  return slots.filter(({ 'x-when': when }) => when === undefined || holds(when, form, answers, asked));
}

/** Required papers that these answers lead to and that neither a file nor an answer of an agency fills. */
export const listMissingSlots = <Slot extends PaperSlot>(
  form: FormSchema<Slot> | null,
  answers: Answers,
  files: readonly { readonly slot: string | null; readonly type: string }[],
  /** Keys of slots that an agency's answer fills. */
  fetched: readonly string[] = [],
): Slot[] =>
  listAskedSlots(form, answers).filter(
    ({ key, accepts, required }) =>
      required &&
      !fetched.includes(key) &&
      !files.some(({ slot, type }) => slot === key && (accepts?.includes(type) ?? true)),
  );
