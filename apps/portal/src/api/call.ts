import type { DataOf, InputOf, Operation } from '@tamga/client';
import { type RequestOptions, request } from './http.ts';

type CallOptions = Pick<RequestOptions, 'signal' | 'timeoutMs' | 'idempotencyKey' | 'keepalive'>;

/** Calls the API by operation name, with its types: `callApi('PUT /api/v1/me/latin-name', { body })`. */
export async function callApi<O extends Operation>(
  operation: O,
  given: InputOf<O> & CallOptions,
): Promise<DataOf<O>> {
  const [method = 'GET', path = '/'] = operation.split(' ');
  const { params, query, ...options } = given as RequestOptions & {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  );
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
  const { data } = await request<DataOf<O>>(search.size > 0 ? `${filled}?${search}` : filled, {
    ...options,
    method: method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  });
  return data;
}

/** An export asks for larger pages than the list that is shown. */
export const readPageSize = (meta: Record<string, unknown> | undefined, usual: number): number =>
  typeof meta?.['limit'] === 'number' ? meta['limit'] : usual;

/** Cursor paging: each page names the next. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (page: { next?: string }) => page.next,
};
