import type { Operations } from './generated/api.ts';

export type * from './generated/api.ts';
export type Operation = keyof Operations;
export type DataOf<O extends Operation> = Operations[O]['data'];
export type QueryOf<O extends Operation> = Operations[O]['query'];
export type BodyOf<O extends Operation> = Operations[O]['body'];
/** The query of a list without its paging. */
export type FilterOf<O extends Operation> = Omit<QueryOf<O>, 'cursor' | 'limit'>;
type Parts<O extends Operation> = { [K in 'params' | 'query' | 'body']: Operations[O][K] };
/** What a call of the operation needs; parts that it does not have are left out. */
export type InputOf<O extends Operation> = {
  [K in keyof Parts<O> as Parts<O>[K] extends undefined ? never : K]: Parts<O>[K];
};

export interface ClientOptions {
  /** Where the API is; empty for the same origin. */
  baseUrl: string;
  /** Adds what a caller needs, such as a bearer token. */
  headers?: () => Record<string, string>;
  timeoutMs?: number;
  fetch?: typeof fetch;
}

/** The server's refusal: `code` is for programs, `message` for people. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly data: unknown;
  readonly requestId: string;
  constructor(
    status: number,
    body: { error?: string; message?: string; data?: unknown; request_id?: string },
  ) {
    super(body.message ?? `HTTP ${status}`);
    this.name = 'ApiError';
    this.status = status;
    this.code = body.error ?? 'unknown';
    this.data = body.data;
    this.requestId = body.request_id ?? '';
  }
}

export interface Client {
  call<O extends Operation>(operation: O, given: InputOf<O>): Promise<DataOf<O>>;
}

/** A client typed by the API itself: `client.call('GET /api/v1/users/me', {})`. */
export function createClient(options: ClientOptions): Client {
  const send = options.fetch ?? fetch;
  return {
    call: async (operation, given) => {
      const [method = 'GET', path = '/'] = operation.split(' ');
      const { params, query, body } = given as { params?: object; query?: object; body?: unknown };
      const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
        encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
      );
      const search = new URLSearchParams(
        Object.entries(query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
      );
      const response = await send(`${options.baseUrl}${filled}${search.size > 0 ? `?${search}` : ''}`, {
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers?.(),
        },
        signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const answer = (await response.json()) as { data?: unknown } & ConstructorParameters<
        typeof ApiError
      >[1];
      if (!response.ok) throw new ApiError(response.status, answer);
      return (answer.data ?? answer) as DataOf<typeof operation>;
    },
  };
}
