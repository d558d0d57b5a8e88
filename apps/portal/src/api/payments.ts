import { queryOptions } from '@tanstack/react-query';
import { request } from './http.ts';

export interface Payment {
  id: string;
  title: string;
  category: 'tax' | 'fee' | 'fine';
  amount: number;
  currency: 'MNT';
  status: 'pending' | 'paid';
  due_date: string | null;
  paid_at: string | null;
  created_at: string;
  application_id?: string;
  checkout_url?: string;
  qr?: string;
}

const PAYMENTS = '/api/v1/gov/payments';
/** The payment provider is asked, and may take its time. */
const OUTSIDE_TIMEOUT_MS = 30_000;

export const paymentsQuery = queryOptions({
  queryKey: ['gov', 'payments'],
  queryFn: async ({ signal }) =>
    (await request<{ items: Payment[]; total: number }>(PAYMENTS, { signal })).data,
});

/** Begins to pay, or learns what became of it: the server asks the provider before it makes a new invoice. */
export async function pay(id: string): Promise<Payment> {
  const path = `${PAYMENTS}/${encodeURIComponent(id)}/pay`;
  return (await request<Payment>(path, { method: 'POST', timeoutMs: OUTSIDE_TIMEOUT_MS })).data;
}
