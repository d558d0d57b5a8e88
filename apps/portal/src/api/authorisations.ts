import type {
  Authorisation,
  AuthorisationBody,
  AuthorisationSigning,
  AuthorisationWishBody,
} from '@tamga/client';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';

export type { Authorisation, AuthorisationSigning, AuthorisationWishBody as Wish } from '@tamga/client';

export const BOXES = ['given', 'received', 'ended'] as const;
export type Box = (typeof BOXES)[number];
export const PURPOSES = ['apply', 'pay', 'book'] as const;

const PAGE_SIZE = 50;
export const AUTHORISATIONS_KEY = ['authorisations'] as const;

export const authorisationsQuery = (box: Box, language: string) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: [...AUTHORISATIONS_KEY, 'list', box, language],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/authorisations', {
        query: { box, limit: readPageSize(meta, PAGE_SIZE), cursor: pageParam },
        signal,
      }),
  });

export const authorisationQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: [...AUTHORISATIONS_KEY, 'one', id, language],
    queryFn: ({ signal }) => callApi('GET /api/v1/authorisations/{id}', { params: { id }, signal }),
  });

export const beginAuthorisation = (body: AuthorisationWishBody): Promise<AuthorisationSigning> =>
  callApi('POST /api/v1/authorisations/sign', { body, timeoutMs: 30_000 });

export const giveAuthorisation = (body: AuthorisationBody): Promise<Authorisation> =>
  callApi('POST /api/v1/authorisations', { body, timeoutMs: 30_000 });

export const acceptAuthorisation = (id: string): Promise<Authorisation> =>
  callApi('POST /api/v1/authorisations/{id}/accept', { params: { id } });

export const declineAuthorisation = (id: string): Promise<Authorisation> =>
  callApi('POST /api/v1/authorisations/{id}/decline', { params: { id } });

export const endAuthorisation = (id: string): Promise<Authorisation> =>
  callApi('POST /api/v1/authorisations/{id}/end', { params: { id } });

export const evidencePath = (id: string): string =>
  `/api/v1/authorisations/${encodeURIComponent(id)}/signature/evidence`;
