import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const BookBody = strict({
  /** A value that is not RFC 3339 answers 400 as the specification says, not 422. */
  scheduled_at: Type.String({ maxLength: 40 }),
  service_id: Type.Optional(Id),
  /** An approved application whose result is collected; the office is the one that its answers name. */
  application_id: Type.Optional(Id),
  location: Type.Optional(Type.String({ maxLength: 300 })),
  note: Type.Optional(Type.String({ maxLength: 2000 })),
});
export type BookBody = Static<typeof BookBody>;

export const SlotQuery = strict({
  service_id: Type.Optional(Id),
  /** Not `Day`: a day that does not exist answers 400 here, not 422. */
  date: Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
});
export type SlotQuery = Static<typeof SlotQuery>;

export const AppointmentView = Type.Object({
  id: Id,
  service_id: Type.Union([Id, Type.Null()]),
  application_id: Type.Union([Id, Type.Null()]),
  service_name: Type.String(),
  agency: Type.String(),
  authority_id: Type.Union([Id, Type.Null()]),
  location: Type.String(),
  scheduled_at: Timestamp,
  minutes: Type.Integer(),
  status: oneOf('booked', 'confirmed', 'cancelled', 'completed'),
  note: Type.String(),
  /** The person who booked it for a party; empty otherwise. */
  booked_by: Type.String(),
  created_at: Timestamp,
});
export type AppointmentView = Static<typeof AppointmentView>;

const Slot = Type.Object({ starts_at: Timestamp, minutes: Type.Integer(), free: Type.Integer() });
export const SlotList = listOf(Slot);
export type SlotList = Static<typeof SlotList>;

export const names = { Appointment: AppointmentView, AppointmentBody: BookBody, AppointmentSlot: Slot };
