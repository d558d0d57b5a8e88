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
  /** The number of the application. */
  reference_no: Type.Optional(Type.String()),
  /** Set once the money is booked; `GET /gov/payments/{id}/receipt` returns the rest. */
  receipt_no: Type.Optional(Type.String()),
  /** Set once an invoice exists. */
  checkout_url: Type.Optional(Type.String()),
  qr: Type.Optional(Type.String()),
});
export type PaymentView = Static<typeof PaymentView>;

export const ReceiptView = Type.Object({
  payment_id: Id,
  /** The provider's invoice number, so that both books use the same number. */
  receipt_no: Type.String(),
  title: Type.String(),
  category: oneOf('tax', 'fee', 'fine'),
  amount: Type.Integer(),
  currency: oneOf('MNT'),
  paid_at: Timestamp,
  payer: Type.String(),
  /** The platform that received the money. */
  issuer: Type.String(),
  application_id: Type.Optional(Id),
  reference_no: Type.Optional(Type.String()),
});
export type ReceiptView = Static<typeof ReceiptView>;

/** Names in the OpenAPI document. */
export const names = { Payment: PaymentView, Receipt: ReceiptView };
