import { queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export const PROACTIVITY = ['information', 'online', 'once_only', 'proactive'] as const;
export type Proactivity = (typeof PROACTIVITY)[number];
export const PASSPORT_STATES = ['draft', 'published', 'archived'] as const;
export type PassportState = (typeof PASSPORT_STATES)[number];

export interface EvidenceLink {
  evidence_id: string;
  code: string;
  name: string;
  required: boolean;
  from_citizen: boolean;
  in_khur: boolean;
  once_only_violation: boolean;
  note: string;
}

export interface Passport {
  id: string;
  code: string;
  name: string;
  name_en: string;
  description: string;
  description_en: string;
  legal_basis: string;
  authority: string;
  authority_org_id: string | null;
  target_group: string;
  output: string;
  keywords: string[];
  channels: string[];
  fee: number;
  max_days: number;
  steps_count: number;
  annual_volume: number;
  proactivity: Proactivity;
  status: PassportState;
  life_event_id: string | null;
  life_event_ids: string[];
  category: string;
  cofog_code: string;
  cofog_label: string;
  main_activity: string;
  sdg_code: string;
  processing_time: string;
  output_type: string;
  output_ref_type: string;
  assurance_level: 'low' | 'substantial' | 'high';
  fulfilment: 'auto' | 'manual';
  has_discretion: boolean;
  has_assessment: boolean;
  sla_hours: number;
  tacit_approval: boolean;
  online: boolean;
  payment_required_before: 'review' | 'issue' | 'none';
  form: Record<string, unknown> | null;
  version: number;
  published_at: string | null;
  created_at: string;
  updated_at: string | null;
  evidences: EvidenceLink[];
}

/** What may be written; the rest is the registry's own. */
export type PassportBody = Omit<
  Passport,
  'id' | 'code' | 'status' | 'version' | 'published_at' | 'created_at' | 'updated_at' | 'evidences'
>;

export interface PassportVersion {
  id: string;
  version: number;
  snapshot: Passport;
  change_note: string;
  is_baseline: boolean;
  steps_count: number;
  documents_count: number;
  max_days: number;
  fee: number;
  delta_steps: number;
  delta_documents: number;
  delta_days: number;
  delta_fee: number;
  published_at: string;
}

export interface Evidence {
  id: string;
  code: string;
  name: string;
  description: string;
  holder_agency: string;
  source_system: string;
  in_khur: boolean;
  khur_service_code: string;
  created_at: string;
  updated_at: string | null;
}
export type EvidenceBody = Omit<Evidence, 'id' | 'created_at' | 'updated_at'>;

export interface LifeEvent {
  id: string;
  code: string;
  name: string;
  kind: 'life' | 'business';
  description: string;
  lead_agency: string;
  eu_code: string;
  en_label: string;
  sort_order: number;
  created_at: string;
}
export type LifeEventBody = Omit<LifeEvent, 'id' | 'created_at'>;

export interface RegistryOverview {
  total_services: number;
  published_services: number;
  draft_services: number;
  archived_services: number;
  life_events: number;
  evidences: number;
  evidences_in_khur: number;
  once_only_violations: number;
  once_only_annual_hits: number;
  by_proactivity: Record<Proactivity, number>;
  avg_max_days: number;
}

export interface Violation {
  service_id: string;
  service_code: string;
  service_name: string;
  authority: string;
  service_status: PassportState;
  evidence_id: string;
  evidence_code: string;
  evidence_name: string;
  holder_agency: string;
  khur_service_code: string;
  annual_volume: number;
}

export interface OnceOnlyReport {
  violations: EvidenceLink[];
  citizen_documents: number;
  compliant: boolean;
  eligible_proactivity: Proactivity;
}

export interface LinkBody {
  evidence_id: string;
  required: boolean;
  from_citizen: boolean;
  note: string;
}

const REGISTRY = '/api/v1/registry';
const servicePath = (id: string) => `${REGISTRY}/services/${encodeURIComponent(id)}`;

async function get<Data>(path: string, signal: AbortSignal): Promise<Data> {
  return (await request<Data>(path, { signal })).data;
}

async function send<Data>(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Data> {
  return (await request<Data>(path, { method, ...(body === undefined ? {} : { body }) })).data;
}

const listQuery = <Item>(name: string, path: string) =>
  queryOptions({
    queryKey: ['registry', name],
    queryFn: async ({ signal }) => (await get<{ items: Item[] }>(path, signal)).items,
  });

/** The whole register: a country has some thousand services, and every page below shows it sorted and filtered. */
export const passportsQuery = listQuery<Passport>('services', `${REGISTRY}/services`);
export const evidencesQuery = listQuery<Evidence>('evidences', `${REGISTRY}/evidences`);
export const lifeEventsQuery = listQuery<LifeEvent>('life-events', `${REGISTRY}/life-events`);
export const violationsQuery = listQuery<Violation>('once-only', `${REGISTRY}/once-only`);

export const overviewQuery = queryOptions({
  queryKey: ['registry', 'overview'],
  queryFn: ({ signal }) => get<RegistryOverview>(`${REGISTRY}/overview`, signal),
});

export const passportQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'service', id],
    queryFn: ({ signal }) => get<Passport>(servicePath(id), signal),
    // An answer that arrives while somebody types must not take their words away.
    refetchOnWindowFocus: false,
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'versions', id],
    queryFn: async ({ signal }) =>
      (await get<{ items: PassportVersion[] }>(`${servicePath(id)}/versions`, signal)).items,
  });

export const onceOnlyQuery = (id: string) =>
  queryOptions({
    queryKey: ['registry', 'once-only', id],
    queryFn: ({ signal }) => get<OnceOnlyReport>(`${servicePath(id)}/once-only`, signal),
  });

export const createPassport = (body: PassportBody & { code: string }): Promise<Passport> =>
  send('POST', `${REGISTRY}/services`, body);
export const savePassport = (id: string, body: PassportBody): Promise<Passport> =>
  send('PUT', servicePath(id), body);
export const deletePassport = (id: string): Promise<unknown> => send('DELETE', servicePath(id));
export const archivePassport = (id: string): Promise<Passport> => send('POST', `${servicePath(id)}/archive`);
export const publishPassport = (id: string, changeNote: string): Promise<PassportVersion> =>
  send('POST', `${servicePath(id)}/publish`, { change_note: changeNote });
export const saveLinks = (id: string, evidences: readonly LinkBody[]): Promise<Passport> =>
  send('PUT', `${servicePath(id)}/evidences`, { evidences });

const evidencePath = (id: string) => `${REGISTRY}/evidences/${encodeURIComponent(id)}`;
export const createEvidence = (body: EvidenceBody): Promise<Evidence> =>
  send('POST', `${REGISTRY}/evidences`, body);
export const saveEvidence = (id: string, body: EvidenceBody): Promise<Evidence> =>
  send('PUT', evidencePath(id), body);
export const deleteEvidence = (id: string): Promise<unknown> => send('DELETE', evidencePath(id));

export const createLifeEvent = (body: LifeEventBody): Promise<LifeEvent> =>
  send('POST', `${REGISTRY}/life-events`, body);
export const deleteLifeEvent = (id: string): Promise<unknown> =>
  send('DELETE', `${REGISTRY}/life-events/${encodeURIComponent(id)}`);
