import { request } from './http.ts';

export type CaseStatus =
  | 'submitted'
  | 'registered'
  | 'in_review'
  | 'info_required'
  | 'approved'
  | 'rejected'
  | 'completed'
  | 'cancelled'
  | 'expired';

export type CaseResult = '' | 'granted' | 'refused' | 'withdrawn' | 'not_admissible' | 'processed';

/** A case among others. What the applicant wrote and their number come only with the case itself. */
export interface QueueItem {
  id: string;
  service_code: string;
  service_name: string;
  reference_no: string;
  status: CaseStatus;
  result: CaseResult;
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
  payment: 'none' | 'pending' | 'paid' | 'cancelled';
  assigned_to: string | null;
  assigned_at: string | null;
  applicant: { full_name: string; civil_id: string | null };
}

export interface CaseService {
  code: string;
  name: string;
  agency: string;
  description: string;
  legal_basis: string;
  fee: number;
  sla_hours: number;
  output_type: string;
  output_ref_type: string;
  evidence: string[];
  tacit_approval: boolean;
  payment_required_before: 'review' | 'issue' | 'none';
  form: Record<string, unknown> | null;
}

export interface CaseEvent {
  id: string;
  actor_role: 'user' | 'officer' | 'system';
  type: string;
  detail: string;
  created_at: string;
}

export interface CaseFile {
  id: string;
  name: string;
  type: string;
  size_bytes: number;
  created_at: string;
}

export interface Case {
  application: QueueItem;
  service: CaseService | null;
  events: CaseEvent[];
  files: CaseFile[];
}

export interface QueueStats {
  open: number;
  unassigned: number;
  mine: number;
  overdue: number;
  due_soon: number;
}

export interface QueuePage {
  items: QueueItem[];
  next?: string;
}

export interface QueueQuery {
  status?: CaseStatus;
  assigned_to?: 'me';
  unassigned?: 'true';
  overdue?: 'true';
  limit?: string;
}

const OFFICER = '/api/v1/gov/officer';
const casePath = (id: string) => `${OFFICER}/queue/${encodeURIComponent(id)}`;

async function post(id: string, action: string, body?: object): Promise<QueueItem> {
  const { data } = await request<QueueItem>(`${casePath(id)}/${action}`, {
    method: 'POST',
    ...(body === undefined ? {} : { body }),
  });
  return data;
}

export async function fetchStats(signal: AbortSignal): Promise<QueueStats> {
  return (await request<QueueStats>(`${OFFICER}/stats`, { signal })).data;
}

export async function fetchQueue(
  query: QueueQuery,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<QueuePage> {
  const search = new URLSearchParams({ ...query, ...(cursor === undefined ? {} : { cursor }) });
  return (await request<QueuePage>(`${OFFICER}/queue?${search}`, { signal })).data;
}

export async function fetchCase(id: string, signal: AbortSignal): Promise<Case> {
  return (await request<Case>(casePath(id), { signal })).data;
}

export const assignCase = (id: string): Promise<QueueItem> => post(id, 'assign');

export const requestInfo = (id: string, note: string): Promise<QueueItem> =>
  post(id, 'request-info', { note });

export const decideCase = (
  id: string,
  decision: { approve: boolean; note?: string; result: CaseResult },
): Promise<QueueItem> => post(id, 'decide', decision);

export const completeCase = (id: string): Promise<QueueItem> => post(id, 'complete');

/** Opened by the browser itself, in a tab of its own. */
export const buildFileAddress = (caseId: string, fileId: string): string =>
  `${casePath(caseId)}/files/${encodeURIComponent(fileId)}`;
