import type { Operations } from '@tamga/client';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';
import { request } from './http.ts';

export interface Words {
  mn: string;
  en: string;
}

/** Asked only where another answer is one of these. */
export interface Condition {
  field: string;
  is: (string | boolean)[];
}

/** One question of a form; the convention is the registry's (modules/registry/form-schema.ts). */
export interface FormField {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  'x-title': Words;
  'x-help'?: Words;
  'x-when'?: Condition;
  /** Required where it is asked. */
  'x-required'?: boolean;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  'x-pattern-help'?: Words;
  format?: 'date' | 'email';
  /** A day, or one counted from today. */
  'x-earliest'?: string;
  'x-latest'?: string;
  enum?: string[];
  'x-labels'?: Record<string, Words>;
  minimum?: number;
  maximum?: number;
  const?: true;
  'x-unit'?: Words;
  'x-widget'?: 'textarea' | 'radio';
  'x-prefill'?: 'last_name' | 'first_name' | 'national_id' | 'email';
  minItems?: number;
  maxItems?: number;
  items?: { properties: Record<string, FormField>; required?: string[]; 'x-order': string[] };
  'x-entry-title'?: Words;
}

/** A place for one paper, which may be several files. */
export interface PaperSlot {
  key: string;
  'x-title': Words;
  'x-help'?: Words;
  accepts?: string[];
  required: boolean;
  'x-when'?: Condition;
}

export interface ServiceForm {
  type: 'object';
  properties: Record<string, FormField>;
  required?: string[];
  'x-sections': { 'x-title': Words; 'x-help'?: Words; fields: string[] }[];
  'x-papers'?: PaperSlot[];
}

export type ListedService = Operations['GET /api/v1/catalog/services']['data']['items'][number];
type Service = Operations['GET /api/v1/catalog/services/{id}']['data'];
/** The API says no more of the form than that there may be one, so its shape is told here. */
export type PublicService = Omit<Service, 'form'> & { form: ServiceForm | null };
export type LifeEvent = Operations['GET /api/v1/catalog/life-events']['data']['items'][number];

export interface CatalogueFilter {
  q: string;
  life_event_id: string;
  authority: string;
}

/** A catalogue changes a few times a day, and the server answers from memory. */
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
    // While somebody types, what was found last stays in its place.
    placeholderData: keepPreviousData,
    staleTime,
  });

export const publicServiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'service', id],
    queryFn: async ({ signal }) =>
      (await request<PublicService>(`/api/v1/catalog/services/${encodeURIComponent(id)}`, { signal })).data,
    staleTime,
  });

export const lifeEventsQuery = queryOptions({
  queryKey: ['catalogue', 'life-events'],
  queryFn: ({ signal }) => callApi('GET /api/v1/catalog/life-events', { signal }),
  staleTime,
});
