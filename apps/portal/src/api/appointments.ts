import { queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export interface Appointment {
  id: string;
  service_id: string | null;
  service_name: string;
  agency: string;
  location: string;
  scheduled_at: string;
  minutes: number;
  status: 'booked' | 'confirmed' | 'cancelled' | 'completed';
  note: string;
  created_at: string;
}

export interface Slot {
  starts_at: string;
  minutes: number;
  free: number;
}

const APPOINTMENTS = '/api/v1/gov/appointments';
const appointmentPath = (id: string) => `${APPOINTMENTS}/${encodeURIComponent(id)}`;

export const appointmentsQuery = queryOptions({
  queryKey: ['gov', 'appointments'],
  queryFn: async ({ signal }) =>
    (await request<{ items: Appointment[]; total: number }>(APPOINTMENTS, { signal })).data,
});

/** The times of one day (`2026-11-20`, on the office's calendar); a service's office, or the citizens' hall. */
export const slotsQuery = (date: string, serviceId: string) =>
  queryOptions({
    queryKey: ['gov', 'slots', serviceId, date],
    queryFn: async ({ signal }) => {
      const search = new URLSearchParams({ date, ...(serviceId === '' ? {} : { service_id: serviceId }) });
      return (await request<{ items: Slot[]; total: number }>(`${APPOINTMENTS}/slots?${search}`, { signal }))
        .data;
    },
  });

export interface Booking {
  scheduled_at: string;
  service_id?: string;
  note?: string;
}

export async function book(body: Booking, idempotencyKey: string): Promise<Appointment> {
  return (await request<Appointment>(APPOINTMENTS, { method: 'POST', body, idempotencyKey })).data;
}

export async function cancelAppointment(id: string): Promise<Appointment> {
  return (await request<Appointment>(`${appointmentPath(id)}/cancel`, { method: 'POST' })).data;
}

export const calendarPath = (id: string) => `${appointmentPath(id)}/calendar`;
