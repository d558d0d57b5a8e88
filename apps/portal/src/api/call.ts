import type { Operation, Operations } from '@tamga/client';
import { request } from './http.ts';

type Input<O extends Operation> = { [K in 'params' | 'query' | 'body']: Operations[O][K] };
type Given<O extends Operation> = {
  [K in keyof Input<O> as Input<O>[K] extends undefined ? never : K]: Input<O>[K];
};

/** A call of the API by its own name and with its own types: `callApi('PUT /api/v1/me/latin-name', { body })`. */
export async function callApi<O extends Operation>(
  operation: O,
  given: Given<O> & { signal?: AbortSignal; timeoutMs?: number },
): Promise<Operations[O]['data']> {
  const [method = 'GET', path = '/'] = operation.split(' ');
  const { params, query, body, signal, timeoutMs } = given as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
    timeoutMs?: number;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name] ?? '')),
  );
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]): [string, string] => [name, String(value)]));
  const { data } = await request<Operations[O]['data']>(search.size > 0 ? `${filled}?${search}` : filled, {
    method: method as 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    body,
    signal,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  });
  return data;
}
