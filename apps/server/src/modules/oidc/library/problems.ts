import type { EventEmitter } from 'node:events';
import type Provider from 'oidc-provider';
import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Database } from '../../../kernel/db/database.ts';
import { systemIdentity } from '../../../kernel/db/identity.ts';
import { upsertProblem } from '../problem-store.ts';
import { storedIdOf } from './client-documents.ts';
import type { EventReport } from './client-reports.ts';

const refusals = {
  'authorization.error': 'authorization',
  'pushed_authorization_request.error': 'par',
  'grant.error': 'token',
  'userinfo.error': 'userinfo',
  'end_session.error': 'logout',
  'device_authorization.error': 'device_authorization',
  'backchannel_authentication.error': 'backchannel_authentication',
} as const;

interface Refusal extends Error {
  error_description?: string;
  error_detail?: string;
}

/** Answers that a well-behaved client meets every day. */
const ordinary = new Set(['access_denied', 'login_required', 'consent_required', 'interaction_required']);
const polling = new Set(['authorization_pending', 'slow_down', 'expired_token']);

/**
 * Counts refused requests by client and reason for the developer's page. It is a note, not a record: a failed
 * write is reported and changes no answer.
 */
export function recordProblems(
  provider: Provider,
  deps: {
    database: Database;
    now: () => Date;
    onFailure: (error: Error) => void;
    onClientEvent: EventReport;
  },
): void {
  const reader = deps.database.reader(systemIdentity);
  const writing = new Set<string>();
  for (const [event, endpoint] of Object.entries(refusals))
    (provider as EventEmitter).on(event, (ctx: KoaContextWithOIDC, refusal: Refusal) => {
      const clientId = ctx.oidc.client?.clientId;
      const error = refusal.message.slice(0, 80);
      if (clientId === undefined || ordinary.has(error) || polling.has(error)) return;
      deps.onClientEvent({ clientId: storedIdOf(clientId), kind: 'refused', reason: error, at: deps.now() });
      const description = describe(refusal);
      const key = `${clientId} ${endpoint} ${error} ${description}`;
      // One write at a time for each problem: a client in a loop must not fill the connection pool.
      if (writing.has(key)) return;
      writing.add(key);
      upsertProblem(reader, { clientId: storedIdOf(clientId), endpoint, error, description, now: deps.now() })
        .catch(deps.onFailure)
        .finally(() => writing.delete(key));
    });
}

/** The detail says more than the public description, for instance why a client could not authenticate. */
function describe({ error_description: description = '', error_detail: detail }: Refusal): string {
  const text = detail === undefined ? description : `${description} (${detail})`;
  return text.slice(0, 300);
}
