import { type Access, other } from '../../kernel/http/access.ts';
import { fail } from '../../kernel/http/errors.ts';
import {
  type Admission,
  type ClientCaller,
  gatewayErrors,
  refuseToken,
  requireGrant,
  type Traffic,
} from '../gateway/index.ts';
import type { ClientDirectory } from '../oauth-clients/index.ts';

/** A client that acts for a signed-in person. */
export interface UserClient extends ClientCaller {
  readonly subject: string;
}

export interface ProxyAccessDeps {
  clients: ClientDirectory;
  admission: Admission;
  traffic: Traffic;
}

/** An upstream missing from the catalogue counts as enabled. */
export async function requireSwitchedOn(
  { clients, traffic }: Pick<ProxyAccessDeps, 'clients' | 'traffic'>,
  request: object,
  name: string,
): Promise<void> {
  const upstream = await clients.upstreamByName(name);
  if (upstream !== undefined) traffic.note(request, { upstreamId: upstream.id });
  if (upstream?.enabled === false) fail(gatewayErrors.service_disabled);
}

/**
 * Contract 10.1, in its order: the upstream is enabled, the token is live, it has a user (a client_credentials token has
 * none), and the client holds the scope now.
 */
export function clientOfUser(deps: ProxyAccessDeps, name: string): Access<UserClient> {
  const scope = `svc:${name}`;
  return other(`scope:${scope}`, 'a client with a token of its user', async (caller) => {
    await requireSwitchedOn(deps, caller, name);
    const holder = await deps.admission.authenticate(caller);
    deps.traffic.note(caller, { clientId: holder.client.id });
    const subject = holder.token.subject ?? refuseToken(true);
    requireGrant(holder, scope);
    return { ...holder, subject };
  });
}
