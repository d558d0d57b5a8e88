import { randomBytes } from 'node:crypto';
import { until } from './until.ts';

export interface Answer {
  status: number;
  headers: Headers;
  /** The raw response body. */
  text: string;
  body: {
    status?: boolean;
    message?: string;
    error?: string;
    request_id?: string;
    // biome-ignore lint/suspicious/noExplicitAny: a test looks into whatever came back
    data?: any;
  };
}

export interface CallOptions {
  body?: unknown;
  rawBody?: string;
  token?: string;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** One client with a separate address, so that one test's calls do not use up another's rate limit. */
export interface Caller {
  ip: string;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  put(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
}

export function createCaller(url: string, ip = randomAddress()): Caller {
  const call: Caller['call'] = async (method, path, options = {}) => {
    const body = options.rawBody ?? (options.body === undefined ? undefined : JSON.stringify(options.body));
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': ip,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson ? JSON.parse(text) : { message: text },
    };
  };
  return {
    ip,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body = {}, options) => call('POST', path, { ...options, body }),
    put: (path, body = {}, options) => call('PUT', path, { ...options, body }),
  };
}

/** Repeats a call until it answers with this status, because the bus reaches other instances in real time. */
export async function callUntil(status: number, call: () => Promise<Answer>): Promise<Answer> {
  let answer = await call();
  await until(
    async () => {
      if (answer.status !== status) answer = await call();
      return answer.status === status;
    },
    () => `still ${answer.status} instead of ${status}: ${answer.text}`,
  );
  return answer;
}

function randomAddress(): string {
  const [a, b, c] = randomBytes(3);
  return `10.${a}.${b}.${c}`;
}
