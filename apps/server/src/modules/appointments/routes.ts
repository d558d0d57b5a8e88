import { signedIn } from '../../kernel/http/access.ts';
import { ownerOf } from '../../kernel/http/actor.ts';
import type { ErrorDefinition } from '../../kernel/http/errors.ts';
import { type Row, read, write } from '../../kernel/http/row.ts';
import { ById, listOf } from '../../kernel/http/schemas.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { type BookingDeps, book, cancel, slots, viewAppointment } from './booking.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { AppointmentView, BookBody, SlotList, SlotQuery } from './schemas.ts';
import { findServiceOf, listAppointments } from './store.ts';

const writes: Limit = { group: 'gov-appointments', perMinute: 30, burst: 15 };

/** A visit to the hall belongs to no service. */
const namedIn = (given: unknown): string | null =>
  (given as { service_id?: string }).service_id?.toLowerCase() ?? null;

export interface AppointmentRowDeps extends BookingDeps {
  /** What `requireApplicant` fails with. */
  applicantErrors: readonly ErrorDefinition[];
}

export function appointmentRows(deps: AppointmentRowDeps): readonly Row[] {
  return [
    read({
      id: 'gov.appointments.list',
      path: '/gov/appointments',
      access: signedIn,
      acting: { act: 'view', service: 'each' },
      reply: listOf(AppointmentView),
      errors: [],
      summary: 'Own appointments, by time',
      handler: async ({ actor, db, request }) => {
        const rows = await listAppointments(db, ownerOf(actor));
        const items = rows.map((row) => viewAppointment(row, request.language));
        return { items, total: items.length };
      },
    }),
    read({
      id: 'gov.appointments.slots',
      path: '/gov/appointments/slots',
      access: signedIn,
      acting: { act: 'view', service: async ({ query }) => namedIn(query) },
      query: SlotQuery,
      reply: SlotList,
      errors: [errors.bad_request, errors.not_a_slot],
      summary: 'Slots of one day, with the places left in each',
      handler: ({ db, query, request }) => slots(deps, db, query, request.now),
    }),
    write({
      id: 'gov.appointments.book',
      method: 'POST',
      path: '/gov/appointments',
      access: signedIn,
      acting: { act: 'book', service: async ({ body }) => namedIn(body) },
      limit: writes,
      body: BookBody,
      reply: AppointmentView,
      status: 201,
      idempotent: true,
      errors: [
        errors.bad_request,
        errors.slot_taken,
        errors.already_booked,
        errors.too_many_appointments,
        errors.not_a_slot,
        errors.not_ready,
        errors.collection_booked,
        ...deps.applicantErrors,
      ],
      audit: [events.booked],
      summary: 'Book an appointment',
      handler: ({ actor, body, request, tx }) => book(deps, tx, actor, body, request.language),
    }),
    write({
      id: 'gov.appointments.cancel',
      method: 'POST',
      path: '/gov/appointments/:id/cancel',
      access: signedIn,
      acting: { act: 'book', service: ({ params }, db) => findServiceOf(db, (params as { id: string }).id) },
      limit: writes,
      params: ById,
      reply: AppointmentView,
      errors: [],
      audit: [events.cancelled],
      summary: 'Cancel an appointment and free its place',
      handler: ({ actor, params, request, tx }) => cancel(tx, actor, params.id, request.language),
    }),
  ];
}
