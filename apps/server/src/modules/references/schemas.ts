import { Id, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const Words = Type.Object({ mn: Type.String(), en: Type.String() });
const maybe = Type.Optional;

const SealLevel = oneOf('B-B', 'B-T', 'B-LT', 'B-LTA');

const FactView = Type.Object({ name: Type.String(), label: Words, value: Words });

const NameView = Type.Object({ full_name: Type.String(), full_name_en: Type.String() });

/** The document as data, fixed at issue, in both languages. */
const ReferenceDataView = Type.Object({
  holder: Type.Object({
    full_name: Type.String(),
    full_name_en: Type.String(),
    civil_id: Type.Union([Type.String(), Type.Null()]),
  }),
  /** The person who asked for it on behalf of the holder. */
  requested_by: maybe(NameView),
  service_code: maybe(Type.String()),
  authority: maybe(Words),
  purpose: maybe(Words),
  statement: maybe(Words),
  facts: maybe(Type.Array(FactView)),
  source: maybe(Type.Object({ register: Type.String(), name: Words, keeper: Words, read_at: Timestamp })),
});

export const ReferenceView = Type.Object({
  id: Id,
  type: Type.String(),
  title: Type.String(),
  reference_no: Type.String(),
  status: oneOf('issued', 'expired'),
  issued_at: Timestamp,
  valid_until: Type.Union([Timestamp, Type.Null()]),
  data: ReferenceDataView,
  /** Of the platform's seal on the document; absent until it is sealed. */
  seal_level: maybe(SealLevel),
});
export type ReferenceView = Static<typeof ReferenceView>;

export const VerifyParams = strict({
  reference_no: Type.String({ maxLength: 20, pattern: '^REF-\\d{4}-\\d{6,9}$' }),
});
export const VerifyQuery = strict({
  code: Type.Optional(Type.String({ maxLength: 32, pattern: '^[A-Za-z0-9-]*$' })),
});

export const VerifyView = Type.Object({
  reference_no: Type.String(),
  type: Type.String(),
  title: Type.String(),
  status: oneOf('issued', 'expired'),
  issued_at: Timestamp,
  valid_until: Type.Union([Timestamp, Type.Null()]),
  /** The printed days, in the country's time zone wherever the reader is. */
  issued_on: Type.String(),
  valid_until_on: Type.Union([Type.String(), Type.Null()]),
  authority: Type.Union([Type.String(), Type.Null()]),
  /** The platform's seal on the document; null until it is sealed. */
  seal: Type.Union([
    Type.Object({ name: Type.String(), level: SealLevel, sealed_at: Timestamp }),
    Type.Null(),
  ]),
  holder: NameView,
  /** The facts on the paper, for comparison. Null for an expired document. */
  certified: Type.Union([
    Type.Object({
      statement: Type.String(),
      purpose: Type.String(),
      facts: Type.Array(Type.Object({ name: Type.String(), label: Type.String(), value: Type.String() })),
      source: Type.Object({
        register: Type.String(),
        keeper: Type.String(),
        read_at: Timestamp,
        /** The printed time. */
        read_on: Type.String(),
      }),
    }),
    Type.Null(),
  ]),
});
export type VerifyView = Static<typeof VerifyView>;

/** Names in the OpenAPI document. */
export const names = {
  ReferenceName: NameView,
  Reference: ReferenceView,
  ReferenceVerification: VerifyView,
  ReferenceWords: Words,
};
