import { createHash, randomBytes } from 'node:crypto';
import type { WriteTx } from '../../kernel/audit/unit-of-work.ts';
import type { Keyring } from '../../kernel/security/keyring.ts';
import { countDynamic, insertAssistant, listUnused, refreshDocument } from './assistant-store.ts';
import { type Client, clientOf } from './client-directory.ts';
import { defaultLimits } from './client-facts.ts';
import { events } from './events.ts';
import { isRedirectUri } from './redirect-uris.ts';
import { announce, unregisterClient } from './registry.ts';
import { isFreeName } from './reserved-names.ts';
import type { ClientFacts } from './store.ts';
import { toolScopes } from './tool-scopes.ts';

/** The facts that an assistant states about itself, in its document or at registration. */
export interface AssistantFacts {
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly mayRefresh: boolean;
}

/**
 * Our id of a client that is known by the address of its document: tokens and consents reference a client by an
 * id of at most 64 characters.
 */
export const documentClientId = (url: string): string =>
  `doc-${createHash('sha256').update(url).digest('base64url')}`;

/** Clients that nobody registered; their ids say so. */
export const isAssistantId = (id: string): boolean => id.startsWith('https://') || id.startsWith('dyn-');

const maxNameLength = 128;
const maxRedirectUris = 25;
const strings = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Reads the metadata of RFC 7591 as far as a public client needs it. A string says what is wrong. Other members
 * are ignored, as the RFC demands.
 */
export function readAssistantFacts(
  metadata: Record<string, unknown>,
  reserved: readonly string[],
): AssistantFacts | string {
  const { client_name, redirect_uris, grant_types, token_endpoint_auth_method: method } = metadata;
  const name = typeof client_name === 'string' ? client_name.trim() : '';
  // The name stands on the consent page: it must not break its line or reverse its direction.
  if (name === '' || name.length > maxNameLength || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u.test(name))
    return 'client_name must be a line of 1 to 128 characters';
  if (!isFreeName(name, reserved))
    return 'client_name must not look like the name of this platform or of an authority';
  if (!strings(redirect_uris) || redirect_uris.length === 0 || redirect_uris.length > maxRedirectUris)
    return 'redirect_uris must list 1 to 25 addresses';
  if (!redirect_uris.every((uri) => isRedirectUri(uri, 'native')))
    return 'redirect_uris must be https, loopback or reverse-domain addresses';
  if ((method !== undefined && method !== 'none') || metadata['client_secret'] !== undefined)
    return 'only public clients are accepted: token_endpoint_auth_method must be none';
  if (grant_types !== undefined && !(strings(grant_types) && grant_types.includes('authorization_code')))
    return 'grant_types must include authorization_code';
  return {
    name,
    redirectUris: [...new Set(redirect_uris)],
    mayRefresh: grant_types === undefined || grant_types.includes('refresh_token'),
  };
}

/** An assistant may ask for tools and for nothing about the person. */
const clientFactsOf = ({ name, redirectUris, mayRefresh }: AssistantFacts): ClientFacts => ({
  name,
  type: 'native',
  auth_method: 'none',
  grant_types: ['authorization_code', ...(mayRefresh ? ['refresh_token'] : [])],
  scopes: toolScopes,
  redirect_uris: redirectUris,
  post_logout_redirect_uris: [],
  tags: [],
  enabled: true,
  options: {},
  ...defaultLimits,
});

/** A client as its document describes it now; the stored one decides whether it is enabled and its scopes. */
export function clientOfDocument(
  url: string,
  facts: AssistantFacts,
  stored: Client | undefined,
  keyring: Keyring,
): Client {
  const row = { ...clientFactsOf(facts), id: documentClientId(url), origin: 'document' as const };
  const client = clientOf(
    {
      ...row,
      grant_types: [...row.grant_types],
      scopes: [...row.scopes],
      redirect_uris: [...row.redirect_uris],
      post_logout_redirect_uris: [],
      tags: [],
      document_url: url,
      stage: 'live',
      service_scopes: [],
      secrets: [],
    },
    false,
    keyring,
  );
  return stored === undefined ? client : { ...client, enabled: stored.enabled, scopes: stored.scopes };
}

/** Stores a client at its first consent, and what its document says at each later one. */
export async function keepDocumentClient(tx: WriteTx, client: Client): Promise<void> {
  if (client.documentUrl === undefined) return;
  const { id, name, redirectUris, documentUrl } = client;
  const facts = clientFactsOf({
    name,
    redirectUris,
    mayRefresh: client.grantTypes.includes('refresh_token'),
  });
  const isNew = await insertAssistant(tx, id, facts, { origin: 'document', documentUrl, now: tx.now });
  if (isNew) auditCreated(tx, id, facts, 'document');
  else await refreshDocument(tx, id, facts, tx.now);
  announce(tx, id);
}

/** RFC 7591. Undefined if there are too many: an open endpoint must not fill the table. */
export async function registerAssistant(tx: WriteTx, given: AssistantFacts): Promise<string | undefined> {
  if ((await countDynamic(tx)) >= maxDynamicClients) return undefined;
  const id = `dyn-${randomBytes(16).toString('hex')}`;
  const facts = clientFactsOf(given);
  await insertAssistant(tx, id, facts, { origin: 'dynamic', documentUrl: null, now: tx.now });
  auditCreated(tx, id, facts, 'dynamic');
  announce(tx, id);
  return id;
}

const maxDynamicClients = 1000;
const unusedDays = 30;

/** Deletes assistants older than thirty days that nobody consented to within the last thirty. */
export async function deleteUnusedAssistants(tx: WriteTx): Promise<number> {
  const before = new Date(tx.now.getTime() - unusedDays * 24 * 3_600_000);
  const unused = await listUnused(tx, before);
  for (const { id } of unused) await unregisterClient(tx, id, { userId: null });
  return unused.length;
}

function auditCreated(tx: WriteTx, id: string, facts: ClientFacts, origin: 'document' | 'dynamic'): void {
  tx.audit(events.clientCreated, {
    target: id,
    metadata: { name: facts.name, app_type: facts.type, origin },
  });
}
