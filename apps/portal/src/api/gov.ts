import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Appointment } from './appointments.ts';
import { readFailure } from './errors.ts';
import { type RequestOptions, request } from './http.ts';
import type { Reference } from './references.ts';

export type ApplicationStatus =
  | 'submitted'
  | 'registered'
  | 'in_review'
  | 'info_required'
  | 'approved'
  | 'rejected'
  | 'completed'
  | 'cancelled'
  | 'expired';

export interface Application {
  id: string;
  service_id: string | null;
  service_code: string;
  service_name: string;
  reference_no: string;
  status: ApplicationStatus;
  result: '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed';
  note: string;
  payload: Record<string, unknown>;
  evidence: { name: string; reference?: string; provided_at: string }[];
  decision_note: string;
  due_at: string | null;
  sla_breached: boolean;
  suspended: boolean;
  suspended_at: string | null;
  assigned: boolean;
  tacit: boolean;
  output_ref_id: string | null;
  decided_at: string | null;
  submitted_at: string;
  updated_at: string | null;
  payment: 'none' | 'pending' | 'paid' | 'cancelled';
}

export type TimelineEventType =
  | 'created'
  | 'auto_fulfilled'
  | 'assigned'
  | 'info_requested'
  | 'info_provided'
  | 'info_note'
  | 'decided'
  | 'delivered'
  | 'cancelled'
  | 'sla_breached'
  | 'tacit_approved'
  | 'expired';

export interface TimelineEvent {
  id: string;
  actor_role: 'user' | 'officer' | 'system';
  from_status: string;
  to_status: string;
  type: TimelineEventType;
  detail: string;
  created_at: string;
}

/** The service as one applies for it; the public catalogue knows it by another id and the same code. */
export interface ApplicableService {
  id: string;
  code: string;
  name: string;
  agency: string;
  evidence: string[];
  enabled: boolean;
}

export interface Draft {
  service_id: string;
  note: string;
  payload: Record<string, unknown>;
  updated_at: string;
}

export interface Paper {
  id: string;
  name: string;
  type: string;
  size_bytes: number;
  created_at: string;
}

export interface Overview {
  open_applications: number;
  unread_notifications: number;
  unpaid_count: number;
  unpaid_amount: number;
  upcoming_count: number;
  issued_references: number;
  recent_applications: Application[];
  upcoming_appointments: Appointment[];
}

interface ListOf<Item> {
  items: Item[];
  total: number;
}

const GOV = '/api/v1/gov';
const APPLICATIONS = `${GOV}/applications`;
const applicationPath = (id: string) => `${APPLICATIONS}/${encodeURIComponent(id)}`;
const draftPath = (serviceId: string) => `${GOV}/drafts/${encodeURIComponent(serviceId)}`;

async function call<Data>(path: string, options: RequestOptions = {}): Promise<Data> {
  return (await request<Data>(path, options)).data;
}

export const overviewQuery = queryOptions({
  queryKey: ['gov', 'overview'],
  queryFn: ({ signal }) => call<Overview>(`${GOV}/overview`, { signal }),
});

export const applicableServicesQuery = queryOptions({
  queryKey: ['gov', 'services'],
  queryFn: ({ signal }) => call<ListOf<ApplicableService>>(`${GOV}/services`, { signal }),
  staleTime: 60_000,
});

/** Null where the service is in the catalogue and cannot be applied for at the moment. */
export const applicableServiceQuery = (code: string) =>
  queryOptions({
    queryKey: ['gov', 'services', code],
    queryFn: async ({ signal }): Promise<ApplicableService | null> => {
      const { items } = await call<ListOf<ApplicableService>>(
        `${GOV}/services?q=${encodeURIComponent(code)}`,
        { signal },
      );
      return items.find((service) => service.code === code) ?? null;
    },
    staleTime: 60_000,
  });

const PAGE_SIZE = 20;

export const applicationsQuery = infiniteQueryOptions({
  queryKey: ['gov', 'applications'],
  queryFn: ({ signal, pageParam }) =>
    call<{ items: Application[]; next?: string }>(
      `${APPLICATIONS}?limit=${PAGE_SIZE}${pageParam ? `&cursor=${pageParam}` : ''}`,
      { signal },
    ),
  initialPageParam: '',
  getNextPageParam: (page) => page.next,
});

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id],
    queryFn: ({ signal }) => call<Application>(applicationPath(id), { signal }),
  });

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id, 'timeline'],
    queryFn: ({ signal }) => call<ListOf<TimelineEvent>>(`${applicationPath(id)}/timeline`, { signal }),
  });

export const papersQuery = (id: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id, 'papers'],
    queryFn: ({ signal }) => call<ListOf<Paper>>(`${applicationPath(id)}/files`, { signal }),
  });

/** No draft is an answer, not an error. */
export const draftQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['gov', 'draft', serviceId],
    queryFn: async ({ signal }): Promise<Draft | null> => {
      try {
        return await call<Draft>(draftPath(serviceId), { signal });
      } catch (error) {
        const failure = readFailure(error);
        if (failure.kind === 'refused' && failure.status === 404) return null;
        throw error;
      }
    },
    // Read once as the form opens; after that the form itself is the truth.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function saveDraft(
  serviceId: string,
  body: { note: string; payload: object },
  signal?: AbortSignal,
): Promise<Draft> {
  return call(draftPath(serviceId), { method: 'PUT', body, signal });
}

export async function dropDraft(serviceId: string): Promise<void> {
  await call(draftPath(serviceId), { method: 'DELETE' });
}

export interface Applied {
  application: Application;
  reference: Reference | null;
  auto_issued: boolean;
}

export function apply(
  body: { service_id: string; note?: string; payload: object },
  idempotencyKey: string,
): Promise<Applied> {
  return call(APPLICATIONS, { method: 'POST', body, idempotencyKey });
}

export function cancelApplication(id: string, reason: string): Promise<Application> {
  return call(`${applicationPath(id)}/cancel`, { method: 'POST', body: reason === '' ? {} : { reason } });
}

export function provideInfo(id: string, note: string): Promise<Application> {
  return call(`${applicationPath(id)}/provide-info`, { method: 'POST', body: { note } });
}

export async function removePaper(id: string, paperId: string): Promise<void> {
  await call(`${applicationPath(id)}/files/${encodeURIComponent(paperId)}`, { method: 'DELETE' });
}

export const paperUploadPath = (id: string, name: string) =>
  `${applicationPath(id)}/files?name=${encodeURIComponent(name)}`;
export const paperPath = (id: string, paperId: string) =>
  `${applicationPath(id)}/files/${encodeURIComponent(paperId)}`;

/** A value that nobody guesses and that also exists where `crypto.randomUUID` does not (plain http). */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
