import { fail, kernelErrors } from '../../kernel/http/errors.ts';
import { type Row, read, unchanged, write } from '../../kernel/http/row.ts';
import { ById, Empty, JsonObject, listOf } from '../../kernel/http/schemas.ts';
import { cutPage, findPage, readTime } from '../../kernel/http/time-cursor.ts';
import { superadminErrors, superadminEvents } from '../superadmin/index.ts';
import { asSystem, manage, view } from './access.ts';
import { respond } from './answers.ts';
import type { DeliverDeps } from './deliver.ts';
import { deliveryRows } from './delivery-routes.ts';
import { seedPlatforms } from './demo.ts';
import { errors } from './errors.ts';
import { events } from './events.ts';
import { collectEvidence } from './evidence.ts';
import { forward } from './forward.ts';
import { ingest, type RelayIdentity } from './ingest.ts';
import { overview } from './overview.ts';
import { listRoutes } from './platform-store.ts';
import {
  changePlatform,
  createPlatform,
  createRoute,
  type PlatformDeps,
  pausePlatform,
  removePlatform,
  removeRoute,
  rotateSecret,
  showPlatforms,
  testPlatform,
} from './platforms.ts';
import { findRequest, listAssignments, listEvents, requestSorts, requestsPage } from './request-store.ts';
import {
  ForwardBody,
  NewPlatformView,
  OverviewQuery,
  OverviewView,
  PauseBody,
  PlatformBody,
  PlatformChange,
  PlatformView,
  RequestBody,
  RequestDetail,
  RequestList,
  RequestQuery,
  RequestView,
  RespondBody,
  RespondView,
  RotateBody,
  RotatedView,
  RouteBody,
  RouteView,
  SeedView,
  TestView,
} from './schemas.ts';
import { viewAssignment, viewEvent, viewRequest, viewRoute } from './views.ts';

const { step_up_required } = superadminErrors;
const { stepUpAsked } = superadminEvents;

export type RouteDeps = PlatformDeps & DeliverDeps & { self: RelayIdentity; demoMode: boolean };

export function relayRows(deps: RouteDeps): readonly Row[] {
  return [...requestRows(deps), ...platformRows(deps), ...deliveryRows(deps)];
}

