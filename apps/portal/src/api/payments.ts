import type { Payment } from '@tamga/client';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from './call.ts';

export type { Payment, Receipt } from '@tamga/client';

/** The external payment provider may be slow. */
const OUTSIDE_TIMEOUT_MS = 30_000;

export const paymentsQuery = queryOptions({
  queryKey: ['gov', 'payments'],
  queryFn: ({ signal }) => callApi('GET /api/v1/gov/payments', { signal }),
});

/** The language is part of the key, because the server translates the names. */
export const receiptQuery = (id: string, language: string) =>
  queryOptions({
    queryKey: ['gov', 'receipt', id, language],
    queryFn: ({ signal }) => callApi('GET /api/v1/gov/payments/{id}/receipt', { params: { id }, signal }),
  });

/** The sealed receipt, which the browser downloads. */
export const receiptPath = (id: string) => `/api/v1/gov/payments/${encodeURIComponent(id)}/receipt/document`;

/** Starts a payment or reads its result: the server asks the provider before it creates a new invoice. */
export const pay = (id: string): Promise<Payment> =>
  callApi('POST /api/v1/gov/payments/{id}/pay', { params: { id }, timeoutMs: OUTSIDE_TIMEOUT_MS });
