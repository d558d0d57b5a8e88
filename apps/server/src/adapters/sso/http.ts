import type { CustomFetch } from 'openid-client';
import { Agent, request } from 'undici';

const ANSWER_CAP_BYTES = 256 * 1024;
const CONNECT_MS = 3_000;

/** The provider failed; this is no verdict on the code or the person. */
export class ProviderUnavailable extends Error {}

/**
 * Calls the provider: complete answers only, within the cap and the library's time limit. Redirects are not
 * followed, and no compression is requested, because the cap counts bytes on the wire.
 */
export function createProviderFetch(mayCall: (url: string) => boolean): CustomFetch {
  const dispatcher = new Agent({ maxResponseSize: ANSWER_CAP_BYTES, connect: { timeout: CONNECT_MS } });
  return async (url, { body, headers, method, signal }) => {
    if (!mayCall(url)) throw new ProviderUnavailable('an endpoint without https');
    try {
      const answer = await request(url, {
        method: method === 'POST' ? 'POST' : 'GET',
        headers: { ...headers, 'accept-encoding': 'identity' },
        dispatcher,
        ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
        ...(signal === undefined ? {} : { signal }),
      });
      const bytes = await answer.body.arrayBuffer();
      if (answer.statusCode >= 500) throw new ProviderUnavailable(`status ${answer.statusCode}`);
      return new Response(bytes.byteLength === 0 ? null : bytes, {
        status: answer.statusCode,
        headers: plainHeaders(answer.headers),
      });
    } catch (error) {
      throw error instanceof ProviderUnavailable ? error : new ProviderUnavailable(wordOf(error));
    }
  };
}

function plainHeaders(headers: Record<string, string | string[] | undefined>): Headers {
  const plain = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const one of [value ?? []].flat()) plain.append(name, one);
  return plain;
}

function wordOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}
