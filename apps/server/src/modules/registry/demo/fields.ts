import type { Field, Form, Paper, PlainField } from '../form-schema.ts';

/** Building blocks of the demonstration forms; also an example of how to write a form. */

type Words = PlainField['x-title'];
type Extra = Omit<Partial<PlainField>, 'type' | 'x-title'>;

export const say = (mn: string, en: string): Words => ({ mn, en });

export const textField = (title: Words, maxLength: number, extra: Extra = {}): PlainField => ({
  type: 'string',
  'x-title': title,
  minLength: 1,
  maxLength,
  ...extra,
});

export const longText = (title: Words, extra: Extra = {}): PlainField => ({
  type: 'string',
  'x-title': title,
  maxLength: 2000,
  'x-widget': 'textarea',
  ...extra,
});

export const dateField = (title: Words, extra: Extra = {}): PlainField => ({
  type: 'string',
  format: 'date',
  'x-title': title,
  ...extra,
});

export const wholeNumber = (
  title: Words,
  minimum: number,
  maximum: number,
  extra: Extra = {},
): PlainField => ({
  type: 'integer',
  'x-title': title,
  minimum,
  maximum,
  ...extra,
});

export const choiceField = (title: Words, labels: Record<string, Words>, extra: Extra = {}): PlainField => ({
  type: 'string',
  'x-title': title,
  enum: Object.keys(labels),
  'x-labels': labels,
  ...extra,
});

export const consent = (title: Words): PlainField => ({ type: 'boolean', 'x-title': title, const: true });

/** Asked and required only if another answer has one of these values. */
export const neededWhen = (field: string, ...is: (string | boolean)[]) => ({
  'x-when': { field, is },
  'x-required': true,
});

export const requiredPaper = (
  key: string,
  title: Words,
  extra: Omit<Partial<Paper>, 'key' | 'x-title'> = {},
): Paper => ({ key, 'x-title': title, required: true, ...extra });

interface SectionOf {
  title: Words;
  fields: Record<string, Field>;
  when?: PlainField['x-when'];
}

export const section = (
  title: Words,
  fields: Record<string, Field>,
  when?: PlainField['x-when'],
): SectionOf => ({ title, fields, ...(when === undefined ? {} : { when }) });

interface FormParts {
  optional?: readonly string[];
  papers: Paper[];
  collect?: Form['x-collect'];
}

/** Every field is required unless it is optional or depends on another answer. */
export function formOf(sections: readonly SectionOf[], { optional = [], papers, collect }: FormParts): Form {
  const properties = Object.assign({}, ...sections.map(({ fields }) => fields)) as Record<string, Field>;
  return {
    type: 'object',
    properties,
    required: listRequired(properties, optional),
    additionalProperties: false,
    'x-sections': sections.map(({ title, fields, when }) => ({
      'x-title': title,
      ...(when === undefined ? {} : { 'x-when': when }),
      fields: Object.keys(fields),
    })),
    'x-papers': papers,
    ...(collect === undefined ? {} : { 'x-collect': collect }),
  };
}

export const listRequired = (fields: Record<string, Field | PlainField>, optional: readonly string[] = []) =>
  Object.entries(fields)
    .filter(
      ([name, field]) =>
        !optional.includes(name) && field['x-when'] === undefined && field['x-required'] === undefined,
    )
    .map(([name]) => name);

export const phone = textField(say('Утасны дугаар', 'Phone number'), 8, {
  pattern: '^[0-9]{8}$',
  'x-pattern-help': say('8 оронтой дугаар', 'Eight digits'),
});

export const registerNumber = (title: Words, extra: Extra = {}): PlainField =>
  textField(title, 10, {
    pattern: '^[А-ЯЁӨҮ]{2}[0-9]{8}$',
    'x-pattern-help': say(
      'Хоёр үсэг, найман тоо. Жишээ: УБ90010112',
      'Two letters and eight digits, such as УБ90010112',
    ),
    ...extra,
  });

export const email: PlainField = textField(say('И-мэйл хаяг', 'E-mail address'), 200, {
  format: 'email',
  'x-prefill': 'email',
});

export const provinces: Record<string, Words> = {
  ulaanbaatar: say('Улаанбаатар', 'Ulaanbaatar'),
  arkhangai: say('Архангай', 'Arkhangai'),
  'bayan-olgii': say('Баян-Өлгий', 'Bayan-Ölgii'),
  bayankhongor: say('Баянхонгор', 'Bayankhongor'),
  bulgan: say('Булган', 'Bulgan'),
  'govi-altai': say('Говь-Алтай', 'Govi-Altai'),
  govisumber: say('Говьсүмбэр', 'Govisümber'),
  'darkhan-uul': say('Дархан-Уул', 'Darkhan-Uul'),
  dornogovi: say('Дорноговь', 'Dornogovi'),
  dornod: say('Дорнод', 'Dornod'),
  dundgovi: say('Дундговь', 'Dundgovi'),
  zavkhan: say('Завхан', 'Zavkhan'),
  orkhon: say('Орхон', 'Orkhon'),
  ovorkhangai: say('Өвөрхангай', 'Övörkhangai'),
  omnogovi: say('Өмнөговь', 'Ömnögovi'),
  sukhbaatar: say('Сүхбаатар', 'Sükhbaatar'),
  selenge: say('Сэлэнгэ', 'Selenge'),
  tov: say('Төв', 'Töv'),
  uvs: say('Увс', 'Uvs'),
  khovd: say('Ховд', 'Khovd'),
  khovsgol: say('Хөвсгөл', 'Khövsgöl'),
  khentii: say('Хэнтий', 'Khentii'),
};

export const province = choiceField(say('Аймаг, нийслэл', 'Province or capital'), provinces);
