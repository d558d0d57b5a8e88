import { type Static, type TSchema, Type } from 'typebox';
import { Id, line, oneOf, strict, Timestamp } from '../../kernel/http/schemas.ts';
import { pageEnd } from '../../kernel/http/time-cursor.ts';
import { requestSorts } from './request-store.ts';
import { signatureForms } from './signatures.ts';

const optional = <S extends TSchema>(schema: S) => Type.Optional(schema);
/** `writeJson` checks it; the limit of a body bounds its size. */
const Anything = Type.Unsafe<unknown>({});
export const priorities = ['low', 'normal', 'high', 'urgent'] as const;
export const requestStatuses = [
  'received',
  'dispatched',
  'in_progress',
  'overdue',
  'fulfilled',
  'rejected',
] as const;
export const assignmentStatuses = [
  'pending',
  'acknowledged',
  'in_progress',
  'overdue',
  'done',
  'rejected',
] as const;

const Code = line(120);

export const SecretView = Type.Object({ id: Id, created_at: Timestamp, expires_at: optional(Timestamp) });
export const PlatformView = Type.Object({
  id: Id,
  code: Type.String(),
  name: Type.String(),
  direction: oneOf('upstream', 'downstream'),
  endpoint_url: Type.String(),
  supervisor_contact: Type.String(),
  enabled: Type.Boolean(),
  signature: oneOf(...signatureForms),
  public_key: Type.String(),
  receipt_key_ids: Type.Array(Type.String(), {
    description: 'The keys that receipts of the platform were checked with',
  }),
  paused: Type.Boolean(),
  health: oneOf('unknown', 'well', 'ill', 'recovered'),
  circuit: oneOf('closed', 'open', 'half_open'),
  open_until: optional(Timestamp),
  failures: Type.Integer({ description: 'Failed deliveries in a row' }),
  ill_since: optional(Timestamp),
  recovered_at: optional(Timestamp),
  delivered_at: optional(Timestamp),
  waiting: Type.Integer(),
  dead: Type.Integer(),
  secrets: Type.Array(SecretView),
  created_at: Timestamp,
});
export const NewPlatformView = Type.Object({ ...PlatformView.properties, webhook_secret: Type.String() });
export const PlatformBody = strict({
  code: Code,
  name: line(300),
  direction: optional(oneOf('upstream', 'downstream')),
  endpoint_url: optional(line(500, 0)),
  supervisor_contact: optional(line(300, 0)),
  webhook_secret: optional(Type.String({ maxLength: 200 })),
  enabled: optional(Type.Boolean()),
  signature: optional(oneOf(...signatureForms)),
  public_key: optional(line(200, 0)),
});
export const PlatformChange = strict({
  name: optional(line(300)),
  endpoint_url: optional(line(500, 0)),
  supervisor_contact: optional(line(300, 0)),
  enabled: optional(Type.Boolean()),
  signature: optional(oneOf(...signatureForms)),
  public_key: optional(line(200, 0)),
});
export const RotateBody = strict({
  grace_minutes: optional(Type.Integer({ minimum: 0, maximum: 43_200 })),
  webhook_secret: optional(Type.String({ maxLength: 200 })),
});
export const RotatedView = Type.Object({ webhook_secret: Type.String(), secrets: Type.Array(SecretView) });
export const PauseBody = strict({ paused: Type.Boolean() });
export const TestView = Type.Object({
  ok: Type.Boolean(),
  status: Type.Union([Type.Integer(), Type.Null()]),
  duration_ms: Type.Integer(),
  answer: Type.String(),
  problem: Type.String(),
  receipt_keys: Type.Boolean({ description: 'The platform publishes keys for receipts' }),
});

