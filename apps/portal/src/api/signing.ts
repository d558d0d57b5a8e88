import type { DataOf, SignSession } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { actingHeader } from './acting-for.ts';
import { callApi } from './call.ts';
import { readFailure } from './errors.ts';
import { readCsrfCookie, request } from './http.ts';
import { readNamedFile } from './read-file.ts';
import { computeLocalDeadline } from './session.ts';
import { upload } from './upload.ts';

export type { SignedDocument, SignSession, VerificationView, VerifiedTimestamp } from '@tamga/client';

export type BegunSigning = DataOf<'POST /api/v1/sign/init'>;
export type PdfWarning = BegunSigning['warnings'][number];
export type Level = NonNullable<SignSession['level']>;

/** The server's limit for a PDF to sign. */
export const LARGEST_PDF_BYTES = 25 * 1024 * 1024;
/** And for one to verify: a signature makes it larger. */
export const LARGEST_SIGNED_BYTES = 26 * 1024 * 1024 - 64 * 1024;

/** In points, from the lower left corner of the page as a person sees it. */
export interface MarkPlace {
  /** From 1. */
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** `default` is the usual corner, which the server knows. */
export type Mark = 'default' | 'none' | MarkPlace;

/** The mark in the fields that the API takes. */
export function markFields(mark: Mark): Record<string, string> {
  if (mark === 'default') return {};
  if (mark === 'none') return { mark: 'none' };
  const { page, ...box } = mark;
  return {
    page: String(page),
    ...Object.fromEntries(Object.entries(box).map(([name, points]) => [name, points.toFixed(2)])),
  };
}

/** What to know about a document before it is signed; the server keeps nothing of it. */
export function checkPdf(file: File, signal?: AbortSignal): Promise<DataOf<'POST /api/v1/sign/check'>> {
  const form = new FormData();
  form.append('file', file, file.name);
  return upload('/api/v1/sign/check', form, () => undefined, signal, 'POST', {});
}

export interface SigningRequest {
  file: File;
  mark: Mark;
  /** Register number of an organisation. */
  onBehalfOf?: string | undefined;
  /** For the child that this tab acts for; otherwise for oneself or the organisation. */
  isForChild: boolean;
}

export function beginSigning(
  { file, mark, onBehalfOf, isForChild }: SigningRequest,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<BegunSigning> {
  const form = new FormData();
  if (onBehalfOf) form.append('onBehalfOf', onBehalfOf);
  for (const [name, value] of Object.entries(markFields(mark))) form.append(name, value);
  form.append('file', file, file.name);
  const path = '/api/v1/sign/init';
  const party = isForChild ? actingHeader('POST', path) : {};
  return upload<BegunSigning>(path, form, onProgress, signal, 'POST', party);
}

const POLL_MS = 1_500;
/** The poll that sees PIN2 also fetches timestamps. */
const POLL_TIMEOUT_MS = 30_000;

export interface WatchedSession extends SignSession {
  /** The end of the wait on this device's clock, which may be wrong; null when the phone no longer waits. */
  deadlineMs: number | null;
}

/** Polls until the signing has ended; an error does not end it, because the phone may still be waiting. */
export const signSessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['sign', 'session', id],
    queryFn: async ({ signal }): Promise<WatchedSession> => {
      const path = `/api/v1/sign/${encodeURIComponent(id)}`;
      const { data, clockSkewMs } = await request<SignSession>(path, { signal, timeoutMs: POLL_TIMEOUT_MS });
      return { ...data, deadlineMs: computeLocalDeadline(data.confirm_by, clockSkewMs) };
    },
    refetchInterval: ({ state: { data, error } }) => {
      if (data !== undefined && data.state !== 'running') return false;
      if (!error) return POLL_MS;
      const failure = readFailure(error);
      if (failure.kind === 'rate_limited') return failure.retryAfterSeconds * 1000;
      return isGone(error) || failure.kind === 'unauthorized' ? false : POLL_MS;
    },
    // The person is on the phone meanwhile, often with this page in the background.
    refetchIntervalInBackground: true,
    refetchOnWindowFocus: 'always',
    retry: false,
    gcTime: 0,
  });

/** The session belongs to somebody else, or was removed after its time. */
export function isGone(error: unknown): boolean {
  const failure = readFailure(error);
  return failure.kind === 'invalid' || (failure.kind === 'refused' && failure.status === 404);
}

export const cancelSigning = (id: string) => callApi('DELETE /api/v1/sign/{id}', { params: { id } });

export const keepSigned = (id: string) => callApi('POST /api/v1/sign/{id}/keep', { params: { id } });

export const signedPath = (id: string) => `/api/v1/sign/${encodeURIComponent(id)}/download`;

export const SIGNED_DOCUMENTS_KEY = ['sign', 'documents'] as const;

export const signedDocumentsQuery = queryOptions({
  queryKey: SIGNED_DOCUMENTS_KEY,
  queryFn: ({ signal }) => callApi('GET /api/v1/sign/documents', { signal }),
});

export const signedDocumentPath = (id: string) => `/api/v1/sign/documents/${encodeURIComponent(id)}/download`;

export async function removeSignedDocument(id: string): Promise<void> {
  await callApi('DELETE /api/v1/sign/documents/{id}', { params: { id } });
}

/** Checks a document; the server keeps nothing of it. */
export const verifyPdf = (file: File, onProgress: (share: number) => void, signal?: AbortSignal) =>
  upload<DataOf<'POST /api/v1/sign/verify'>>('/api/v1/sign/verify', file, onProgress, signal);

/** The same verification as a report under the platform's seal (ETSI TS 119 102-2). */
export async function fetchReport(file: File): Promise<{ blob: Blob; name: string }> {
  const csrf = readCsrfCookie(document.cookie);
  return readNamedFile('/api/v1/sign/verify/report', {
    method: 'POST',
    body: file,
    headers: {
      'content-type': 'application/octet-stream',
      'accept-language': document.documentElement.lang,
      ...(csrf ? { 'x-tamga-csrf': csrf } : {}),
    },
  });
}
