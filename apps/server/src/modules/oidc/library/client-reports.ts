import type { KoaContextWithOIDC } from 'oidc-provider';
import { type ClientDirectory, keyIdOf } from '../../oauth-clients/index.ts';
import { storedIdOf } from './client-documents.ts';
import { originOf } from './origin.ts';

/** Learns of every secret and key with which a client proved itself; it must not wait. */
export type CredentialReport = (use: {
  clientId: string;
  credential: string;
  at: Date;
  ip: string;
  endpoint: string;
}) => void;

/** Learns of every sign-in, token and refusal; it must not wait. */
export type EventReport = (event: {
  clientId: string;
  kind: 'sign_in' | 'token' | 'refused';
  reason: string;
  at: Date;
}) => void;

interface ReportDeps {
  directory: ClientDirectory;
  now: () => Date;
  onCredentialUse: CredentialReport;
}

export function reportUse(
  { now, onCredentialUse }: Omit<ReportDeps, 'directory'>,
  ctx: KoaContextWithOIDC | undefined,
  clientId: string,
  credential: string,
): void {
  const { ip } = originOf(ctx);
  onCredentialUse({ clientId, credential, at: now(), ip, endpoint: ctx?.path ?? '' });
}

/**
 * The library verifies an assertion with the key that its header names. An assertion without a kid names no key
 * unless the client has only one.
 */
export async function reportKeyUse(deps: ReportDeps, ctx: KoaContextWithOIDC): Promise<void> {
  const oidc = (ctx as Partial<KoaContextWithOIDC>).oidc;
  const assertion = oidc?.params?.['client_assertion'];
  // A failed authentication answers 401; any other refusal comes after it.
  if (oidc?.client === undefined || typeof assertion !== 'string' || ctx.status === 401) return;
  const client = await deps.directory.client(storedIdOf(oidc.client.clientId));
  const keys = client?.options.jwks?.keys ?? [];
  const kid = kidOf(assertion);
  const key = kid === undefined && keys.length === 1 ? keys[0] : keys.find((each) => each.kid === kid);
  const used = client?.options.jwksUri === undefined ? key && keyIdOf(key) : kid?.slice(0, 128);
  if (client !== undefined && used !== undefined) reportUse(deps, ctx, client.id, used);
}

function kidOf(assertion: string): string | undefined {
  const header: unknown = JSON.parse(Buffer.from(assertion.split('.')[0] ?? '', 'base64url').toString());
  const { kid } = header as { kid?: unknown };
  return typeof kid === 'string' ? kid : undefined;
}

export function reportEvent(
  { now, onClientEvent }: { now: () => Date; onClientEvent: EventReport },
  ctx: KoaContextWithOIDC,
  kind: 'sign_in' | 'token',
): void {
  const clientId = ctx.oidc.client?.clientId;
  if (clientId !== undefined) onClientEvent({ clientId: storedIdOf(clientId), kind, reason: '', at: now() });
}
