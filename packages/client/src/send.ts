import { ApiError, ConnectionError, isObject } from './errors.ts';
import { delayBefore, type RetryPolicy, type Wait } from './retry.ts';

/** `isExpired` is true after the server rejected the token. */
export type GetToken = (options: { isExpired: boolean }) => string | undefined | Promise<string | undefined>;

export interface SenderOptions {
  readonly baseUrl: string;
  readonly getToken: GetToken;
  readonly fetch: typeof fetch;
  readonly retry: RetryPolicy;
  readonly wait: Wait;
  readonly timeoutMs: number;
  readonly language: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: unknown;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly idempotencyKey?: string | undefined;
  /** The timeout covers the wait for the answer, not the streaming. */
  readonly isStream?: boolean;
}

/** Returns the successful response; throws ApiError, ConnectionError, or the reason of the caller's abort. */
export async function send(options: SenderOptions, call: Call): Promise<Response> {
  let isExpired = false;
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await sendOnce(options, call, isExpired);
    if (outcome instanceof Response) return outcome;
    call.signal?.throwIfAborted();
    const isRejected = outcome instanceof ApiError && outcome.status === 401 && !isExpired;
    if (isRejected && outcome.code === 'unauthorized' && !isStreamBody(call.body)) {
      isExpired = true;
      continue;
    }
    const delayMs = isStreamBody(call.body) ? undefined : delayBefore(options.retry, call, outcome, attempt);
    if (delayMs === undefined) throw outcome;
    await options.wait(delayMs, call.signal);
  }
}

async function sendOnce(
  options: SenderOptions,
  call: Call,
  isExpired: boolean,
): Promise<Response | ApiError | ConnectionError> {
  const token = await options.getToken({ isExpired });
  call.signal?.throwIfAborted();
  const timer = new AbortController();
  const timeout = setTimeout(() => timer.abort(), call.timeoutMs ?? options.timeoutMs);
  const signals = [timer.signal, ...(call.signal === undefined ? [] : [call.signal])];
  try {
    const response = await options.fetch(`${options.baseUrl}${call.path}`, {
      method: call.method,
      headers: headersOf(options, call, token),
      signal: AbortSignal.any(signals),
      ...bodyOf(call.body),
    });
    if (!response.ok) return new ApiError(response, await readFailure(response));
    return call.isStream === true ? response : await readWhole(response);
  } catch (error) {
    if (call.signal?.aborted === true) throw error;
    return new ConnectionError(timer.signal.aborted ? 'timeout' : 'network', error);
  } finally {
    clearTimeout(timeout);
  }
}

/** Reads inside the timeout, because a body may stop halfway. */
async function readWhole(response: Response): Promise<Response> {
  const { status, headers } = response;
  const bytes = await response.arrayBuffer();
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers });
}

async function readFailure(response: Response): Promise<Record<string, unknown>> {
  const body: unknown = await response.json().catch(() => ({}));
  return isObject(body) ? body : {};
}

function headersOf(options: SenderOptions, call: Call, token: string | undefined): Headers {
  const headers = new Headers({ accept: 'application/json', ...options.headers, ...call.headers });
  if (options.language !== undefined) headers.set('accept-language', options.language);
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (call.idempotencyKey !== undefined) headers.set('idempotency-key', call.idempotencyKey);
  if (call.body !== undefined && !headers.has('content-type')) headers.set('content-type', typeOf(call.body));
  return headers;
}

const isStreamBody = (body: unknown): body is ReadableStream => body instanceof ReadableStream;
const isBinary = (body: unknown): body is Blob | Uint8Array<ArrayBuffer> | ReadableStream =>
  body instanceof Blob || body instanceof Uint8Array || isStreamBody(body);

function typeOf(body: unknown): string {
  if (!isBinary(body)) return 'application/json';
  return (body instanceof Blob && body.type) || 'application/octet-stream';
}

function bodyOf(body: unknown): RequestInit {
  if (body === undefined) return {};
  if (!isBinary(body)) return { body: JSON.stringify(body) };
  // `fetch` refuses a stream without `duplex`.
  return isStreamBody(body) ? ({ body, duplex: 'half' } as RequestInit) : { body };
}
