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

/** A client that speaks for a person who signed in there. */
export interface UserClient extends ClientCaller {
  readonly subject: string;
}

export interface ProxyAccessDeps {
  clients: ClientDirectory;
  admission: Admission;
  traffic: Traffic;
}

/** A name missing from the catalogue counts as switched on. */
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
 * Contract 10.1, in its order: the upstream is on, the token lives, it speaks for a person (a client_credentials token
 * does not), and the client holds the scope at this moment.
 */
export function clientOfUser(deps: ProxyAccessDeps, name: string): Access<UserClient> {
  const scope = `svc:${name}`;
  return other(`scope:${scope}`, 'an application with the token of its user', async (caller) => {
    await requireSwitchedOn(deps, caller, name);
    const holder = await deps.admission.authenticate(caller);
    deps.traffic.note(caller, { clientId: holder.client.id });
    const subject = holder.token.subject ?? refuseToken(true);
    requireGrant(holder, scope);
    return { ...holder, subject };
  });
}