export const RouteView = Type.Object({
  id: Id,
  service_code: Type.String(),
  platform_id: Id,
  platform_name: Type.String(),
  sla_minutes: Type.Integer(),
  fallback_platform_id: optional(Id),
  fallback_platform_name: optional(Type.String()),
  created_at: Timestamp,
});
export const RouteBody = strict({
  service_code: Code,
  platform_id: Id,
  sla_minutes: optional(Type.Integer({ minimum: -525_600, maximum: 525_600 })),
  fallback_platform_id: optional(Id),
});

export const RequestView = Type.Object({
  id: Id,
  source_platform: Type.String(),
  external_ref: Type.String(),
  service_code: Type.String(),
  title: Type.String(),
  payload: optional(Anything),
  priority: oneOf(...priorities),
  received_at: Timestamp,
  due_at: Timestamp,
  status: oneOf(...requestStatuses),
  result: optional(Anything),
  fulfilled_at: optional(Timestamp),
  breach_notified: Type.Boolean(),
  /** Asked on behalf of one person: question and answer are not shown here. */
  confidential: Type.Optional(Type.Literal(true)),
});
export type RequestView = Static<typeof RequestView>;
/** The request as it is now, or nothing for a `ping`. */
export const Taken = Type.Union([RequestView, strict({})]);
export const RequestBody = strict({
  service_code: Code,
  source_platform: optional(line(120, 0)),
  external_ref: optional(line(120, 0)),
  title: optional(line(300, 0)),
  payload: optional(Anything),
  priority: optional(oneOf(...priorities)),
  due_at: optional(Timestamp),
});
export type RequestBody = Static<typeof RequestBody>;

export const AssignmentView = Type.Object({
  id: Id,
  request_id: Id,
  platform_id: Id,
  platform_name: Type.String(),
  status: oneOf(...assignmentStatuses),
  due_at: Timestamp,
  dispatched_at: optional(Timestamp),
  responded_at: optional(Timestamp),
  result: optional(Anything),
  reminders_sent: Type.Integer(),
  escalated: Type.Boolean(),
});
export const EventView = Type.Object({
  id: Type.String(),
  request_id: Id,
  assignment_id: optional(Id),
  platform_name: optional(Type.String({ description: 'Of the assignment' })),
  type: Type.String(),
  detail: Type.String(),
  created_at: Timestamp,
});
export const RequestList = Type.Object({ items: Type.Array(RequestView), ...pageEnd });
export const RequestQuery = strict({
  limit: optional(Type.String({ maxLength: 10 })),
  ...requestSorts.query,
  status: optional(oneOf(...requestStatuses)),
  service_code: optional(Code),
  platform_id: optional(Id),
  direction: optional(oneOf('in', 'out')),
  overdue: optional(oneOf('true')),
  q: optional(line(120)),
});
export const RequestDetail = Type.Object({
  request: RequestView,
  assignments: Type.Array(AssignmentView),
  events: Type.Array(EventView),
});

export const AttemptView = Type.Object({
  attempt: Type.Integer(),
  at: Timestamp,
  status: Type.Union([Type.Integer(), Type.Null()]),
  duration_ms: Type.Integer(),
  answer: Type.String(),
  problem: Type.String(),
});
export const DeliveryView = Type.Object({
  id: Id,
  platform_id: Id,
  platform_name: Type.String(),
  request_id: Id,
  assignment_id: optional(Id),
  event: Type.String(),
  state: oneOf('waiting', 'delivered', 'dead'),
  attempts: Type.Integer(),
  next_at: optional(Timestamp),
  finished_at: optional(Timestamp),
  receipt: oneOf('none', 'valid', 'unchecked'),
  created_at: Timestamp,
});
export const DeliveryDetail = Type.Object({ ...DeliveryView.properties, timeline: Type.Array(AttemptView) });
const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
export const DeliveryQuery = strict({
  ids: Type.String({
    maxLength: 1849,
    pattern: `^${uuid}(?:,${uuid}){0,49}$`,
    description: 'Up to 50, divided by commas',
  }),
});
export const DeadView = Type.Object({
  ...DeliveryView.properties,
  service_code: Type.String(),
  title: Type.String(),
  last: optional(AttemptView),
});
export const DeadQuery = strict({
  platform_id: optional(Id),
  limit: optional(Type.Integer({ minimum: 1, maximum: 200 })),
});
export const ReplayBody = strict({
  ids: optional(Type.Array(Id, { minItems: 1, maxItems: 200 })),
  platform_id: optional(Id),
});
export const ReplayView = Type.Object({
  replayed: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Id,
      replayed: Type.Boolean({ description: 'False when it was not a dead letter any more' }),
    }),
  ),
});

