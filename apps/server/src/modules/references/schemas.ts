import { Id, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const ReferenceView = Type.Object({
  id: Id,
  type: Type.String(),
  title: Type.String(),
  reference_no: Type.String(),
  status: oneOf('issued', 'expired'),
  issued_at: Timestamp,
  valid_until: Type.Union([Timestamp, Type.Null()]),
  data: Type.Unknown(),
});
export type ReferenceView = Static<typeof ReferenceView>;

export const OrderBody = strict({ type: Type.String({ minLength: 1, maxLength: 64 }) });

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
  /** Whether the code of the document's QR was given; only then the name is shown in full. */
  confirmed: Type.Boolean(),
  holder: Type.Object({ full_name: Type.String(), full_name_en: Type.String() }),
});
export type VerifyView = Static<typeof VerifyView>;
