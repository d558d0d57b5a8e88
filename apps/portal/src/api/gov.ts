import type {
  Application,
  ApplicationFile,
  ApplyBody,
  DraftBody,
  ProvideInfoBody,
  ApplicationEvent as TimelineEvent,
} from '@tamga/client';
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { readActingFor } from './acting-for.ts';
import { callApi, readPageSize } from './call.ts';
import type { ServiceForm } from './catalogue.ts';
import { readFailure } from './errors.ts';
import { COPY_TIMEOUT_MS } from './space.ts';

export type {
  ApplicableService,
  Application,
  ApplicationEvent as TimelineEvent,
  ApplicationFile as Paper,
  Draft,
  DraftSummary as DraftOfService,
  Overview,
  PartiesOverview,
} from '@tamga/client';

export type ApplicationStatus = Application['status'];
/** A changed answer and its previous value; null if there was none. */
export type AnswerChange = TimelineEvent['changes'][number];

/** 404 is a valid answer here, not an error. */
async function orNull<Data>(call: Promise<Data>): Promise<Data | null> {
  try {
    return await call;
  } catch (error) {
    const failure = readFailure(error);
    if (failure.kind === 'refused' && failure.status === 404) return null;
    throw error;
  }
}

export const overviewQuery = queryOptions({
  queryKey: ['gov', 'overview'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/overview', { signal }),
});

/** What waits for those whom the person may act for; separate, because it may wait for the registers. */
export const partiesOverviewQuery = queryOptions({
  queryKey: ['gov', 'overview', 'parties'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/overview/parties', { signal }),
});

export const applicableServicesQuery = queryOptions({
  queryKey: ['gov', 'services'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/services', { query: {}, signal }),
  staleTime: 60_000,
});

/** Null if the service is in the catalogue but does not accept applications now. */
export const applicableServiceQuery = (code: string) =>
  queryOptions({
    queryKey: ['gov', 'services', code],
    queryFn: async ({ signal }) => {
      const { items } = await callApi('GET /api/v1/gov/services', { query: { q: code }, signal });
      return items.find((service) => service.code === code) ?? null;
    },
    staleTime: 60_000,
  });

type SentTo = Pick<Application, 'service_id' | 'service_version'>;

/** The service as the applicant saw it; null if it no longer exists. */
export const serviceQuery = (sent: SentTo | null) => {
  const id = sent?.service_id ?? null;
  const version = sent?.service_version ?? undefined;
  return queryOptions({
    queryKey: ['gov', 'service', id, version],
    queryFn: ({ signal }) =>
      id === null
        ? null
        : orNull(callApi('GET /api/v1/gov/services/{id}', { params: { id }, query: { version }, signal })),
    staleTime: 60_000,
  });
};

/** The form that an application was sent with; null if the service has none or no longer exists. */
export const serviceFormQuery = (sent: SentTo | null) =>
  queryOptions({
    ...serviceQuery(sent),
    select: (service) => (service?.form ?? null) as ServiceForm | null,
  });

export const grantedServicesQuery = queryOptions({
  queryKey: ['gov', 'granted'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/granted-services', { signal }),
});

const PAGE_SIZE = 20;

export const applicationsQuery = infiniteQueryOptions({
  queryKey: ['gov', 'applications'],
  queryFn: ({ signal, pageParam, meta }) =>
    callApi('GET /api/v1/gov/applications', {
      query: { limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page) => page.next,
});

/** Own applications by number or by the name of the service. */
export const foundApplicationsQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: ['gov', 'applications', 'found', q],
    queryFn: ({ signal }) => callApi('GET /api/v1/gov/applications', { query: { q, limit }, signal }),
  });

/** The newest application for a service that is not finished; null if there is none. */
export const openApplicationQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['gov', 'applications', 'open', serviceId],
    queryFn: async ({ signal }) => {
      const query = { service_id: serviceId, open: true, limit: 1 };
      const { items } = await callApi('GET /api/v1/gov/applications', { query, signal });
      return items[0] ?? null;
    },
  });

export const applicationQuery = (id: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/gov/applications/{id}', { params: { id }, signal }),
  });

export const timelineQuery = (id: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id, 'timeline'],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/gov/applications/{id}/timeline', { params: { id }, signal }),
  });

export const signatureQuery = (id: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id, 'signature'],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/gov/applications/{id}/signature', { params: { id }, signal }),
  });

/** What was sent, as a sealed PDF. */
export const recordPath = (id: string) =>
  `/api/v1/gov/applications/${encodeURIComponent(id)}/record/document`;

/** The browser saves what this address gives. */
export const evidencePath = (id: string) =>
  `/api/v1/gov/applications/${encodeURIComponent(id)}/signature/evidence`;

export const papersQuery = (id: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id, 'papers'],
    queryFn: ({ signal }) => callApi('GET /api/v1/gov/applications/{id}/files', { params: { id }, signal }),
  });

