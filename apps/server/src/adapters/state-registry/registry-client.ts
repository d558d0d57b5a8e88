import { Agent } from 'undici';

export interface StateRegistryOptions {
  /** Without the path of the call, which is added here. */
  baseUrl: string;
  clientId: string;
  secret: string;
  timeoutMs?: number;
}

/** `unavailable`: the registry is unreachable; `failed`: its answer cannot be used. */
export class RegistryCallError extends Error {
  readonly failure: 'unavailable' | 'failed';

  constructor(failure: 'unavailable' | 'failed', detail: string) {
    super(detail);
    this.name = 'RegistryCallError';
    this.failure = failure;
  }
}

const answerCapBytes = 256 * 1024;

/**
 * One POST with a JSON body to the state registry; returns the parsed body of a 200, or throws
 * RegistryCallError.
 */
export function createRegistryClient(
  options: StateRegistryOptions,
  path: string,
): (body: object) => Promise<unknown> {
  const url = new URL(`${options.baseUrl.replace(/(?<!\/)\/+$/, '')}${path}`);
  const credentials = Buffer.from(`${options.clientId}:${options.secret}`).toString('base64');
  // Redirects are not followed, because they would carry the credentials to another host.
  const agent = new Agent({
    connections: 16,
    allowH2: false,
    connect: { timeout: 5_000 },
    maxResponseSize: answerCapBytes,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const ask = async (question: object): Promise<{ status: number; text: string }> => {
    try {
      const { statusCode, body } = await agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'POST',
        headers: {
          authorization: `Basic ${credentials}`,
          accept: 'application/json',
          'content-type': 'application/json',
        },
        body: JSON.stringify(question),
        signal: AbortSignal.timeout(options.timeoutMs ?? 15_000),
      });
      return { status: statusCode, text: await body.text() };
    } catch (error) {
      throw failureOf(error);
    }
  };
  return async (question) => {
    const { status, text } = await ask(question);
    if (status >= 500 || status === 429) throw new RegistryCallError('unavailable', `status ${status}`);
    if (status !== 200) throw new RegistryCallError('failed', `status ${status}`);
    return parseJson(text);
  };
}

/** An answer above the cap comes from a working registry and cannot be used; any other error is an outage. */
function failureOf(error: unknown): RegistryCallError {
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return new RegistryCallError('failed', 'answer too large');
  if (name === 'TimeoutError') return new RegistryCallError('unavailable', 'no answer in time');
  return new RegistryCallError('unavailable', typeof code === 'string' ? code : 'connection failed');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
