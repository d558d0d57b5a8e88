import type { Static } from 'typebox';
import type { AttemptRow, DeadRow, DeliveryRow } from './delivery-store.ts';
import type { ListedPlatform, RouteRow, SecretRow } from './platform-store.ts';
import type { AssignmentRow, EventRow, RequestRow } from './request-store.ts';
import type {
  AssignmentView,
  AttemptView,
  DeadView,
  DeliveryView,
  EventView,
  PlatformView,
  RequestView,
  RouteView,
  SecretView,
} from './schemas.ts';

/** Absent optional fields are omitted, as the contract says. */
const given = <K extends string, V>(key: K, value: V | null): { [Key in K]?: V } =>
  (value === null ? {} : { [key]: value }) as { [Key in K]?: V };

export const viewRequest = (row: RequestRow): RequestView => ({
  id: row.id,
  source_platform: row.source_platform,
  external_ref: row.external_ref,
  service_code: row.service_code,
  title: row.title,
  priority: row.priority,
  received_at: row.received_at,
  due_at: row.due_at,
  status: row.status,
  breach_notified: row.breach_notified,
  // What is asked and answered about one person is not for the people who run the relay.
  ...given('payload', row.confidential ? null : row.payload),
  ...given('result', row.confidential ? null : row.result),
  ...given('fulfilled_at', row.fulfilled_at),
  ...(row.confidential ? { confidential: true as const } : {}),
});

export const viewAssignment = (row: AssignmentRow): Static<typeof AssignmentView> => ({
  id: row.id,
  request_id: row.request_id,
  platform_id: row.platform_id,
  platform_name: row.platform_name,
  status: row.status,
  due_at: row.due_at,
  reminders_sent: row.reminders_sent,
  escalated: row.escalated,
  ...given('dispatched_at', row.dispatched_at),
  ...given('responded_at', row.responded_at),
  ...given('result', row.result),
});

export const viewEvent = (row: EventRow): Static<typeof EventView> => ({
  id: String(row.id),
  request_id: row.request_id,
  type: row.type,
  detail: row.detail,
  created_at: row.created_at,
  ...given('assignment_id', row.assignment_id),
  ...given('platform_name', row.platform_name),
});

export const viewSecret = (row: SecretRow): Static<typeof SecretView> => ({
  id: row.id,
  created_at: row.created_at,
  ...given('expires_at', row.expires_at),
});

export const viewPlatform = (
  row: ListedPlatform,
  secrets: readonly SecretRow[],
  now: Date,
): Static<typeof PlatformView> => ({
  id: row.id,
  code: row.code,
  name: row.name,
  direction: row.direction,
  endpoint_url: row.endpoint_url,
  supervisor_contact: row.supervisor_contact,
  enabled: row.enabled,
  signature: row.signature,
  public_key: row.public_key,
  receipt_key_ids: (row.receipt_keys?.keys ?? []).flatMap(({ kid }) => kid ?? []),
  paused: row.paused_at !== null,
  health: healthOf(row),
  ...circuitOf(row, now),
  failures: row.failures,
  waiting: row.waiting,
  dead: row.dead,
  secrets: secrets.filter(({ platform_id }) => platform_id === row.id).map(viewSecret),
  created_at: row.created_at,
  ...given('ill_since', row.ill_since),
  ...given('recovered_at', row.recovered_at),
  ...given('delivered_at', row.delivered_at),
});

/** After its pause an ill platform gets one message as a trial. */
function circuitOf({ open_until, ill_since }: ListedPlatform, now: Date) {
  if (open_until !== null && new Date(open_until) > now) return { circuit: 'open', open_until } as const;
  return { circuit: ill_since === null ? 'closed' : 'half_open' } as const;
}

function healthOf(row: ListedPlatform): Static<typeof PlatformView>['health'] {
  if (row.ill_since !== null) return 'ill';
  if (row.delivered_at === null) return 'unknown';
  return row.recovered_at === null ? 'well' : 'recovered';
}

export const viewRoute = (row: RouteRow): Static<typeof RouteView> => ({
  id: row.id,
  service_code: row.service_code,
  platform_id: row.platform_id,
  platform_name: row.platform_name,
  sla_minutes: row.sla_minutes,
  created_at: row.created_at,
  ...given('fallback_platform_id', row.fallback_platform_id),
  ...given('fallback_platform_name', row.fallback_platform_name),
});

export const viewDelivery = (row: DeliveryRow): Static<typeof DeliveryView> => ({
  id: row.id,
  platform_id: row.platform_id,
  platform_name: row.platform_name,
  request_id: row.request_id,
  event: row.event,
  state: row.state,
  attempts: row.attempts,
  receipt: row.receipt === null ? 'none' : row.receipt_valid === true ? 'valid' : 'unchecked',
  created_at: row.created_at,
  ...given('assignment_id', row.assignment_id),
  ...given('finished_at', row.finished_at),
  ...(row.state === 'waiting' ? { next_at: row.next_at } : {}),
});

export const viewAttempt = ({ delivery_id: _, ...attempt }: AttemptRow): Static<typeof AttemptView> =>
  attempt;

export const viewDead = (row: DeadRow): Static<typeof DeadView> => {
  const { last_attempt: attempt, last_at: at, last_duration_ms: duration_ms } = row;
  const { last_status: status, last_answer: answer, last_problem: problem } = row;
  return {
    ...viewDelivery(row),
    service_code: row.service_code,
    title: row.title,
    ...(attempt === null || at === null || duration_ms === null
      ? {}
      : { last: { attempt, at, status, duration_ms, answer: answer ?? '', problem: problem ?? '' } }),
  };
};