export const draftsQuery = queryOptions({
  queryKey: ['gov', 'drafts'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/drafts', { signal }),
});

/** After a draft is deleted or sent, no list may show it, not even until the next refetch. */
export function forgetDraft(client: QueryClient, serviceId: string): void {
  client.setQueryData(draftsQuery.queryKey, (list) => {
    if (!list) return list;
    const items = list.items.filter((draft) => draft.service_id !== serviceId);
    return { items, total: items.length };
  });
  client.invalidateQueries({ queryKey: draftsQuery.queryKey });
}

/** Saves on their way, by service: a form that is opened again must not begin with the answers before them. */
const savesRunning = new Map<string, Promise<unknown>>();

export const draftQuery = (serviceId: string) =>
  queryOptions({
    queryKey: ['gov', 'draft', serviceId],
    queryFn: async ({ signal }) => {
      await savesRunning.get(serviceId);
      // The browser logs each 404 as an error in the citizen's console, so a draft is read only if it is listed.
      const { items } = await callApi('GET /api/v1/gov/drafts', { signal });
      if (!items.some(({ service_id }) => service_id === serviceId)) return null;
      const params = { service_id: serviceId };
      return orNull(callApi('GET /api/v1/gov/drafts/{service_id}', { params, signal }));
    },
    // Read once when the form opens; after that the form holds the current state.
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

export function saveDraft(
  serviceId: string,
  body: DraftBody,
  options: { signal: AbortSignal; keepalive: boolean },
) {
  const params = { service_id: serviceId };
  const saving = callApi('PUT /api/v1/gov/drafts/{service_id}', { params, body, ...options });
  // A failed save is reported where it was started.
  const settled = saving.then(
    () => undefined,
    () => undefined,
  );
  savesRunning.set(serviceId, settled);
  void settled.then(() => {
    if (savesRunning.get(serviceId) === settled) savesRunning.delete(serviceId);
  });
  return saving;
}

/** A draft that was deleted or sent elsewhere meanwhile counts as deleted. */
export const dropDraft = (serviceId: string) =>
  orNull(callApi('DELETE /api/v1/gov/drafts/{service_id}', { params: { service_id: serviceId } }));

export const apply = (body: ApplyBody, idempotencyKey: string) =>
  callApi('POST /api/v1/gov/applications', { body, idempotencyKey });

export const cancelApplication = (id: string, reason: string) =>
  callApi('POST /api/v1/gov/applications/{id}/cancel', {
    params: { id },
    body: reason === '' ? {} : { reason },
  });

/** `payload` holds only changed answers; null removes an answer. */
export const provideInfo = (id: string, body: ProvideInfoBody) =>
  callApi('POST /api/v1/gov/applications/{id}/provide-info', { params: { id }, body });

export const removePaper = (id: string, paperId: string) =>
  callApi('DELETE /api/v1/gov/applications/{id}/files/{file_id}', { params: { id, file_id: paperId } });

export const removeDraftPaper = (serviceId: string, paperId: string) =>
  callApi('DELETE /api/v1/gov/drafts/{service_id}/files/{file_id}', {
    params: { service_id: serviceId, file_id: paperId },
  });

const papersPath = (id: string) => `/api/v1/gov/applications/${encodeURIComponent(id)}/files`;

/** The papers of an application or of a draft. `slot` names the document of the form that a file belongs to. */
export interface PaperTarget {
  /** Unique among the places of one person. */
  key: string;
  uploadPath(name: string, slot: string | null): string;
  /** Adds a copy of a file in the personal space. */
  attachFromSpace(name: string, slot: string | null): Promise<ApplicationFile>;
}

const nameAndSlot = (name: string, slot: string | null) => (slot === null ? { name } : { name, slot });
const copying = { timeoutMs: COPY_TIMEOUT_MS };

/** Drafts of a party are other drafts. */
const draftKey = (serviceId: string) => `draft:${readActingFor()?.id ?? 'self'}:${serviceId}`;

export const papersOf = (id: string): PaperTarget => ({
  key: `application:${id}`,
  uploadPath: (name, slot) => `${papersPath(id)}?${new URLSearchParams(nameAndSlot(name, slot))}`,
  attachFromSpace: (name, slot) =>
    callApi('POST /api/v1/gov/applications/{id}/files/from-space', {
      params: { id },
      body: nameAndSlot(name, slot),
      ...copying,
    }),
});

export const draftPapersOf = (serviceId: string): PaperTarget => ({
  key: draftKey(serviceId),
  uploadPath: (name, slot) =>
    `/api/v1/gov/drafts/${encodeURIComponent(serviceId)}/files?${new URLSearchParams(nameAndSlot(name, slot))}`,
  attachFromSpace: (name, slot) =>
    callApi('POST /api/v1/gov/drafts/{service_id}/files/from-space', {
      params: { service_id: serviceId },
      body: nameAndSlot(name, slot),
      ...copying,
    }),
});

export const paperPath = (id: string, paperId: string) => `${papersPath(id)}/${encodeURIComponent(paperId)}`;

/** An unguessable value that also works without `crypto.randomUUID` (plain http). */
export function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
