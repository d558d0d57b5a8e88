import type { DataOf, SignRequest } from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';
import type { Mark } from './signing.ts';
import { upload } from './upload.ts';

export type { SignRequest, SignRequestItem, SignRequestParty } from '@tamga/client';

export const BOXES = ['received', 'sent'] as const;
export type Box = (typeof BOXES)[number];
export const REQUEST_STATES = ['open', 'completed', 'declined', 'withdrawn', 'expired'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

/** The field `request` beside the file. */
export interface SignRequestBody {
  title: string;
  message?: string;
  order: 'sequence' | 'any';
  deadline: string;
  parties: { kind: 'person' | 'organisation'; register: string; name?: string }[];
}

const PAGE_SIZE = 50;
/** Others sign meanwhile, and each of them for a minute only. */
const BUSY_MS = 3_000;
const OPEN_MS = 15_000;

export const SIGN_REQUESTS_KEY = ['sign', 'requests'] as const;

export const signRequestsQuery = (filter: { box: Box; state?: RequestState }) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: [...SIGN_REQUESTS_KEY, 'list', filter],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/sign/requests', {
        query: { ...filter, limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
        signal,
      }),
    placeholderData: keepPreviousData,
  });

export const signRequestQuery = (id: string) =>
  queryOptions({
    queryKey: [...SIGN_REQUESTS_KEY, 'one', id],
    queryFn: ({ signal }) => callApi('GET /api/v1/sign/requests/{id}', { params: { id }, signal }),
    refetchInterval: ({ state: { data } }) => {
      if (data?.state !== 'open') return false;
      return data.is_busy ? BUSY_MS : OPEN_MS;
    },
  });

/** A new revision has another address, so that the page shows it. */
export const requestDocumentPath = ({ id, signed }: Pick<SignRequest, 'id' | 'signed'>) =>
  `/api/v1/sign/requests/${encodeURIComponent(id)}/document?signed=${signed}`;

/** What to know about the current revision before it is signed. */
export const requestCheckQuery = ({ id, signed }: Pick<SignRequest, 'id' | 'signed'>) =>
  queryOptions({
    queryKey: [...SIGN_REQUESTS_KEY, 'check', id, signed],
    queryFn: ({ signal }) => callApi('GET /api/v1/sign/requests/{id}/check', { params: { id }, signal }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export function sendRequest(
  { file, body }: { file: File; body: SignRequestBody },
  onProgress: (share: number) => void,
): Promise<SignRequest> {
  const form = new FormData();
  form.append('request', JSON.stringify(body));
  form.append('file', file, file.name);
  return upload<SignRequest>('/api/v1/sign/requests', form, onProgress);
}

export const signAsParty = (
  id: string,
  { party, mark }: { party: string; mark: Mark },
): Promise<DataOf<'POST /api/v1/sign/requests/{id}/sign'>> =>
  callApi('POST /api/v1/sign/requests/{id}/sign', {
    params: { id },
    body: { party_id: party, ...(mark === 'default' ? {} : { mark }) },
    timeoutMs: 30_000,
  });

export const declineRequest = (id: string, { party, reason }: { party: string; reason: string }) =>
  callApi('POST /api/v1/sign/requests/{id}/decline', { params: { id }, body: { party_id: party, reason } });

export const withdrawRequest = (id: string) =>
  callApi('POST /api/v1/sign/requests/{id}/withdraw', { params: { id } });

export const remindParties = (id: string) =>
  callApi('POST /api/v1/sign/requests/{id}/remind', { params: { id } });
