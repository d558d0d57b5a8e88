import { open } from '../../kernel/http/access.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import type { Mount } from '../../kernel/http/row.ts';
import type { BrandingSource } from './branding.ts';

/** Refuses addresses of our own network (SSRF). */
type FetchOutside = (address: string) => Promise<Response>;

export interface LogoDeps {
  branding: BrandingSource;
  fetchOutside: FetchOutside;
  now: () => Date;
}

interface Picture {
  readonly type: string;
  readonly bytes: Buffer;
}

const maxBytes = 512 * 1024;
const keptMs = 10 * 60_000;
const missedMs = 60_000;
const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/svg+xml', 'image/x-icon'];

/**
 * Serves the logo from our origin: the content security policy allows no other, and the logo's host does not
 * learn who visits. Each instance fetches it once in ten minutes.
 */
export function logoMount(deps: LogoDeps): Mount {
  let kept: { address: string; untilMs: number; picture: Promise<Picture | undefined> } | undefined;
  const load = (address: string): Promise<Picture | undefined> => {
    const nowMs = deps.now().getTime();
    if (kept?.address === address && nowMs < kept.untilMs) return kept.picture;
    const fresh = { address, untilMs: nowMs + keptMs, picture: fetchPicture(deps.fetchOutside, address) };
    kept = fresh;
    fresh.picture.then((picture) => {
      if (picture === undefined) fresh.untilMs = nowMs + missedMs;
    });
    return fresh.picture;
  };
  return {
    id: 'site.logo',
    methods: ['GET'],
    path: '/api/v1/site/logo',
    access: open('every page needs it before sign-in'),
    summary: 'The logo of the platform, as an image; 404 while it has the default one',
    media: { gives: ['image/*'] },
    handle: async (_request, reply) => {
      const { logo } = await deps.branding.current();
      const picture = (logo === '' ? undefined : await load(logo)) ?? fail(kernelErrors.not_found);
      return (
        reply
          .type(picture.type)
          .header('cache-control', 'public, max-age=300')
          // An SVG may contain a script: this policy stops it when the image is opened as a page.
          .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; sandbox")
          .send(picture.bytes)
      );
    },
  };
}

async function fetchPicture(fetchOutside: FetchOutside, address: string): Promise<Picture | undefined> {
  try {
    const answer = await fetchOutside(address);
    const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    if (!answer.ok || answer.body === null || !types.includes(type)) return undefined;
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of answer.body) {
      length += part.length;
      if (length > maxBytes) return undefined;
      parts.push(part);
    }
    return { type, bytes: Buffer.concat(parts) };
  } catch {
    return undefined;
  }
}
