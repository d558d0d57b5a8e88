import type { Passport } from '@tamga/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';
import { request } from './http.ts';

export type {
  FormCondition as Condition,
  FormField,
  FormPaper as PaperSlot,
  FormWords as Words,
  Guide,
  GuidePaper,
  GuideService,
  LifeEvent,
  Passport as ListedService,
  Passport as PublicService,
  ServiceForm,
  ShownGuideStep as GuideStep,
} from '@tamga/client';

export interface CatalogueFilter {
  q: string;
  life_event_id: string;
  authority: string;
}

/** The catalogue changes a few times a day, and the server answers from its cache. */
const staleTime = 60_000;

export const catalogueQuery = ({ q, life_event_id, authority }: CatalogueFilter) =>
  queryOptions({
    queryKey: ['catalogue', 'services', { q, life_event_id, authority }],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/catalog/services', {
        query: {
          q: q || undefined,
          life_event_id: life_event_id || undefined,
          authority: authority || undefined,
        },
        signal,
      }),
    // The previous results stay visible while a person types.
    placeholderData: keepPreviousData,
    staleTime,
  });

export const publicServiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'service', id],
    queryFn: async ({ signal }) =>
      (await request<Passport>(`/api/v1/catalog/services/${encodeURIComponent(id)}`, { signal })).data,
    staleTime,
  });

export const lifeEventsQuery = queryOptions({
  queryKey: ['catalogue', 'life-events'],
  queryFn: ({ signal }) => callApi('GET /api/v1/catalog/life-events', { signal }),
  staleTime,
});

export const guideQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'guide', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/catalog/life-events/{id}', { params: { id }, signal }),
    staleTime,
  });

export const popularServicesQuery = queryOptions({
  queryKey: ['catalogue', 'popular'],
  queryFn: ({ signal }) => callApi('GET /api/v1/catalog/popular', { signal }),
  staleTime: 10 * 60_000,
});
