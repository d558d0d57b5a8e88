import { Readable } from 'node:stream';
import { Agent } from 'undici';
import type { CircuitBreaker } from '../../kernel/http/circuit-breaker.ts';
import { ProviderError } from '../../modules/integrations/provider-port.ts';

const ANSWER_CAP_BYTES = 2 * 1024 * 1024;
const CONNECT_MS = 5_000;
/** Two of these, and a renewal of the token, fit into the thirty seconds of a request. */
const CALL_MS = 8_000;
/** The longest silence of a file on its way. */
const IDLE_MS = 30_000;

export interface CloudCall {
  url: URL;
  method: 'GET' | 'POST' | 'PUT';
  accessToken: string;
  headers?: Record<string, string>;
  body?: string | Readable;
  /** Ends a transfer whose client left. */
  signal?: AbortSignal;
}

export interface CloudAnswer {
  status: number;
  header(name: string): string | undefined;
  /** Undefined when the answer is not a JSON object. */
  json: Record<string, unknown> | undefined;
}

export interface CloudHttp {
  call(call: CloudCall): Promise<CloudAnswer>;
  /** A status of 200 gives the bytes as a stream; any other one gives its answer. */
  download(
    call: CloudCall,
  ): Promise<{ answer: CloudAnswer } | { stream: Readable; header(name: string): string | undefined }>;
}

export interface CloudHttpOptions {
  /** Only these are called: no answer of a provider leads the token to another host. */
  origins: readonly string[];
  breaker: CircuitBreaker;
  callMs?: number;
  idleMs?: number;
}

/** Redirects are not followed: undici does so only when an interceptor is added. */
export function createCloudHttp(options: CloudHttpOptions): CloudHttp {
  const { breaker, callMs = CALL_MS, idleMs = IDLE_MS } = options;
  const allowed = new Set(options.origins.map((address) => new URL(address).origin));
  const agent = new Agent({
    connections: 64,
    pipelining: 1,
    allowH2: false,
    connect: { timeout: CONNECT_MS },
    headersTimeout: 0,
    bodyTimeout: idleMs,
  });

  async function send(call: CloudCall) {
    if (!allowed.has(call.url.origin)) throw new ProviderError('failed', 'an address of another host');
    const permit = breaker.admit();
    if (permit === undefined)
      throw new ProviderError('unavailable', 'the provider failed repeatedly and is left alone');
    const file = call.body instanceof Readable ? call.body : undefined;
    const late = new AbortController();
    // A file may take long to send: its own signal ends it.
    const timer = file === undefined ? setTimeout(() => late.abort(), callMs) : undefined;
    const signals = [late.signal, ...(call.signal === undefined ? [] : [call.signal])];
    try {
      const answer = await agent.request({
        origin: call.url.origin,
        path: call.url.pathname + call.url.search,
        method: call.method,
        headers: {
          authorization: `Bearer ${call.accessToken}`,
          'accept-encoding': 'identity',
          ...call.headers,
        },
        signal: AbortSignal.any(signals),
        ...(call.body === undefined ? {} : { body: call.body }),
      });
      if (answer.statusCode >= 500) permit.failed();
      else permit.succeeded();
      return answer;
    } catch (error) {
      if (call.signal?.aborted || file?.errored) permit.undecided();
      else permit.failed();
      if (file?.errored) throw file.errored;
      throw new ProviderError('unavailable', late.signal.aborted ? 'no answer in time' : codeOf(error));
    } finally {
      clearTimeout(timer);
    }
  }

  async function read({ statusCode, headers, body }: Awaited<ReturnType<typeof send>>): Promise<CloudAnswer> {
    const text = await readCapped(body, callMs);
    return { status: statusCode, header: headerOf(headers), json: parse(text) };
  }

  return {
    call: async (call) => read(await send(call)),
    download: async (call) => {
      const answer = await send(call);
      if (answer.statusCode !== 200) return { answer: await read(answer) };
      const stream = Readable.from(named(answer.body), { objectMode: false });
      return { stream, header: headerOf(answer.headers) };
    },
  };
}

/** Names the failure: otherwise its reader would take the provider's cut for a defect here. */
async function* named(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw new ProviderError('unavailable', `the file broke off: ${codeOf(error)}`);
  }
}

async function readCapped(body: Readable, callMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => body.destroy(new Error('no answer in time')), callMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > ANSWER_CAP_BYTES) throw new ProviderError('failed', 'the answer is too long');
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof ProviderError ? error : new ProviderError('unavailable', codeOf(error));
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks).toString('utf8');
}

type RawHeaders = Record<string, string | string[] | undefined>;
const headerOf =
  (headers: RawHeaders) =>
  (name: string): string | undefined =>
    [headers[name] ?? []].flat()[0];

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** A network error code, never an address. */
function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'no answer';
}
