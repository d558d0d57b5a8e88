import { isIP } from 'node:net';
import { Agent, type Dispatcher, request } from 'undici';
import { checkerOf } from '../../kernel/checker.ts';
import { Type } from '../../kernel/http/schemas.ts';
import type { AddressGuard } from '../../kernel/security/address-guard.ts';
import { AddressRefused, guardedLookup } from '../../kernel/security/guarded-lookup.ts';
import type { PeerAnswer, PeerPort } from '../../modules/relay/peer-port.ts';

const timeoutMs = 8000;
const shownBytes = 500;
const keysBytes = 64 * 1024;

const isKeySet = checkerOf(
  Type.Object({
    keys: Type.Array(Type.Record(Type.String(), Type.String({ maxLength: 1000 })), { maxItems: 100 }),
  }),
);

/** Other platforms over HTTP. The address is checked when it is connected to, so that DNS rebinding reaches nothing. */
export function createPeers({
  guard,
  production,
  sandboxUrl,
}: {
  guard: AddressGuard;
  production: boolean;
  /** Reached at its private address, where nothing is real; ignored in production. */
  sandboxUrl?: string;
}): PeerPort {
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

  const call = async (url: string, options: Partial<Dispatcher.RequestOptions>, most: number) => {
    const problem = refuse(url);
    if (problem !== undefined) throw new Error(problem);
    const answer = await request(url, {
      ...options,
      dispatcher: isSandbox(new URL(url)) ? sandboxAgent : agent,
      signal: AbortSignal.timeout(timeoutMs),
    } as Parameters<typeof request>[1]);
    return { answer, text: await readStart(answer.body, most) };
  };

  return {
    refuse,
    post: async (url, headers, body) => {
      const startedAt = performance.now();
      const durationMs = () => Math.round(performance.now() - startedAt);
      try {
        const { answer, text } = await call(url, { method: 'POST', headers, body }, shownBytes);
        const isGood = answer.statusCode >= 200 && answer.statusCode < 300;
        return {
          status: answer.statusCode,
          durationMs: durationMs(),
          answer: plain(text),
          problem: isGood ? '' : problemOf(answer.statusCode),
          receipt: one(answer.headers['x-relay-receipt']),
          retryAfterMs: retryAfter(one(answer.headers['retry-after'])),
        } satisfies PeerAnswer;
      } catch (error) {
        return {
          status: null,
          durationMs: durationMs(),
          answer: '',
          problem: reasonOf(error),
          receipt: undefined,
          retryAfterMs: undefined,
        };
      }
    },
    receiptKeys: async (url) => {
      try {
        const address = new URL('/.well-known/relay-keys.json', url).href;
        const { answer, text } = await call(address, { method: 'GET' }, keysBytes);
        const found: unknown = answer.statusCode === 200 ? JSON.parse(text) : undefined;
        return isKeySet(found) ? found : undefined;
      } catch {
        return undefined;
      }
    },
  };
}

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

/** What an operator may read safely; PostgreSQL takes no NUL. */
const plain = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Cs}�]/gu, ' ').slice(0, shownBytes);

const one = (value: string | string[] | undefined): string | undefined =>
  typeof value === 'string' && value.length <= 4096 ? value : undefined;

function retryAfter(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const ms = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : new Date(value).getTime() - Date.now();
  return Number.isFinite(ms) && ms > 0 ? ms : undefined;
}

function problemOf(status: number): string {
  if (status >= 300 && status < 400) return 'the platform redirects, which is not followed';
  return `the platform answered ${status}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AddressRefused) return 'the address is in a private network';
  if (!(error instanceof Error)) return 'unknown reason';
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'no answer within 8 seconds';
  const code = (error as NodeJS.ErrnoException).code;
  return (code ?? error.message).slice(0, 200);
}
