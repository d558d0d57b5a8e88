import type {
  TenantBulkOutcome as BulkOutcome,
  FilterOf,
  Operator,
  OperatorMe,
  QueryOf,
} from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';
import { askForQr, type EidCalls, pollEid, startEid } from './eid.ts';
import { readFailure } from './errors.ts';
import { request } from './http.ts';
import { computeLocalDeadline } from './session.ts';

export type {
  ListedOperator,
  Operator,
  OperatorAction,
  RegisteredOrganisation as DirectoryOrganisation,
  RegisteredPerson as DirectoryPerson,
  Tenant,
  TenantBulkOutcome as BulkOutcome,
  VerifiedPerson,
} from '@tamga/client';

const BASE = '/api/platform/v1';

/** Rows as this page sends them; the server also accepts incomplete rows, to report an error per row. */
export type BulkOrganisation = Record<'name' | 'slug' | 'admin_email' | 'reason', string> & {
  admin_user_id?: string;
};
export interface ConsoleSession {
  operator: Operator;
  capabilities: readonly string[];
  /** The absolute end of the session, on this browser's clock. */
  endsAtMs: number | null;
}

/** Two hundred organisations, each with a separate transaction and invitation. */
const BULK_TIMEOUT_MS = 40_000;

let lastCallMs = Date.now();

/** The time of the last call: the server's idle timeout of half an hour counts from then. */
export function readLastCallMs(): number {
  return lastCallMs;
}

const call: typeof callApi = async (operation, given) => {
  const data = await callApi(operation, given);
  lastCallMs = Date.now();
  return data;
};

/** A missing session is null, not an error; the shell handles a missing console (404) separately. */
export const consoleSessionQuery = queryOptions({
  queryKey: ['console', 'session'],
  staleTime: Number.POSITIVE_INFINITY,
  queryFn: async ({ signal }): Promise<ConsoleSession | null> => {
    try {
      const { data, clockSkewMs } = await request<OperatorMe>(`${BASE}/me`, { signal });
      lastCallMs = Date.now();
      return {
        operator: data.operator,
        capabilities: data.capabilities,
        endsAtMs: computeLocalDeadline(data.expires_at, clockSkewMs),
      };
    } catch (error) {
      if (readFailure(error).kind === 'unauthorized') return null;
      throw error;
    }
  },
});

export const consoleEidCalls: EidCalls = {
  // No return address: the page that started stays open and polls for the result.
  startLink: (_returnAddress, signal) => startEid('link', `${BASE}/session/eid/start`, {}, signal),
  startPush: (nationalId, signal) =>
    startEid('push', `${BASE}/session/eid/start-id`, { national_id: nationalId }, signal),
  fetchQr: (sid, signal) => askForQr(`${BASE}/session/eid/qr/${encodeURIComponent(sid)}`, undefined, signal),
  poll: (sid, verifier, signal) => pollEid(`${BASE}/session/eid/poll`, sid, verifier, signal),
};

export function openConsoleSession(proof: { sid: string; code: string }) {
  return call('POST /api/platform/v1/session', { body: proof });
}

export function closeConsoleSession() {
  return call('DELETE /api/platform/v1/session', {});
}

export function stepUp(code: string) {
  return call('POST /api/platform/v1/step-up', { body: { code } });
}

export async function createTenants(organisations: BulkOrganisation[]): Promise<BulkOutcome[]> {
  const { items } = await call('POST /api/platform/v1/tenants/bulk', {
    body: { organisations },
    timeoutMs: BULK_TIMEOUT_MS,
  });
  return items;
}

export const TENANTS_KEY = ['console', 'tenants'] as const;

export const tenantsQuery = ({ q, ...page }: QueryOf<'GET /api/platform/v1/tenants'> & { q: string }) =>
  queryOptions({
    queryKey: [...TENANTS_KEY, { q, ...page }],
    queryFn: ({ signal }) =>
      call('GET /api/platform/v1/tenants', { query: { ...page, q: q || undefined }, signal }),
    placeholderData: keepPreviousData,
  });

export function findPerson(register: string) {
  return call('GET /api/platform/v1/directory/person', { query: { register } });
}

export function findOrganisation(register: string) {
  return call('GET /api/platform/v1/directory/organisation', { query: { register } });
}

export function searchPeople(query: { limit: number; offset: number; q: string }) {
  return call('GET /api/platform/v1/directory/people', { query });
}

export type ActionFilter = FilterOf<'GET /api/platform/v1/audit'>;

const ACTIONS_PER_PAGE = 50;

export const actionsQuery = (filter: ActionFilter) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: ['console', 'actions', filter],
    queryFn: ({ pageParam, signal, meta }) =>
      call('GET /api/platform/v1/audit', {
        query: { ...filter, limit: readPageSize(meta, ACTIONS_PER_PAGE), cursor: pageParam },
        signal,
      }),
  });

export const operatorsQuery = queryOptions({
  queryKey: ['console', 'operators'],
  queryFn: async ({ signal }) => (await call('GET /api/platform/v1/operators', { signal })).items,
});
