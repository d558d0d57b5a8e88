import type { Appointment, AppointmentBody as Booking } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { Appointment, AppointmentBody as Booking, AppointmentSlot as Slot } from '@tamga/client';

export const appointmentsQuery = queryOptions({
  queryKey: ['gov', 'appointments'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/appointments', { signal }),
});

/** Times of one day (`2026-11-20`, in the office's calendar) at a service's office or at the citizens' hall. */
export const slotsQuery = (date: string, serviceId: string) =>
  queryOptions({
    queryKey: ['gov', 'slots', serviceId, date],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/gov/appointments/slots', {
        query: { date, service_id: serviceId || undefined },
        signal,
      }),
  });

export const book = (body: Booking, idempotencyKey: string): Promise<Appointment> =>
  callApi('POST /api/v1/gov/appointments', { body, idempotencyKey });

export const cancelAppointment = (id: string): Promise<Appointment> =>
  callApi('POST /api/v1/gov/appointments/{id}/cancel', { params: { id } });

export const calendarPath = (id: string) => `/api/v1/gov/appointments/${encodeURIComponent(id)}/calendar`;
