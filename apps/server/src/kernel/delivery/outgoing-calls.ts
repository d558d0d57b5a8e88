import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { Agent, request } from 'undici';
import type { AddressGuard } from '../security/address-guard.ts';
import { AddressRefused, guardedLookup } from '../security/guarded-lookup.ts';

const timeoutMs = 8000;

/** The result of one call. */
export interface CallResult {
  /** Null when there was no answer. */
  readonly status: number | null;
  readonly durationMs: number;
  readonly headers: IncomingHttpHeaders;
  /** The beginning of the answer. */
  readonly text: string;
  /** Why there was no answer; without personal data. */
  readonly problem: string;
  /** From Retry-After, in milliseconds. */
  readonly retryAfterMs: number | undefined;
}

export interface OutgoingCalls {
  /** A reason why the address must not be used, or nothing. */
  refuse(url: string): string | undefined;
  /** Never throws; ends within its timeout, follows no redirect, and reads at most `most` bytes of the answer. */
  call(
    url: string,
    options: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: Buffer },
    most: number,
  ): Promise<CallResult>;
}

export interface OutgoingCallDeps {
  guard: AddressGuard;
  production: boolean;
  /** Reached at its private address, where nothing is real; ignored in production. */
  sandboxUrl?: string;
}

/** Calls addresses that others chose. Each is checked when it is connected to, so that DNS rebinding reaches nothing. */
export function createOutgoingCalls({ guard, production, sandboxUrl }: OutgoingCallDeps): OutgoingCalls {
  const limits = { headersTimeout: timeoutMs, bodyTimeout: timeoutMs, maxResponseSize: 1024 * 1024 };
  const agent = new Agent({
    ...limits,
    connect: { timeout: timeoutMs, lookup: guardedLookup(guard) },
  });
  const sandboxAgent = new Agent({ ...limits, connect: { timeout: timeoutMs } });
  const isSandbox = (url: URL): boolean =>
    !production && sandboxUrl !== undefined && url.origin === new URL(sandboxUrl).origin;

  const refuse = (text: string): string | undefined => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url === undefined) return 'the address cannot be read';
    if (url.protocol !== 'https:' && (production || url.protocol !== 'http:'))
      return 'the address is not https';
    if (url.username !== '' || url.password !== '') return 'the address contains a password';
    if (isSandbox(url)) return undefined;
    const host = url.hostname.replace(/^\[|\]$/g, '');
    return isIP(host) !== 0 && !guard.allows(host) ? 'the address is in a private network' : undefined;
  };

  return {
    refuse,
    call: async (url, options, most) => {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      const refusal = refuse(url);
      if (refusal !== undefined) return noAnswer(refusal, durationMs());
      try {
        const { statusCode, headers, body } = await request(url, {
          ...options,
          dispatcher: isSandbox(new URL(url)) ? sandboxAgent : agent,
          signal: AbortSignal.timeout(timeoutMs),
        } as Parameters<typeof request>[1]);
        return {
          status: statusCode,
          durationMs: durationMs(),
          headers,
          text: await readStart(body, most),
          problem: '',
          retryAfterMs: retryAfter(oneHeader(headers['retry-after'])),
        };
      } catch (error) {
        return noAnswer(reasonOf(error), durationMs());
      }
    },
  };
}

const noAnswer = (problem: string, durationMs: number): CallResult => ({
  status: null,
  durationMs,
  headers: {},
  text: '',
  problem,
  retryAfterMs: undefined,
});

/** An endless answer is cut off after its beginning. */
async function readStart(body: AsyncIterable<Buffer> & { destroy(): void }, most: number): Promise<string> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body) {
    parts.push(part);
    size += part.length;
    if (size >= most) break;
  }
  body.destroy();
  return Buffer.concat(parts).subarray(0, most).toString('utf8');
}

/** What a person may read safely; PostgreSQL takes no NUL. */
export const plainText = (text: string, longest: number): string =>
  text.replace(/[\p{Cc}\p{Cf}\p{Cs}�]/gu, ' ').slice(0, longest);

export const oneHeader = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value.length <= 4096 ? value : undefined;

function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : new Date(value).getTime() - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return 'the address is in a private network';
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer within 8 seconds';
  const code = (error as NodeJS.ErrnoException).code;
  return (code ?? error.message).slice(0, 200);
}
