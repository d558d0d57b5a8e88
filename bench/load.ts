import { Agent, request } from 'node:http';
import { readCpuSeconds } from './processes.ts';
import type { RequestParts, WireAnswer } from './wire.ts';

export interface Target {
  port: number;
  /** The process whose CPU time is counted. */
  pid: number;
  /** The next request of one connection. */
  next: (connection: number) => RequestParts;
  /** For a request that depends on the previous answer, such as a refresh. */
  onAnswer?: (connection: number, body: string) => void;
}

export interface LoadResult {
  requests: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** CPU time of the server process per request. */
  cpuMicros: number;
  errors: number;
  firstError?: string;
}

export interface LoadOptions {
  connections: number;
  seconds: number;
}

/** A simple client: one keep-alive connection and one request at a time, like an app or a proxy. */
interface Caller {
  ask(parts: RequestParts): Promise<WireAnswer>;
  close(): void;
}

function openCaller(port: number, readsBodies: boolean): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = ({ method, path, token, address, body, basic, form, dpop }: RequestParts) =>
    new Promise<WireAnswer>((resolve, reject) => {
      const text = body === undefined ? form : JSON.stringify(body);
      const type = body === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(basic === undefined ? {} : { authorization: `Basic ${basic}` }),
        ...(dpop === undefined ? {} : { dpop }),
        ...(address === undefined ? {} : { 'x-forwarded-for': address }),
        ...(text === undefined ? {} : { 'content-type': type, 'content-length': Buffer.byteLength(text) }),
      };
      const asked = request({ host: '127.0.0.1', port, method, path, headers, agent }, (answer) => {
        let received = '';
        // An unused body is read but not decoded, because the bench would measure itself.
        if (readsBodies || (answer.statusCode ?? 0) >= 300) {
          answer.setEncoding('utf8');
          answer.on('data', (chunk: string) => {
            received += chunk;
          });
        } else answer.resume();
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: received }));
        answer.on('error', reject);
      });
      asked.on('error', reject);
      asked.end(text);
    });
  return { ask, close: () => agent.destroy() };
}

/** Sends on every connection as fast as it answers. Every started request is awaited, never cut off. */
export async function runLoad(target: Target, { connections, seconds }: LoadOptions): Promise<LoadResult> {
  const callers = Array.from({ length: connections }, () =>
    openCaller(target.port, target.onAnswer !== undefined),
  );
  const latencies: number[] = [];
  let errors = 0;
  let firstError: string | undefined;
  const cpuBefore = readCpuSeconds(target.pid);
  const startedMs = performance.now();
  const endMs = startedMs + seconds * 1000;
  const countError = (text: string) => {
    errors += 1;
    firstError ??= text;
  };
  const work = async (caller: Caller, connection: number): Promise<void> => {
    for (let askedMs = performance.now(); askedMs < endMs; ) {
      let answer: WireAnswer;
      try {
        answer = await caller.ask(target.next(connection));
      } catch (error) {
        return countError((error as Error).message);
      }
      const nowMs = performance.now();
      latencies.push(nowMs - askedMs);
      if (answer.status >= 200 && answer.status < 300) target.onAnswer?.(connection, answer.body);
      else countError(`${answer.status} ${answer.body.slice(0, 200)}`);
      askedMs = nowMs;
    }
  };
  await Promise.all(callers.map(work));
  const elapsed = (performance.now() - startedMs) / 1000;
  const cpuSeconds = readCpuSeconds(target.pid) - cpuBefore;
  for (const caller of callers) caller.close();
  return {
    requests: latencies.length,
    perSecond: latencies.length / elapsed,
    ...describeLatencies(latencies),
    cpuMicros: (cpuSeconds * 1e6) / Math.max(1, latencies.length),
    errors,
    ...(firstError === undefined ? {} : { firstError }),
  };
}

export function describeLatencies(latencies: readonly number[]): { p50Ms: number; p99Ms: number } {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}
