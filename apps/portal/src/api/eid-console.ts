import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export interface CertificateCounts {
  valid: number;
  revoked: number;
  expired: number;
  suspended: number;
  total: number;
}

export interface EidSummary {
  given_name?: string;
  surname?: string;
  certificates: CertificateCounts;
  activity: { authentication: number; signature: number };
  devices_active: number;
  devices_total: number;
  representation_count: number;
}

export interface Certificate {
  document_number: string;
  type: string;
  serial_number: string;
  certificate_level: string;
  status: string;
  not_before?: string;
  not_after?: string;
  issuer_dn?: string;
}

export interface Device {
  document_number: string;
  platform?: string;
  enrolled_at?: string;
  active: boolean;
  deactivated_at?: string;
}

export interface EidUse {
  session_id?: string;
  flow: string;
  outcome: string;
  doc_text?: string;
  timestamp?: string;
}

export interface ActivityPage {
  counts: { authentication: number; signature: number };
  sessions: EidUse[];
  total: number;
}

/** One look at the person's data by somebody else; `purpose_text` is in the language of the call. */
export interface DataAccess {
  id: number;
  occurred_at: string;
  by: { name?: string; role: string; office?: string };
  purpose: string;
  purpose_text: string;
}

interface AccessPage {
  items: DataAccess[];
  next?: string;
}

/**
 * The server already gives the eID provider its time and its second chance; a person is better served by a
 * button than by three times that wait.
 */
const provided = { staleTime: 60_000, retry: false } as const;
const PROVIDER_TIMEOUT_MS = 30_000;

async function readEid<Data>(path: string, signal: AbortSignal): Promise<Data> {
  const { data } = await request<Data>(`/api/v1/users/me/eid/${path}`, {
    signal,
    timeoutMs: PROVIDER_TIMEOUT_MS,
  });
  return data;
}

export const eidSummaryQuery = queryOptions({
  ...provided,
  queryKey: ['eid', 'summary'],
  queryFn: ({ signal }) => readEid<EidSummary>('summary', signal),
});

export const certificatesQuery = queryOptions({
  ...provided,
  queryKey: ['eid', 'certificates'],
  queryFn: ({ signal }) =>
    readEid<{ counts: CertificateCounts; certificates: Certificate[] }>('certificates', signal),
});

export const devicesQuery = queryOptions({
  ...provided,
  queryKey: ['eid', 'devices'],
  queryFn: ({ signal }) =>
    readEid<{ devices: Device[]; active_count: number; total: number }>('devices', signal),
});

export const ACTIVITY_PAGE_SIZE = 6;

export const activityQuery = (page: number) =>
  queryOptions({
    ...provided,
    queryKey: ['eid', 'activity', page],
    queryFn: ({ signal }) =>
      readEid<ActivityPage>(
        `activity?limit=${ACTIVITY_PAGE_SIZE}&offset=${page * ACTIVITY_PAGE_SIZE}`,
        signal,
      ),
    placeholderData: keepPreviousData,
  });

const ACCESS_PAGE_SIZE = 6;

/** The language is part of the key, because the reasons come written out. */
export const accessLogQuery = (language: string) =>
  infiniteQueryOptions({
    queryKey: ['access-log', language],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const cursor = pageParam === '' ? '' : `&cursor=${encodeURIComponent(pageParam)}`;
      const { data } = await request<AccessPage>(
        `/api/v1/users/me/access-log?limit=${ACCESS_PAGE_SIZE}${cursor}`,
        { signal },
      );
      return data;
    },
    getNextPageParam: (last: AccessPage) => last.next,
  });

const SIGNATURE_PATH = '/api/v1/me/signature';

/** The address of the image of the person's signature, empty when there is none. */
export const signatureQuery = queryOptions({
  queryKey: ['signature-image'],
  queryFn: async ({ signal }) => (await request<{ url: string }>(SIGNATURE_PATH, { signal })).data,
});

export async function saveSignature(url: string): Promise<{ url: string }> {
  return (await request<{ url: string }>(SIGNATURE_PATH, { method: 'PUT', body: { url } })).data;
}

export async function deleteSignature(): Promise<{ url: string }> {
  return (await request<{ url: string }>(SIGNATURE_PATH, { method: 'DELETE' })).data;
}
