import { Agent } from 'undici';
import { RecordsError } from '../../modules/eid-console/records-port.ts';

const ANSWER_CAP_BYTES = 256 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;
/** Three consecutive calls must fit into the thirty seconds of a request. */
const CALL_TIMEOUT_MS = 8_000;
const CONNECTIONS = 64;

export interface RecordsCall {
  url: URL;
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
}

export interface RecordsAnswer {
  status: number;
  text: string;
}

/** Redirects are not followed: undici does so only when an interceptor is added. */
export function createRecordsHttp(
  timeoutMs = CALL_TIMEOUT_MS,
): (call: RecordsCall) => Promise<RecordsAnswer> {
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_TIMEOUT_MS },
    maxResponseSize: ANSWER_CAP_BYTES,
    // One timer covers the whole call, below, instead of one for headers and one for the body.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return async ({ url, method, headers, body, signal }) => {
    const inTime = AbortSignal.timeout(timeoutMs);
    try {
      const answer = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers,
        signal: signal === undefined ? inTime : AbortSignal.any([inTime, signal]),
        ...(body === undefined ? {} : { body }),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      if (inTime.aborted) throw new RecordsError('unavailable', 'no answer in time');
      const code = codeOf(error);
      throw new RecordsError(code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' ? 'failed' : 'unavailable', code);
    }
  };
}

/** A network error code, never an address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
