import type { Condition, FieldSchema, FormSchema } from './schema.ts';

/** Everything of a form that can depend on the answer to a question. */
type Conditional = { readonly 'x-when'?: Condition };

interface Renaming {
  /** The new name of a question. */
  name(name: string): string;
  /** The new value of an answer, where a condition names it. */
  value(field: string, value: string | boolean): string | boolean;
}

/** Rewrites every place where a form names one of its questions, or an answer to one; other keywords stay. */
function rewrite<Form extends FormSchema>(form: Form, { name, value }: Renaming): Form {
  const redirect = <Part extends Conditional>(part: Part): Part => {
    const when = part['x-when'];
    if (when === undefined) return part;
    const { field, is } = when;
    return { ...part, 'x-when': { ...when, field: name(field), is: is.map((each) => value(field, each)) } };
  };
  const renameIn = (field: FieldSchema): FieldSchema => {
    const birth = field['x-birth-of'];
    return { ...redirect(field), ...(birth === undefined ? {} : { 'x-birth-of': name(birth) }) };
  };
  const { properties, required, 'x-order': order, 'x-sections': sections, 'x-papers': papers } = form;
  const collect = form['x-collect'];
  return {
    ...form,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([key, field]) => [name(key), renameIn(field)]),
      ),
    }),
    ...(required && { required: required.map(name) }),
    ...(order && { 'x-order': order.map(name) }),
    ...(sections && {
      'x-sections': sections.map((section) => ({ ...redirect(section), fields: section.fields.map(name) })),
    }),
    ...(papers && { 'x-papers': papers.map(redirect) }),
    ...(collect && {
      'x-collect': {
        ...collect,
        ...(collect.office === undefined ? {} : { office: name(collect.office) }),
        ...(collect.bring && { bring: collect.bring.map(redirect) }),
      },
    }),
  };
}

/** Gives a question another name, in its place and wherever the form names it. */
export const renameField = <Form extends FormSchema>(form: Form, from: string, to: string): Form =>
  rewrite(form, { name: (name) => (name === from ? to : name), value: (_field, value) => value });

/** Gives a choice of a question another value, in its place and wherever the form names it. */
export function renameValue<Form extends FormSchema>(
  form: Form,
  question: string,
  { from, to }: { from: string; to: string },
): Form {
  const swap = <Value>(value: Value): Value | string => (value === from ? to : value);
  const swapKeys = <Item>(record: Readonly<Record<string, Item>>) =>
    Object.fromEntries(Object.entries(record).map(([key, item]) => [swap(key), item]));
  const swapIn = (field: FieldSchema): FieldSchema => ({
    ...field,
    ...(field.enum && { enum: field.enum.map(swap) }),
    ...(field['x-labels'] && { 'x-labels': swapKeys(field['x-labels']) }),
    ...(field['x-places'] && { 'x-places': swapKeys(field['x-places']) }),
    // The choices of several stand in its items.
    ...(field.items?.enum && { items: swapIn(field.items) }),
  });
  const redirected = rewrite(form, {
    name: (name) => name,
    value: (field, value) => (field === question ? swap(value) : value),
  });
  const field = redirected.properties?.[question];
  return field === undefined
    ? redirected
    : { ...redirected, properties: { ...redirected.properties, [question]: swapIn(field) } };
}
