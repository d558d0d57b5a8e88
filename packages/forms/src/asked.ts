import type { Answers, Condition, FieldSchema, FormSchema, PaperSlot, Section } from './schema.ts';

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
export function meets(
  condition: Condition,
  group: FieldSchema,
  answers: Answers,
  asked: ReadonlySet<string>,
) {
  const { field, is } = condition;
  if (!asked.has(field)) return false;
  const isCheckbox = group.properties?.[field]?.type === 'boolean';
  const value = readAnswer(answers, field) ?? (isCheckbox ? false : undefined);
  return is.some((each) => each === value);
}

/** The condition of the section that a question stands in, and its own. */
export function listConditions(group: FormSchema, name: string): Condition[] {
  const section = group['x-sections']?.find(({ fields }) => fields.includes(name));
  return [section, group.properties?.[name]].flatMap((each) => each?.['x-when'] ?? []);
}

/** Questions that these answers lead to; a question that depends on a hidden one is hidden too. */
export function listAsked(group: FormSchema, answers: Answers): Set<string> {
  const asked = new Set<string>();
  for (const name of listNames(group)) {
    const conditions = listConditions(group, name);
    if (conditions.every((each) => meets(each, group, answers, asked))) asked.add(name);
  }
  return asked;
}

export interface AskedSection extends Section {
  /** Position in the form, from 1; hidden sections count, so that it stays when an answer changes. */
  readonly number: number;
}

/** Sections with the questions that these answers lead to; a form without sections is one. */
export function listAskedSections(form: FormSchema, answers: Answers): AskedSection[] {
  const asked = listAsked(form, answers);
  const sections: readonly Section[] = form['x-sections'] ?? [{ fields: listNames(form) }];
  return sections
    .map((section, index) => ({
      ...section,
      number: index + 1,
      fields: section.fields.filter((name) => asked.has(name)),
    }))
    .filter(({ fields }) => fields.length > 0);
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
  return slots.filter(({ 'x-when': when }) => when === undefined || meets(when, form, answers, asked));
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
