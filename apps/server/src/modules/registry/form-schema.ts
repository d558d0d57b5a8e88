import { oneOf, type Static, strict, Type } from '../../kernel/http/schemas.ts';

/**
 * The form of an application: the subset of JSON Schema 2020-12 that a renderer can show and a citizen can
 * fill in, with `x-` keywords for what JSON Schema cannot express (docs/guides/forms.md). A validator that
 * ignores unknown keywords still accepts every valid answer.
 */

const maybe = Type.Optional;
const count = (max: number) => Type.Integer({ minimum: 0, maximum: max });

/** A text of only spaces would be an empty question. */
const words = Type.String({ minLength: 1, maxLength: 500, pattern: '\\S' });
const Words = strict({ mn: words, en: words });

const fieldName = '^[a-z][a-z0-9_]{0,63}$';
const FieldName = Type.String({ maxLength: 64, pattern: fieldName });
const choice = '^[A-Za-z0-9_-]{1,64}$';
const recordOf = <S extends typeof Words>(pattern: string, value: S, most: number) =>
  Type.Record(Type.String({ pattern }), value, { additionalProperties: false, maxProperties: most });

/** Asked only if an earlier answer has one of these values. */
const Condition = strict({
  field: FieldName,
  is: Type.Array(Type.Union([Type.String({ maxLength: 64, pattern: choice }), Type.Boolean()]), {
    minItems: 1,
    maxItems: 200,
  }),
});
/** A fixed day, or an offset from today. */
const DayBound = Type.String({
  maxLength: 20,
  pattern: '^(?:\\d{4}-\\d{2}-\\d{2}|today(?:[+-]P\\d{1,3}[DWMY])?)$',
});

const Place = strict({ address: Words, hours: maybe(Words) });

const limit = Type.Number({ minimum: -1e12, maximum: 1e12 });
const plainField = {
  type: oneOf('string', 'number', 'integer', 'boolean'),
  'x-title': Words,
  'x-help': maybe(Words),
  'x-when': maybe(Condition),
  'x-required': maybe(Type.Boolean()),
  minLength: maybe(count(4000)),
  maxLength: maybe(count(4000)),
  pattern: maybe(Type.String({ minLength: 1, maxLength: 200 })),
  'x-pattern-help': maybe(Words),
  format: maybe(oneOf('date', 'email')),
  'x-earliest': maybe(DayBound),
  'x-latest': maybe(DayBound),
  enum: maybe(Type.Array(Type.String({ maxLength: 64, pattern: choice }), { minItems: 1, maxItems: 200 })),
  'x-labels': maybe(recordOf(choice, Words, 200)),
  minimum: maybe(limit),
  maximum: maybe(limit),
  const: maybe(Type.Literal(true)),
  'x-unit': maybe(Words),
  'x-widget': maybe(oneOf('textarea', 'radio')),
  /** Shown but not asked where the eID knows it; an e-mail address can be changed. */
  'x-prefill': maybe(
    oneOf(
      'last_name',
      'first_name',
      'national_id',
      'birth_date',
      'email',
      'organisation_name',
      'organisation_number',
    ),
  ),
  'x-birth-of': maybe(FieldName),
  'x-places': maybe(
    Type.Record(Type.String({ pattern: choice }), Place, {
      additionalProperties: false,
      maxProperties: 200,
    }),
  ),
};
const PlainField = strict(plainField);
export type PlainField = Static<typeof PlainField>;

/** An entry of a list (`object`), or the choices of a question with several answers (`string`). */
const Entry = strict({
  type: oneOf('object', 'string'),
  properties: maybe(
    Type.Record(Type.String({ pattern: fieldName }), PlainField, {
      additionalProperties: false,
      minProperties: 1,
      maxProperties: 30,
    }),
  ),
  required: maybe(Type.Array(FieldName, { maxItems: 30 })),
  additionalProperties: maybe(Type.Literal(false)),
  'x-order': maybe(Type.Array(FieldName, { minItems: 1, maxItems: 30 })),
  enum: plainField.enum,
  'x-labels': plainField['x-labels'],
});
export type Entry = Static<typeof Entry>;

const Field = strict({
  ...plainField,
  type: oneOf('string', 'number', 'integer', 'boolean', 'array'),
  minItems: maybe(count(50)),
  maxItems: maybe(count(50)),
  items: maybe(Entry),
  'x-entry-title': maybe(Words),
});
export type Field = Static<typeof Field>;

/** A place for one paper, which may be several files. */
const Paper = strict({
  key: FieldName,
  'x-title': Words,
  'x-help': maybe(Words),
  accepts: maybe(
    Type.Array(oneOf('application/pdf', 'image/png', 'image/jpeg'), { minItems: 1, maxItems: 3 }),
  ),
  required: Type.Boolean(),
  'x-when': maybe(Condition),
  /** Code of the passport's evidence that an agency can give instead of the paper. */
  evidence: maybe(Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{1,63}$' })),
});
export type Paper = Static<typeof Paper>;

export const Form = strict({
  type: oneOf('object'),
  properties: Type.Record(Type.String({ pattern: fieldName }), Field, {
    additionalProperties: false,
    minProperties: 1,
    maxProperties: 100,
  }),
  required: maybe(Type.Array(FieldName, { maxItems: 100 })),
  additionalProperties: Type.Literal(false),
  'x-sections': Type.Array(
    strict({
      'x-title': Words,
      'x-help': maybe(Words),
      'x-when': maybe(Condition),
      fields: Type.Array(FieldName, { minItems: 1, maxItems: 100 }),
    }),
    { minItems: 1, maxItems: 20 },
  ),
  'x-papers': maybe(Type.Array(Paper, { minItems: 1, maxItems: 20 })),
  'x-collect': maybe(
    strict({
      office: maybe(FieldName),
      ready_days: maybe(count(365)),
      bring: maybe(
        Type.Array(strict({ 'x-title': Words, 'x-when': maybe(Condition) }), { minItems: 1, maxItems: 20 }),
      ),
    }),
  ),
});
export type Form = Static<typeof Form>;

/** Names in the OpenAPI document. */
export const formNames = {
  ServiceForm: Form,
  FormField: Field,
  FormPlace: Place,
  FormPlainField: PlainField,
  FormEntry: Entry,
  FormCondition: Condition,
  FormPaper: Paper,
  FormWords: Words,
};