export const ForwardBody = strict({ platform_code: Code });
export const RespondBody = strict({ status: oneOf('done', 'rejected'), result: optional(Anything) });
export const RespondView = Type.Object({ request: RequestView, fulfilled: Type.Boolean() });

const Fraction = Type.Number({ minimum: 0, maximum: 1 });
const PlatformFigures = Type.Object({
  platform_id: Id,
  platform_name: Type.String(),
  total: Type.Integer(),
  done: Type.Integer(),
  overdue: Type.Integer(),
  pending: Type.Integer(),
  compliance_pct: Fraction,
});
export const OverviewQuery = strict({
  days: optional(
    Type.Integer({ minimum: 1, maximum: 90, description: 'Adds `period`; one day is told by the hour' }),
  ),
});
export const OverviewView = Type.Object({
  received_today: Type.Integer(),
  in_progress: Type.Integer(),
  overdue: Type.Integer(),
  fulfilled: Type.Integer(),
  total: Type.Integer(),
  sla_compliance_pct: Fraction,
  avg_fulfill_mins: Type.Integer(),
  status_buckets: Type.Array(Type.Object({ status: oneOf(...requestStatuses), count: Type.Integer() })),
  platforms: Type.Array(PlatformFigures),
  recent_events: Type.Array(EventView),
  may_seed: Type.Boolean({ description: 'The demonstration may be loaded: `POST /relay/demo`' }),
  period: optional(
    Type.Object({
      days: Type.Integer(),
      step: oneOf('hour', 'day'),
      points: Type.Array(
        Type.Object({
          at: Timestamp,
          received: Type.Integer(),
          settled: Type.Integer({ description: 'Assignments of then that were answered or came due' }),
          on_time: Type.Integer(),
        }),
      ),
      platforms: Type.Array(PlatformFigures),
    }),
  ),
});
export const SeedView = Type.Object({ platforms: Type.Integer() });

/** Read by the code, which knows how old a message may be. */
const Time = Type.String({ maxLength: 40 });
/** Fields of a message; anything else in it is ignored, because senders may add fields. */
export const Envelope = Type.Object({
  event: Type.String({ minLength: 1, maxLength: 60 }),
  source_code: optional(Type.String({ maxLength: 120 })),
  service_code: optional(Type.String({ maxLength: 120 })),
  external_ref: optional(Type.String({ maxLength: 120 })),
  title: optional(Type.String({ maxLength: 300 })),
  priority: optional(Type.String({ maxLength: 40 })),
  payload: optional(Anything),
  result: optional(Anything),
  due_at: optional(Time),
  sent_at: Time,
  request_id: optional(Type.String({ maxLength: 64 })),
  assignment_id: optional(Type.String({ maxLength: 64 })),
  status: optional(Type.String({ maxLength: 40 })),
});
export type Envelope = Static<typeof Envelope>;

export const names = {
  RelayPlatform: PlatformView,
  RelayRoute: RouteView,
  RelayRequest: RequestView,
  RelayAssignment: AssignmentView,
  RelayEvent: EventView,
  RelayDelivery: DeliveryView,
  RelayDeliveryDetail: DeliveryDetail,
  RelayAttempt: AttemptView,
  RelayDeadLetter: DeadView,
  RelayOverview: OverviewView,
  RelayPlatformFigures: PlatformFigures,
  RelayTest: TestView,
  RelaySecret: SecretView,
};
