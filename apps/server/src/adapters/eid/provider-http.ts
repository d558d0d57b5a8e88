import { Agent } from 'undici';
import { serverStops } from '../../kernel/stopping.ts';

const ANSWER_CAP_BYTES = 256 * 1024;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * A held poll occupies one connection. An agent scans all its connections whenever one opens or closes: ten thousand
 * polls in one agent took 16 s to end at once. Agents are filled in order, so that the next poll reuses the connection of
 * the last one; together they leave room above ten thousand.
 */
const POLL_AGENTS = 64;
const CONNECTIONS_PER_POLL_AGENT = 256;
const SHORT_CALL_CONNECTIONS = 256;

/** The unverified response; `code` is a network error code, never an address. */
export type HttpOutcome =
  | { kind: 'answer'; status: number; body: Uint8Array }
  | { kind: 'timeout' }
  | { kind: 'aborted' }
  | { kind: 'reset'; code: string }
  | { kind: 'failed'; code: string };

export interface HttpCall {
  url: URL;
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string | Uint8Array;
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

export interface ProviderHttp {
  /** Starts, probes and OCSP: never queued behind held polls. */
  call(call: HttpCall): Promise<HttpOutcome>;
  poll(call: HttpCall): Promise<HttpOutcome>;
}

/** Redirects are not followed: undici does so only when an interceptor is added. */
export function createProviderHttp(): ProviderHttp {
  const agentOf = (connections: number) =>
    new Agent({
      connections,
      pipelining: 1,
      // One poll, one socket: the cost of a held poll stays known and one reset ends one poll only.
      allowH2: false,
      connect: { timeout: CONNECT_TIMEOUT_MS },
      // The gap between two polls of a person is about 2.5 s: the socket must outlive it. A shorter keep-
      // alive hint of the server wins.
      keepAliveTimeout: 30_000,
      keepAliveMaxTimeout: 60_000,
      maxResponseSize: ANSWER_CAP_BYTES,
      // One timer covers the whole call, below, instead of one for headers and one for the body.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  const shortCalls = agentOf(SHORT_CALL_CONNECTIONS);
  const polls = Array.from({ length: POLL_AGENTS }, () => ({
    agent: agentOf(CONNECTIONS_PER_POLL_AGENT),
    held: 0,
  }));
  const poll = async (call: HttpCall): Promise<HttpOutcome> => {
    const lane = polls.find(({ held }) => held < CONNECTIONS_PER_POLL_AGENT) ?? polls[0];
    if (lane === undefined) throw new Error('there is no agent for polls');
    lane.held += 1;
    try {
      return await send(lane.agent, call);
    } finally {
      lane.held -= 1;
    }
  };
  return { call: (call) => send(shortCalls, call), poll };
}

/**
 * One shared reason: without it, each abort builds two errors with their stacks, which is measurable with ten
 * thousand polls.
 */
const gaveUp = new Error('the caller or the clock gave up');

async function send(agent: Agent, call: HttpCall): Promise<HttpOutcome> {
  if (call.signal?.aborted) return { kind: 'aborted' };
  // Not AbortSignal.any: it keeps a weak reference in the caller's signal for every call.
  const stop = new AbortController();
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    stop.abort(gaveUp);
  }, call.timeoutMs);
  const released = Promise.withResolvers<HttpOutcome>();
  const giveUp = () => {
    // The connections of a stopping server end with its process: closing ten thousand one by one takes a second.
    if (call.signal?.reason === serverStops) released.resolve({ kind: 'aborted' });
    else stop.abort(gaveUp);
  };
  call.signal?.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([request(agent, call, stop.signal), released.promise]);
  } catch (error) {
    if (call.signal?.aborted) return { kind: 'aborted' };
    if (timedOut) return { kind: 'timeout' };
    const code = codeOf(error);
    return RESET_CODES.has(code) ? { kind: 'reset', code } : { kind: 'failed', code };
  } finally {
    clearTimeout(timer);
    call.signal?.removeEventListener('abort', giveUp);
  }
}

async function request(agent: Agent, call: HttpCall, signal: AbortSignal): Promise<HttpOutcome> {
  const { statusCode, body } = await agent.request({
    origin: call.url.origin,
    path: call.url.pathname + call.url.search,
    method: call.method,
    headers: call.headers,
    signal,
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  return { kind: 'answer', status: statusCode, body: await body.bytes() };
}

/** The provider closed a working connection: a dead kept-alive socket, or a restart. */
const RESET_CODES: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}
