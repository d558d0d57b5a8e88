import { queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export interface Reference {
  id: string;
  type: string;
  title: string;
  reference_no: string;
  status: 'issued' | 'expired';
  issued_at: string;
  valid_until: string | null;
}

export interface Verification {
  reference_no: string;
  type: string;
  title: string;
  status: 'issued' | 'expired';
  issued_at: string;
  valid_until: string | null;
  confirmed: boolean;
  holder: { full_name: string; full_name_en: string };
}

const REFERENCES = '/api/v1/gov/references';

export const referencesQuery = queryOptions({
  queryKey: ['gov', 'references'],
  queryFn: async ({ signal }) =>
    (await request<{ items: Reference[]; total: number }>(REFERENCES, { signal })).data,
});

export async function orderReference(type: string, idempotencyKey: string): Promise<Reference> {
  return (await request<Reference>(REFERENCES, { method: 'POST', body: { type }, idempotencyKey })).data;
}

/** The document itself; the browser keeps it as a file. */
export const documentPath = (id: string) => `${REFERENCES}/${encodeURIComponent(id)}/document`;

/** The same address as the page's own: browsers get the page, programs the answer. */
export const verificationQuery = (referenceNo: string, code: string, language: string) =>
  queryOptions({
    queryKey: ['verification', referenceNo, code, language],
    queryFn: async ({ signal }) => {
      const search = code === '' ? '' : `?code=${encodeURIComponent(code)}`;
      return (await request<Verification>(`/verify/${encodeURIComponent(referenceNo)}${search}`, { signal }))
        .data;
    },
    staleTime: 0,
  });
