import { type Access, other } from '../../kernel/http/access.ts';
import { fail } from '../../kernel/http/errors.ts';
import {
  type Admission,
  type ApplicationCaller,
  gatewayErrors,
  refuseToken,
  requireGrant,
  type Traffic,
} from '../gateway/index.ts';
import type { Directory } from '../oauth-clients/index.ts';

/** An application that speaks for a person who signed in there. */
export interface PersonsApplication extends ApplicationCaller {
  readonly subject: string;
}

export interface ProxyAccessDeps {
  clients: Directory;
  admission: Admission;
  traffic: Traffic;
}

/** A name missing from the catalogue counts as switched on. */
export async function requireSwitchedOn(
  { clients, traffic }: Pick<ProxyAccessDeps, 'clients' | 'traffic'>,
  request: object,
  name: string,
): Promise<void> {
  const service = await clients.serviceByName(name);
  if (service !== undefined) traffic.note(request, { serviceId: service.id });
  if (service?.enabled === false) fail(gatewayErrors.service_disabled);
}

/**
 * Contract 10.1, in its order: the service is on, the token lives, it speaks for a person (a client_credentials token
 * does not), and the application holds the scope at this moment.
 */
export function personsApplication(deps: ProxyAccessDeps, name: string): Access<PersonsApplication> {
  const scope = `svc:${name}`;
  return other(`scope:${scope}`, 'an application with the token of its user', async (caller) => {
    await requireSwitchedOn(deps, caller, name);
    const application = await deps.admission.authenticate(caller);
    deps.traffic.note(caller, { applicationId: application.application.id });
    const subject = application.token.subject ?? refuseToken(true);
    requireGrant(application, scope);
    return { ...application, subject };
  });
}