function requestRows(deps: RouteDeps): readonly Row[] {
  return [
    read({
      id: 'relay.overview',
      path: '/relay/overview',
      access: view,
      asSystem,
      query: OverviewQuery,
      reply: OverviewView,
      errors: [],
      summary: 'Figures of the relay, on request also over time',
      handler: ({ db, query, request }) =>
        overview(db, { now: request.now, days: query.days, demoMode: deps.demoMode }),
    }),
    write({
      id: 'relay.demo.seed',
      method: 'POST',
      path: '/relay/demo',
      access: manage,
      asSystem,
      reply: SeedView,
      status: 201,
      idempotent: true,
      errors: [errors.not_seeded],
      audit: [events.platformCreated, events.routeCreated],
      summary: 'Load the platforms and routes of the demonstration into an empty relay',
      handler: async ({ tx }) => {
        const platforms = deps.demoMode ? await seedPlatforms(deps, tx) : 0;
        return platforms === 0 ? fail(errors.not_seeded) : { platforms };
      },
    }),
    read({
      id: 'relay.requests.list',
      path: '/relay/requests',
      access: view,
      asSystem,
      query: RequestQuery,
      reply: RequestList,
      errors: [],
      summary: 'Requests, newest first unless `sort` says otherwise',
      handler: async ({ db, query, request }) => {
        const page = requestSorts.read({ ...query, limit: readLimit(query.limit) });
        const filter = {
          status: query.status ?? null,
          serviceCode: query.service_code ?? null,
          platformId: query.platform_id ?? null,
          direction: query.direction ?? null,
          isLate: query.overdue === 'true',
          now: request.now,
          q: query.q === undefined ? null : `%${query.q.replace(/[\\%_]/g, '\\$&')}%`,
        };
        const found = await findPage(db, page, (each) => requestsPage(filter, { ...each, sort: page.sort }));
        const cut = cutPage(found, page.limit, (row) => requestSorts.write(page.sort, row));
        return { ...cut, items: cut.items.map(viewRequest) };
      },
    }),
    read({
      id: 'relay.requests.one',
      path: '/relay/requests/:id',
      access: view,
      asSystem,
      params: ById,
      reply: RequestDetail,
      errors: [],
      summary: 'A request with its assignments and events',
      handler: async ({ db, params }) => {
        const request = (await findRequest(db, params.id)) ?? fail(kernelErrors.not_found);
        const [assignments, happened] = await Promise.all([
          listAssignments(db, request.id),
          listEvents(db, request.id),
        ]);
        return {
          request: viewRequest(request),
          assignments: assignments.map(viewAssignment),
          events: happened.map(viewEvent),
        };
      },
    }),
    read({
      id: 'relay.requests.evidence',
      path: '/relay/requests/:id/evidence',
      access: view,
      asSystem,
      params: ById,
      reply: JsonObject,
      errors: [],
      noStore: true,
      summary: 'Messages and receipts of a request, to check without a network',
      handler: ({ db, params, request }) => collectEvidence(deps, db, params.id, request.now) as never,
    }),
    write({
      id: 'relay.requests.create',
      method: 'POST',
      path: '/relay/requests',
      access: manage,
      asSystem,
      body: RequestBody,
      reply: RequestView,
      status: 201,
      idempotent: true,
      errors: [errors.not_routed, errors.once_only_violation],
      audit: [events.ingested],
      summary: 'Ask the platforms that are routed for a service',
      handler: async ({ body, tx }) => {
        const given = { ...body, due_at: readTime(body.due_at) };
        const { request, isRepeat, isReuse } = await ingest(tx, deps.self, given);
        if (isReuse) fail(errors.once_only_violation);
        return isRepeat ? unchanged(viewRequest(request)) : viewRequest(request);
      },
    }),
    write({
      id: 'relay.requests.forward',
      method: 'POST',
      path: '/relay/requests/:id/forward',
      access: manage,
      asSystem,
      params: ById,
      body: ForwardBody,
      reply: Empty,
      errors: [errors.confidential, errors.not_upstream],
      audit: [events.forwarded],
      summary: 'Tell an upstream platform of a request and its result',
      handler: ({ body, params, tx }) => forward(tx, deps.self, params.id, body.platform_code),
    }),
    write({
      id: 'relay.assignments.respond',
      method: 'POST',
      path: '/relay/assignments/:id/respond',
      access: manage,
      asSystem,
      params: ById,
      body: RespondBody,
      reply: RespondView,
      errors: [errors.already_answered, errors.confidential],
      audit: [events.responded],
      summary: 'Answer an assignment',
      handler: async ({ body, params, tx }) => {
        const { request, fulfilled } = await respond(tx, deps.self, params.id, body);
        return { request: viewRequest(request), fulfilled };
      },
    }),
  ];
}

/** Out of range falls back to the default, as the contract says. */
function readLimit(text: string | undefined): number | undefined {
  const limit = Number(text);
  return Number.isInteger(limit) && limit >= 1 && limit <= 200 ? limit : undefined;
}

