import type { UploadedImage } from '@tamga/client';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { byCursor, callApi, readPageSize } from './call.ts';
import { upload } from './upload.ts';

export type {
  DataAccess,
  EidCertificate as Certificate,
  EidDevice as Device,
  EidSummary,
  EidUse,
  UploadedImage,
} from '@tamga/client';

/**
 * The server already waits for the eID provider and retries once, so a retry button serves people better than three
 * times that wait.
 */
const provided = { staleTime: 60_000, retry: false } as const;
const timeoutMs = 30_000;

export const eidSummaryQuery = queryOptions({
  ...provided,
  queryKey: ['eid', 'summary'],
  queryFn: ({ signal }) => callApi('GET /api/v1/users/me/eid/summary', { signal, timeoutMs }),
});

export const certificatesQuery = queryOptions({
  ...provided,
  queryKey: ['eid', 'certificates'],
  queryFn: ({ signal }) => callApi('GET /api/v1/users/me/eid/certificates', { signal, timeoutMs }),
});

export const devicesQuery = queryOptions({
  ...provided,
  queryKey: ['eid', 'devices'],
  queryFn: ({ signal }) => callApi('GET /api/v1/users/me/eid/devices', { signal, timeoutMs }),
});

export const ACTIVITY_PAGE_SIZE = 6;

export const activityQuery = (page: number) =>
  queryOptions({
    ...provided,
    queryKey: ['eid', 'activity', page],
    queryFn: ({ signal }) =>
      callApi('GET /api/v1/users/me/eid/activity', {
        query: { limit: ACTIVITY_PAGE_SIZE, offset: page * ACTIVITY_PAGE_SIZE },
        signal,
        timeoutMs,
      }),
    placeholderData: keepPreviousData,
  });

const ACCESS_PAGE_SIZE = 6;

/** The language is part of the key, because the server translates the reasons. */
export const accessLogQuery = (language: string) =>
  infiniteQueryOptions({
    ...byCursor,
    queryKey: ['me', 'access-log', language],
    queryFn: ({ pageParam, signal, meta }) =>
      callApi('GET /api/v1/users/me/access-log', {
        query: { limit: readPageSize(meta, ACCESS_PAGE_SIZE), cursor: pageParam },
        signal,
      }),
  });

/** The person's signature image: uploaded, at an address, or neither. */
export const signatureQuery = queryOptions({
  queryKey: ['me', 'signature'],
  queryFn: ({ signal }) => callApi('GET /api/v1/me/signature', { signal }),
});

export const saveSignature = (url: string) => callApi('PUT /api/v1/me/signature', { body: { url } });

export const deleteSignature = () => callApi('DELETE /api/v1/me/signature', {});

const SIGNATURE_FILE = '/api/v1/me/signature/file';

/** The digest makes a browser fetch a new image. */
export const signatureFilePath = (sha256: string) => `${SIGNATURE_FILE}?v=${sha256.slice(0, 16)}`;

export const uploadSignature = (file: File) =>
  upload<{ image: UploadedImage }>(SIGNATURE_FILE, file, () => undefined, undefined, 'PUT');

export const deleteUploadedSignature = () => callApi('DELETE /api/v1/me/signature/file', {});
