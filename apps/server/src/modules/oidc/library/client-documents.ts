import type { Keyring } from '../../../kernel/security/keyring.ts';
import {
  type AssistantFacts,
  type Client,
  type ClientDirectory,
  clientOfDocument,
  documentClientId,
  readAssistantFacts,
} from '../../oauth-clients/index.ts';
import type { Outgoing } from './outgoing.ts';

/** A client id of this form is the address of a document that describes the client. */
export const isDocumentUrl = (id: string): boolean => id.startsWith('https://');

/** The id under which our tables know a client. */
export const storedIdOf = (id: string): string => (isDocumentUrl(id) ? documentClientId(id) : id);

/** The id by which the protocol knows a client. */
export const protocolIdOf = (client: Client): string => client.documentUrl ?? client.id;

const maxUrlLength = 400;
const maxBytes = 10 * 1024;
const maxCached = 200;
/** Brief, so that a client withdraws a redirect address by publishing another document. */
const freshMs = 5 * 60_000;
/** A document that cannot be read is not asked for again at once. */
const failedMs = 15_000;

/**
 * An address that a URL parser would write differently, such as one with dot segments or an upper-case host,
 * could name one document in two ways.
 */
function isUsableUrl(id: string): boolean {
  if (id.length > maxUrlLength || !URL.canParse(id)) return false;
  const url = new URL(id);
  return (
    url.href === id && url.username === '' && url.password === '' && url.hash === '' && url.pathname !== '/'
  );
}

/**
 * Adds the clients that are known by a document (Client ID Metadata Documents) to the directory. If the document
 * cannot be read, a client that people consented to may still refresh its tokens, but has no redirect address
 * and therefore cannot begin anything.
 */
export function withClientDocuments(
  directory: ClientDirectory,
  deps: Deps & { keyring: Keyring },
): ClientDirectory {
  const documents = createDocuments(deps);
  return {
    ...directory,
    client: async (id) => {
      if (!isDocumentUrl(id)) return directory.client(id);
      if (!isUsableUrl(id)) return undefined;
      const [facts, stored] = await Promise.all([documents(id), directory.client(documentClientId(id))]);
      if (facts !== undefined) return clientOfDocument(id, facts, stored, deps.keyring);
      return stored === undefined ? undefined : { ...stored, redirectUris: [] };
    },
  };
}

interface Deps {
  readonly outgoing: Outgoing;
  readonly reservedNames: () => Promise<readonly string[]>;
  readonly now: () => Date;
}

interface Entry {
  readonly facts: Promise<AssistantFacts | undefined>;
  until: number;
}

function createDocuments(deps: Deps) {
  const entries = new Map<string, Entry>();
  return (url: string): Promise<AssistantFacts | undefined> => {
    const now = deps.now().getTime();
    const known = entries.get(url);
    if (known !== undefined && known.until > now) return known.facts;
    const facts = fetchFacts(deps, url);
    const entry = { facts, until: now + freshMs };
    entries.delete(url);
    entries.set(url, entry);
    void facts.then((found) => {
      if (found === undefined) entry.until = now + failedMs;
    });
    const [oldest] = entries.keys();
    if (entries.size > maxCached && oldest !== undefined) entries.delete(oldest);
    return facts;
  };
}

async function fetchFacts(
  { outgoing, reservedNames }: Deps,
  url: string,
): Promise<AssistantFacts | undefined> {
  try {
    const answer = await outgoing(url, { headers: { accept: 'application/json' } });
    const type = answer.headers.get('content-type') ?? '';
    if (answer.status !== 200 || !/^application\/([a-z0-9.+-]+\+)?json\b/i.test(type)) {
      await answer.body?.cancel();
      return undefined;
    }
    const document: unknown = JSON.parse(await readText(answer));
    if (typeof document !== 'object' || document === null) return undefined;
    const metadata = document as Record<string, unknown>;
    // Otherwise one host could speak for the client of another.
    if (metadata['client_id'] !== url) return undefined;
    const facts = readAssistantFacts(metadata, await reservedNames());
    return typeof facts === 'string' ? undefined : facts;
  } catch {
    return undefined;
  }
}

async function readText(answer: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of answer.body ?? []) {
    length += part.length;
    if (length > maxBytes) throw new Error('the document is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/**
 * RFC 8252, section 7.3: a program on a device takes whatever loopback port is free. Only for assistants, because
 * the addresses that an administrator registers are exact.
 */
export function isLoopbackOf(registered: readonly string[], uri: string): boolean {
  const wanted = withoutPort(uri);
  return wanted !== undefined && registered.some((one) => withoutPort(one) === wanted);
}

function withoutPort(uri: string): string | undefined {
  return /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?][\x21-\x7e]*)?$/
    .exec(uri)
    ?.slice(1)
    .filter((part) => part !== undefined && !part.startsWith(':'))
    .join('');
}
