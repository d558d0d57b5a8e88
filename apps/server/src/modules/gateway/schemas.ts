import { Id, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';

const count = Type.Integer();
const percentile = Type.Integer({
  description:
    'Interpolated within fixed classes of latency (1, 2, 5, 10, 20, 35, 50, 75, 100, 150, 200, 350, 500, 750 ms and ' +
    '1, 2, 5, 10, 30 s): the error is at most the width of the class, and the value never exceeds the slowest call',
});

export const OverviewView = Type.Object({
  services: count,
  consumers: count,
  active_keys: count,
  requests_24h: count,
  errors_24h: count,
  rate_limited_24h: count,
  error_rate: Type.Number(),
  avg_latency_ms: count,
  p95_latency_ms: percentile,
  status_buckets: Type.Array(Type.Object({ class: Type.String(), count })),
  top_paths: Type.Array(Type.Object({ path: Type.String(), count }), {
    description:
      'Over the whole hours of the last 24. Exact for few paths; with very many, rare ones are omitted ' +
      'and a count is an upper bound',
  }),
});
export type OverviewView = Static<typeof OverviewView>;

/** The API contract treats a limit outside 1…200 as 100 instead of rejecting it. */
export const LogQuery = strict({ limit: Type.Optional(Type.Integer()), cursor: pageQuery.cursor });
export type LogQuery = Static<typeof LogQuery>;

const LogView = Type.Object({
  id: Type.Integer(),
  method: Type.String(),
  path: Type.String(),
  status: Type.Integer(),
  latency_ms: Type.Integer(),
  client_ip: Type.String(),
  created_at: Timestamp,
});
export const LogPage = pageOf(LogView);
export type LogPage = Static<typeof LogPage>;

export const ByServiceId = strict({ id: Id });
export const TrafficQuery = strict({
  hours: Type.Optional(Type.Integer({ minimum: 1, maximum: 168, default: 24 })),
});

const TrafficPoint = Type.Object({
  at: Timestamp,
  requests: count,
  errors: count,
  p50_latency_ms: percentile,
  p95_latency_ms: percentile,
});
export const TrafficView = Type.Object({
  service_id: Type.String(),
  name: Type.String(),
  hours: Type.Integer(),
  bucket_seconds: Type.Integer(),
  items: Type.Array(TrafficPoint),
  total: Type.Integer(),
});
export type TrafficView = Static<typeof TrafficView>;

export const UsageView = Type.Object({
  client_id: Type.String(),
  rate: Type.Object({ per_minute: count, burst: count }),
  quota: Type.Object({
    limit: Type.Union([Type.Integer(), Type.Null()]),
    used: count,
    left: Type.Union([Type.Integer(), Type.Null()]),
    resets_at: Timestamp,
  }),
  /** Since midnight UTC, by upstream; `""` stands for calls to no registered upstream. */
  services: Type.Array(
    Type.Object({ service: Type.String(), requests: count, errors: count, rate_limited: count }),
  ),
});
export type UsageView = Static<typeof UsageView>;

/** The calls of one application by time and by service; `""` stands for calls to no registered upstream. */
export const ClientCallsView = Type.Object({
  bucket_seconds: Type.Integer(),
  rate: UsageView.properties.rate,
  quota: UsageView.properties.quota,
  items: Type.Array(TrafficPoint),
  total: Type.Integer(),
  services: Type.Array(
    Type.Object({
      service: Type.String(),
      requests: count,
      refused: count,
      errors: count,
      rate_limited: count,
      avg_latency_ms: count,
      p95_latency_ms: percentile,
    }),
  ),
});
export type ClientCallsView = Static<typeof ClientCallsView>;

/** Names in the OpenAPI document. */
export const names = {
  GatewayTrafficPoint: TrafficPoint,
  GatewayOverview: OverviewView,
  GatewayCall: LogView,
  GatewayTraffic: TrafficView,
  GatewayUsage: UsageView,
  ApplicationCalls: ClientCallsView,
  GatewayRate: UsageView.properties.rate,
  GatewayQuota: UsageView.properties.quota,
};
