import { Id, oneOf, type Static, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const PaymentView = Type.Object({
  id: Id,
  title: Type.String(),
  category: oneOf('tax', 'fee', 'fine'),
  amount: Type.Integer(),
  currency: oneOf('MNT'),
  status: oneOf('pending', 'paid'),
  due_date: Type.Union([Timestamp, Type.Null()]),
  paid_at: Type.Union([Timestamp, Type.Null()]),
  created_at: Timestamp,
  application_id: Type.Optional(Id),
  /** Where to pay, once an invoice was made. */
  checkout_url: Type.Optional(Type.String()),
  qr: Type.Optional(Type.String()),
});
export type PaymentView = Static<typeof PaymentView>;
