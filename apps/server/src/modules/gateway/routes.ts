import { other, permission, signedIn } from '../../kernel/http/access.ts';
import type { CallerFacts } from '../../kernel/http/actor.ts';
import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Mount, type Row, read } from '../../kernel/http/row.ts';
import type { Limit } from '../../kernel/http/token-bucket.ts';
import { UsageQuery } from '../developers/index.ts';
import { ByClientId, type ClientDirectory, isOwner } from '../oauth-clients/index.ts';
import type { Admission, ClientCaller } from './admission.ts';
import type { QuotaLeases } from './allowance.ts';
import { readClientCalls } from './client-figures.ts';
import { handle } from './data-plane.ts';
import { logs, overview, traffic, usage } from './reports.ts';
import {
  ByServiceId,
  ClientCallsView,
  LogPage,
  LogQuery,
  OverviewView,
  TrafficQuery,
  TrafficView,
  UsageView,
} from './schemas.ts';
import { type DataPlaneDeps, mountPrefix } from './upstream-call.ts';

const manager = permission('gateway.manage');
const decidedBefore = 'the row requires gateway.manage, and a custom role has no other right in the database';
const reads: Limit = { group: 'gateway-usage', perMinute: 60, burst: 30 };

export function gatewayRows({
  admission,
  quota,
  clients,
}: {
  admission: Admission;
  quota: QuotaLeases;
  clients: ClientDirectory;
}): readonly Row[] {
  return [
    read({
      id: 'gateway.overview',
      path: '/gateway/overview',
      access: manager,
      reply: OverviewView,
      errors: [],
      asSystem: decidedBefore,
      summary: 'The traffic of the last 24 hours in numbers',
      handler: ({ db, request }) => overview(db, request.now),
    }),
    read({
      id: 'gateway.logs',
      path: '/gateway/logs',
      access: manager,
      query: LogQuery,
      reply: LogPage,
      errors: [],
      asSystem: decidedBefore,
      summary: 'Calls of applications, newest first',
      handler: ({ db, query }) => logs(db, query),
    }),
    read({
      id: 'gateway.services.traffic',
      path: '/gateway/services/:id/traffic',
      access: manager,
      params: ByServiceId,
      query: TrafficQuery,
      reply: TrafficView,
      errors: [],
      asSystem: decidedBefore,
      summary: 'Requests, errors and latency of a service over time',
      handler: ({ db, params, query, request }) => traffic(db, params.id, query.hours ?? 24, request.now),
    }),
    read({
      id: 'gateway.usage',
      path: '/gateway/usage',
      access: other(
        'application-token',
        'an application asks about itself with its own token',
        admission.authenticate,
      ),
      limit: reads,
      reply: UsageView,
      errors: [],
      asSystem: 'the caller is an application, and the row reads only its own data',
      noStore: true,
      summary: 'The usage of the calling application today, and its limits',
      handler: ({ actor, db, request }) => usage(db, actor, quota, request.now),
    }),
    read({
      id: 'me.applications.calls',
      path: '/me/applications/:id/calls',
      access: signedIn,
      params: ByClientId,
      query: UsageQuery,
      reply: ClientCallsView,
      errors: [],
      asSystem: 'the handler first checks that the caller owns the application',
      summary: 'Gateway calls of an own application over time and by service, and its quota',
      handler: async ({ actor, params, query, db, request }) => {
        const client = (await isOwner(db, params.id, actor.userId)) && (await clients.client(params.id));
        if (!client) fail(kernelErrors.not_found);
        return readClientCalls(db, client, { quota, now: request.now, days: query.days ?? 7 });
      },
    }),
  ];
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

export function gatewayMounts(deps: DataPlaneDeps): readonly Mount[] {
  return [
    {
      id: 'gateway.call',
      methods,
      openInMaintenance: true,
      path: `${mountPrefix}*`,
      access: other(
        'application-token',
        'an access token of an application that holds the scope of the service; a browser’s preflight carries none',
        (caller) => (isPreflight(caller) ? null : deps.admission.authenticate(caller)),
      ),
      summary: 'A registered service, reached through the gateway',
      unparsed: true,
      upload: 'passed',
      quiet: true,
      handle: (request, reply, actor) => handle(deps, request, reply, actor as ClientCaller | null),
    },
  ];
}

function isPreflight({ method, headers }: CallerFacts): boolean {
  return (
    method === 'OPTIONS' &&
    headers.origin !== undefined &&
    headers['access-control-request-method'] !== undefined
  );
}
