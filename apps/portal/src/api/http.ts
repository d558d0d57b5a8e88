import { actingHeader } from './acting-for.ts';
import { ApiError, classifyFailure, type FailureBody } from './errors.ts';

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal | undefined;
  timeoutMs?: number;
  /** Idempotency key: the same key with the same body has one effect, however often it is sent. */
  idempotencyKey?: string;
  /** Whom the call is about, if not the party for whom this tab acts: its id, or `self`. */
  party?: string;
  /** The browser finishes the request even if the page closes. */
  keepalive?: boolean;
}

export interface Answer<Data> {
  data: Data;
  /** Server clock minus browser clock: deadlines in an answer are the server's, and a visitor's clock may be wrong. */
  clockSkewMs: number;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** The cookie has the __Host- prefix in production; in development (plain http) it cannot have it. */
export function readCsrfCookie(cookies: string): string | null {
  for (const name of ['__Host-tamga_csrf', 'tamga_csrf']) {
    const pair = cookies.split('; ').find((entry) => entry.startsWith(`${name}=`));
    if (pair) return decodeURIComponent(pair.slice(name.length + 1));
  }
  return null;
}

/** The csrf cookie lives as long as the session, so without it there is no session. */
export function hasSessionCookie(): boolean {
  return readCsrfCookie(document.cookie) !== null;
}

function buildHeaders(method: string, hasBody: boolean): Headers {
  const headers = new Headers({
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
  });
  if (hasBody) headers.set('content-type', 'application/json');
  if (method !== 'GET') {
    const csrf = readCsrfCookie(document.cookie);
    if (csrf) headers.set('x-tamga-csrf', csrf);
  }
  return headers;
}

async function readBody(response: Response): Promise<FailureBody> {
  try {
    const body: unknown = await response.json();
    return typeof body === 'object' && body !== null ? body : {};
  } catch {
    return {};
  }
}

/**
 * Calls our own origin. Throws ApiError for every failure except the caller's abort, which stays a DOMException so
 * that loops can distinguish "stopped" from "failed".
 */
export async function request<Data>(path: string, options: RequestOptions = {}): Promise<Answer<Data>> {
  const {
    method = 'GET',
    body,
    signal,
    timeoutMs = DEFAULT_TIMEOUT_MS,
    idempotencyKey,
    keepalive = false,
    party,
  } = options;
  const headers = buildHeaders(method, body !== undefined);
  if (idempotencyKey !== undefined) headers.set('idempotency-key', idempotencyKey);
  for (const [name, value] of Object.entries(actingHeader(method, path, party))) headers.set(name, value);
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let parsed: FailureBody;
  try {
    response = await fetch(path, {
      method,
      headers,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      keepalive,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    parsed = await readBody(response);
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError({ kind: timeout.aborted ? 'timeout' : 'network' });
  }
  signal?.throwIfAborted();
  if (!response.ok) {
    throw new ApiError(
      classifyFailure(response.status, parsed, response.headers.get('retry-after')),
      typeof parsed.request_id === 'string' ? parsed.request_id : response.headers.get('x-request-id'),
      typeof parsed.message === 'string' ? parsed.message : '',
      parsed.data,
    );
  }
  const serverNow = Date.parse(response.headers.get('date') ?? '');
  return {
    data: (parsed.data ?? {}) as Data,
    clockSkewMs: Number.isNaN(serverNow) ? 0 : serverNow - Date.now(),
  };
}
