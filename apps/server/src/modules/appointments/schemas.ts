import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

export const BookBody = strict({
  scheduled_at: Timestamp,
  service_id: Type.Optional(Id),
  location: Type.Optional(Type.String({ maxLength: 300 })),
  note: Type.Optional(Type.String({ maxLength: 2000 })),
});
export type BookBody = Static<typeof BookBody>;

export const SlotQuery = strict({
  service_id: Type.Optional(Id),
  date: Type.String({ maxLength: 10, pattern: '^\\d{4}-\\d{2}-\\d{2}$' }),
});
export type SlotQuery = Static<typeof SlotQuery>;

export const AppointmentView = Type.Object({
  id: Id,
  service_id: Type.Union([Id, Type.Null()]),
  service_name: Type.String(),
  agency: Type.String(),
  location: Type.String(),
  scheduled_at: Timestamp,
  minutes: Type.Integer(),
  status: oneOf('booked', 'confirmed', 'cancelled', 'completed'),
  note: Type.String(),
  created_at: Timestamp,
});
export type AppointmentView = Static<typeof AppointmentView>;

export const SlotList = listOf(
  Type.Object({ starts_at: Timestamp, minutes: Type.Integer(), free: Type.Integer() }),
);
export type SlotList = Static<typeof SlotList>;
