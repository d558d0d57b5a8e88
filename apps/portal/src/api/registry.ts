import type {
  Evidence,
  EvidenceBody as EvidenceFields,
  GuideStepBody,
  LifeEvent,
  LifeEventBody,
  LifeEventSteps,
  PassportEvidenceBody as LinkBody,
  Passport,
  PassportReplacement,
  PassportVersion,
} from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';
import { request } from './http.ts';

export type {
  Evidence,
  GuideStep,
  GuideStepBody,
  LifeEvent,
  LifeEventBody,
  LifeEventSteps,
  OnceOnlyReport,
  OnceOnlyViolation as Violation,
  Passport,
  PassportEvidenceBody as LinkBody,
  PassportVersion,
} from '@tamga/client';

export const PROACTIVITY = ['information', 'online', 'once_only', 'proactive'] as const;
export const PASSPORT_STATES = ['draft', 'published', 'archived'] as const;

export type PassportState = Passport['status'];
export type EvidenceLink = Passport['evidences'][number];
/** The whole passport, because a replacement omits no field. The server validates the form. */
export type PassportBody = Required<
  Omit<PassportReplacement, 'code' | 'form' | 'expected_updated_at' | 'authority' | 'authority_en'>
> & {
  form: Record<string, unknown> | null;
};
export type EvidenceBody = Required<EvidenceFields>;

/** The whole register: a country has a few thousand services, and every page below sorts and filters them. */
export const passportsQuery = queryOptions({
  queryKey: ['registry', 'services'],
  queryFn: async ({ signal }) =>
    (await callApi('GET /api/v1/registry/services', { query: {}, signal })).items,
});

/** Authorities whose services the caller may describe. */
export const ownAuthoritiesQuery = queryOptions({
  queryKey: ['registry', 'authorities'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/registry/authorities', { signal })).items,
});

export const evidencesQuery = queryOptions({
  queryKey: ['registry', 'evidences'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/registry/evidences', { signal })).items,
});

export const lifeEventsQuery = queryOptions({
  queryKey: ['registry', 'life-events'],
  queryFn: async ({ signal }) => (await callApi('GET /api/v1/registry/life-events', { signal })).items,
});

/** The code never changes; an event that changed meanwhile is refused. */
export const replaceLifeEvent = ({ id, updated_at }: LifeEvent, body: LifeEventBody): Promise<LifeEvent> =>
  callApi('PUT /api/v1/registry/life-events/{id}', {
    params: { id },
    body: { ...body, expected_updated_at: updated_at },
  });

export const lifeEventQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'life-event', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/registry/life-events/{id}', { params: { id }, signal }),
    // A refetch while a person types must not discard their input.
    refetchOnWindowFocus: false,
  });

export const violationsQuery = queryOptions({
  queryKey: ['registry', 'once-only'],
  queryFn: async ({ signal }) =>
    (await callApi('GET /api/v1/registry/once-only', { query: {}, signal })).items,
});

export const overviewQuery = queryOptions({
  queryKey: ['registry', 'overview'],
  queryFn: ({ signal }) => callApi('GET /api/v1/registry/overview', { signal }),
});

export const passportQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'service', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/registry/services/{id}', { params: { id }, signal }),
    // A refetch while a person types must not discard their input.
    refetchOnWindowFocus: false,
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'versions', id],
    queryFn: async ({ signal }) =>
      (await callApi('GET /api/v1/registry/services/{id}/versions', { params: { id }, signal })).items,
  });

export const onceOnlyQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'once-only', id],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/registry/services/{id}/once-only', { params: { id }, signal }),
  });

export async function createPassport(body: PassportBody & { code: string }): Promise<Passport> {
  return (await request<Passport>('/api/v1/registry/services', { method: 'POST', body })).data;
}

/** The server refuses with `changed_meanwhile` if the passport was saved after it was read. */
export async function savePassport({ id, updated_at }: Passport, body: PassportBody): Promise<Passport> {
  const path = `/api/v1/registry/services/${encodeURIComponent(id)}`;
  const seen = { ...body, expected_updated_at: updated_at };
  return (await request<Passport>(path, { method: 'PUT', body: seen })).data;
}

export const deletePassport = (id: string) =>
  callApi('DELETE /api/v1/registry/services/{id}', { params: { id } });

export const archivePassport = (id: string): Promise<Passport> =>
  callApi('POST /api/v1/registry/services/{id}/archive', { params: { id } });

export const restorePassport = (id: string, confirmation: { confirm_unattended?: true }): Promise<Passport> =>
  callApi('POST /api/v1/registry/services/{id}/restore', { params: { id }, query: confirmation });

export const publishPreviewQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'publish-preview', id],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/registry/services/{id}/publish-preview', { params: { id }, signal }),
    staleTime: 0,
  });

export const publishPassport = (
  id: string,
  changeNote: string,
  confirmation: { confirm_unattended?: true },
): Promise<PassportVersion> =>
  callApi('POST /api/v1/registry/services/{id}/publish', {
    params: { id },
    body: { change_note: changeNote, ...confirmation },
  });

export const saveLinks = ({ id, updated_at }: Passport, evidences: readonly LinkBody[]): Promise<Passport> =>
  callApi('PUT /api/v1/registry/services/{id}/evidences', {
    params: { id },
    body: { evidences: [...evidences], expected_updated_at: updated_at },
  });

export const createEvidence = (body: EvidenceBody): Promise<Evidence> =>
  callApi('POST /api/v1/registry/evidences', { body });

export const saveEvidence = (id: string, body: EvidenceBody): Promise<Evidence> =>
  callApi('PUT /api/v1/registry/evidences/{id}', { params: { id }, body });

export const deleteEvidence = (id: string) =>
  callApi('DELETE /api/v1/registry/evidences/{id}', { params: { id } });

export const createLifeEvent = (body: LifeEventBody): Promise<LifeEvent> =>
  callApi('POST /api/v1/registry/life-events', { body });

export const deleteLifeEvent = (id: string) =>
  callApi('DELETE /api/v1/registry/life-events/{id}', { params: { id } });

/** The server refuses with `changed_meanwhile` if the steps were saved after they were read. */
export const saveSteps = (
  { id, updated_at }: LifeEventSteps,
  steps: readonly GuideStepBody[],
): Promise<LifeEventSteps> =>
  callApi('PUT /api/v1/registry/life-events/{id}/steps', {
    params: { id },
    body: { steps: [...steps], expected_updated_at: updated_at },
  });
