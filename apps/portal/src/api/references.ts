import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { Reference, ReferenceVerification as Verification } from '@tamga/client';

export const referencesQuery = queryOptions({
  queryKey: ['gov', 'references'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/references', { signal }),
});

/** The document, which the browser downloads. */
export const documentPath = (id: string) => `/api/v1/gov/references/${encodeURIComponent(id)}/document`;

/** The page has the same address: browsers get the page, programs the data. */
export const verificationQuery = (referenceNo: string, code: string, language: string) =>
  queryOptions({
    queryKey: ['verification', referenceNo, code, language],
    queryFn: ({ signal }) =>
      callApi('GET /verify/{reference_no}', {
        params: { reference_no: referenceNo },
        query: { code: code || undefined },
        signal,
      }),
    staleTime: 0,
  });
