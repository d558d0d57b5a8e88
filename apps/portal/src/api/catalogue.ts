import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export interface Words {
  mn: string;
  en: string;
}

/** One question of a form; the convention is the registry's (modules/registry/form-schema.ts). */
export interface FormField {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  'x-title': Words;
  'x-help'?: Words;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  'x-pattern-help'?: Words;
  format?: 'date' | 'email';
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

export interface ServiceForm {
  type: 'object';
  properties: Record<string, FormField>;
  required?: string[];
  'x-sections': { 'x-title': Words; 'x-help'?: Words; fields: string[] }[];
}

export type Proactivity = 'information' | 'online' | 'once_only' | 'proactive';

export interface PublicService {
  id: string;
  code: string;
  name: string;
  name_en: string;
  description: string;
  description_en: string;
  legal_basis: string;
  authority: string;
  target_group: string;
  output: string;
  channels: string[];
  fee: number;
  max_days: number;
  proactivity: Proactivity;
  life_event_ids: string[];
  category: string;
  assurance_level: 'low' | 'substantial' | 'high';
  fulfilment: 'auto' | 'manual';
  sla_hours: number;
  tacit_approval: boolean;
  online: boolean;
  payment_required_before: 'review' | 'issue' | 'none';
  form: ServiceForm | null;
  published_at: string | null;
  evidences: { evidence_id: string; code: string; name: string; required: boolean; from_citizen: boolean }[];
}

export interface LifeEvent {
  id: string;
  code: string;
  name: string;
  en_label: string;
  description: string;
  eu_code: string;
  kind: 'life' | 'business';
}

interface ListOf<Item> {
  items: Item[];
  total: number;
}

export interface CatalogueFilter {
  q: string;
  life_event_id: string;
  authority: string;
}

const CATALOGUE = '/api/v1/catalog';
/** A catalogue changes a few times a day, and the server answers from memory. */
const staleTime = 60_000;

export const catalogueQuery = (filter: CatalogueFilter) =>
  queryOptions({
    queryKey: ['catalogue', filter],
    queryFn: async ({ signal }) => {
      const given = Object.entries(filter).filter(([, value]) => value !== '');
      const search = new URLSearchParams(given);
      const path = `${CATALOGUE}/services${search.size > 0 ? `?${search}` : ''}`;
      return (await request<ListOf<PublicService>>(path, { signal })).data;
    },
    // While somebody types, what was found last stays in its place.
    placeholderData: keepPreviousData,
    staleTime,
  });

export const publicServiceQuery = (id: string) =>
  queryOptions({
    queryKey: ['catalogue', 'service', id],
    queryFn: async ({ signal }) =>
      (await request<PublicService>(`${CATALOGUE}/services/${encodeURIComponent(id)}`, { signal })).data,
    staleTime,
  });

export const lifeEventsQuery = queryOptions({
  queryKey: ['catalogue', 'life-events'],
  queryFn: async ({ signal }) =>
    (await request<ListOf<LifeEvent>>(`${CATALOGUE}/life-events`, { signal })).data,
  staleTime,
});
