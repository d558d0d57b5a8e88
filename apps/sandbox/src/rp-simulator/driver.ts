import { createCookieJar } from './cookie-jar.ts';
import { isLoopback } from './loopback.ts';

const MOST_HOPS = 20;
/** Enough to see whether a page has a text. */
const MOST_PAGE_BYTES = 65_536;

/** What a browser would have seen; no page, query or cookie is kept. */
export interface Drive {
  end: 'page' | 'no_answer' | 'redirect_loop' | 'address_refused';
  hops: { address: string; status: number | null }[];
  status: number | null;
  has_text: boolean;
  /** From the session address; null without one. */
  signed_in: boolean | null;
}

export interface DriveOptions {
  startUrl: string;
  /** An address of the application that answers 2xx to a signed-in person alone. */
  sessionUrl: string | undefined;
  timeoutMs: number;
  mayVisit: (url: URL) => boolean;
  signal: AbortSignal;
}

/** Follows a sign-in from its start like a new browser without scripts. */
export async function driveSignIn(options: DriveOptions): Promise<Drive> {
  const jar = createCookieJar();
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(options.timeoutMs)]);
  const open = async (url: URL) => {
    const cookie = jar.headerFor(url);
    const answer = await fetch(url, {
      redirect: 'manual',
      signal,
      headers: { accept: 'text/html,*/*;q=0.8', ...(cookie === '' ? {} : { cookie }) },
    });
    jar.store(url, answer.headers.getSetCookie());
    return answer;
  };

  const hops: Drive['hops'] = [];
  const result: Drive = { end: 'redirect_loop', hops, status: null, has_text: false, signed_in: null };
  let next = new URL(options.startUrl);
  while (hops.length < MOST_HOPS) {
    // The query carries the code and the state.
    const hop: Drive['hops'][number] = { address: `${next.origin}${next.pathname}`, status: null };
    hops.push(hop);
    if (!options.mayVisit(next)) return { ...result, end: 'address_refused' };
    const answer = await open(next).catch(() => undefined);
    if (answer === undefined) return { ...result, end: 'no_answer' };
    hop.status = answer.status;
    const location = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null;
    if (location === null) {
      result.end = 'page';
      result.status = answer.status;
      result.has_text = hasText(await readStart(answer));
      break;
    }
    await answer.body?.cancel();
    if (!URL.canParse(location, next.href)) return { ...result, end: 'address_refused' };
    next = new URL(location, next);
  }
  if (options.sessionUrl === undefined) return result;
  const session = await open(new URL(options.sessionUrl)).catch(() => undefined);
  await session?.body?.cancel();
  return { ...result, signed_in: session?.ok ?? null };
}

/** True if the session address answers 2xx to a stranger, and so proves nothing. */
export async function isOpenToStrangers(url: string, signal: AbortSignal): Promise<boolean> {
  const answer = await fetch(url, { redirect: 'manual', signal }).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
}

/** Loopback, the simulator itself, and the hosts that the operator of the sandbox names. */
export function visitsOnly(simulatorUrl: () => string, hosts: readonly string[]): (url: URL) => boolean {
  return (url) => {
    if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return false;
    if (url.href.startsWith(`${simulatorUrl()}/`)) return true;
    return isLoopback(url.hostname) || hosts.includes(url.host) || hosts.includes(url.hostname);
  };
}

async function readStart(answer: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  try {
    for await (const chunk of answer.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length >= MOST_PAGE_BYTES) break;
    }
  } catch {
    // An answer that breaks off shows what arrived.
  }
  return text;
}

/** Linear in the length of the page, which is whatever an application sends. */
function hasText(page: string): boolean {
  const [start = '', ...rest] = page.split(/<(?=(?:script|style|title)\b)/i);
  const ends = rest.map((part) => {
    const end = part.search(/<\/(?:script|style|title)\b/i);
    return end < 0 ? '' : part.slice(end);
  });
  return (
    [start, ...ends]
      .join('')
      .replace(/<[^<>]*>/g, '')
      .trim() !== ''
  );
}