function platformRows(deps: RouteDeps): readonly Row[] {
  return [
    read({
      id: 'relay.platforms.list',
      path: '/relay/platforms',
      access: manage,
      asSystem,
      reply: listOf(PlatformView),
      errors: [],
      summary: 'Platforms by name, with their health and the age of their secrets',
      handler: async ({ db, request }) => {
        const items = await showPlatforms(db, request.now);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'relay.platforms.create',
      method: 'POST',
      path: '/relay/platforms',
      access: manage,
      asSystem,
      body: PlatformBody,
      reply: NewPlatformView,
      status: 201,
      idempotent: true,
      noStore: true,
      errors: [errors.code_exists, errors.bad_endpoint, errors.bad_public_key, step_up_required],
      audit: [events.platformCreated, stepUpAsked],
      freshProof: 'always',
      summary: 'Register a platform; its secret is shown in this answer alone',
      handler: ({ body, tx }) => createPlatform(deps, tx, body),
    }),
    write({
      id: 'relay.platforms.update',
      method: 'PATCH',
      path: '/relay/platforms/:id',
      access: manage,
      asSystem,
      params: ById,
      body: PlatformChange,
      reply: PlatformView,
      errors: [errors.bad_endpoint, errors.bad_public_key, step_up_required],
      audit: [events.platformUpdated, stepUpAsked],
      freshProof: 'always',
      summary: 'Change a platform',
      current: async ({ params, tx }) =>
        (await showPlatforms(tx, tx.now)).find(({ id }) => id === params.id.toLowerCase()),
      handler: ({ body, params, tx }) => changePlatform(deps, tx, params.id, body),
    }),
    write({
      id: 'relay.platforms.delete',
      method: 'DELETE',
      path: '/relay/platforms/:id',
      access: manage,
      asSystem,
      params: ById,
      reply: Empty,
      errors: [],
      audit: [events.platformDeleted],
      summary: 'Remove a platform with its routes and assignments',
      handler: ({ params, tx }) => removePlatform(tx, deps.self, params.id),
    }),
    write({
      id: 'relay.platforms.rotate',
      method: 'POST',
      path: '/relay/platforms/:id/rotate-secret',
      access: manage,
      asSystem,
      params: ById,
      body: RotateBody,
      reply: RotatedView,
      noStore: true,
      errors: [step_up_required],
      audit: [events.secretRotated, stepUpAsked],
      freshProof: 'always',
      summary: 'Give a platform a new secret; the old one lives on for a grace',
      handler: ({ body, params, tx }) => rotateSecret(deps, tx, params.id, body),
    }),
    write({
      id: 'relay.platforms.pause',
      method: 'POST',
      path: '/relay/platforms/:id/pause',
      access: manage,
      asSystem,
      params: ById,
      body: PauseBody,
      reply: Empty,
      errors: [],
      audit: [events.platformPaused],
      summary: 'Pause or resume deliveries to a platform',
      handler: ({ body, params, tx }) => pausePlatform(tx, params.id, body.paused),
    }),
    write({
      id: 'relay.platforms.test',
      method: 'POST',
      path: '/relay/platforms/:id/test',
      access: manage,
      asSystem,
      params: ById,
      reply: TestView,
      errors: [errors.bad_endpoint],
      audit: [events.platformTested],
      summary: 'Send a signed ping and say what came back',
      prepare: ({ db, params }) => testPlatform(deps, db, params.id),
      handler: async ({ prepared: { platform, view: found }, tx }) => {
        tx.audit(events.platformTested, {
          target: platform.id,
          metadata: { code: platform.code, answer: found.status },
        });
        return found;
      },
    }),
    read({
      id: 'relay.routes.list',
      path: '/relay/routes',
      access: manage,
      asSystem,
      reply: listOf(RouteView),
      errors: [],
      summary: 'Routes of services to platforms',
      handler: async ({ db }) => {
        const items = (await listRoutes(db)).map(viewRoute);
        return { items, total: items.length };
      },
    }),
    write({
      id: 'relay.routes.create',
      method: 'POST',
      path: '/relay/routes',
      access: manage,
      asSystem,
      body: RouteBody,
      reply: RouteView,
      status: 201,
      idempotent: true,
      errors: [errors.unknown_platform, errors.route_exists],
      audit: [events.routeCreated],
      summary: 'Route a service to a platform',
      handler: ({ body, tx }) => createRoute(tx, body),
    }),
    write({
      id: 'relay.routes.delete',
      method: 'DELETE',
      path: '/relay/routes/:id',
      access: manage,
      asSystem,
      params: ById,
      reply: Empty,
      errors: [],
      audit: [events.routeDeleted],
      summary: 'Remove a route',
      handler: ({ params, tx }) => removeRoute(tx, params.id),
    }),
  ];
}
