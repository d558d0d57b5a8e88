import type { DraftFacts, Fact } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { DraftFacts, Fact, FactOffer } from '@tamga/client';

/** A notification comes with each answer; this is for a page whose stream of notifications is broken. */
const WAITING_POLL_MS = 10_000;

const keyOf = (serviceId: string, language: string) => ['gov', 'facts', serviceId, language] as const;

/** What agencies can give for a draft. The texts come in the language of the request. */
export const draftFactsQuery = (serviceId: string, language: string) =>
  queryOptions({
    queryKey: keyOf(serviceId, language),
    queryFn: ({ signal }): Promise<DraftFacts> =>
      callApi('GET /api/v1/gov/drafts/{service_id}/facts', { params: { service_id: serviceId }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.facts.some((fact) => fact.state === 'asked') ? WAITING_POLL_MS : false,
  });

export const applicationFactsQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['gov', 'application', id, 'facts', language],
    queryFn: ({ signal }) => callApi('GET /api/v1/gov/applications/{id}/facts', { params: { id }, signal }),
  });

export const askAgency = (serviceId: string, slot: string): Promise<Fact> =>
  callApi('POST /api/v1/gov/drafts/{service_id}/facts', {
    params: { service_id: serviceId },
    body: { slot, agreed: true },
  });

/** The digest tells the server which answer the person saw. */
export const acceptFact = (serviceId: string, fact: Fact): Promise<Fact> =>
  callApi('POST /api/v1/gov/drafts/{service_id}/facts/{fact_id}/accept', {
    params: { service_id: serviceId, fact_id: fact.id },
    body: { answer_digest: fact.provenance.answer_digest ?? '' },
  });

export const refuseFact = (serviceId: string, fact: Fact): Promise<Fact> =>
  callApi('POST /api/v1/gov/drafts/{service_id}/facts/{fact_id}/refuse', {
    params: { service_id: serviceId, fact_id: fact.id },
  });
