import { Id, line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { eventTypes, testEvent } from './event-types.ts';

const ClientId = Type.String({ maxLength: 64, pattern: '^[A-Za-z0-9._-]{3,64}$' });
const EventName = oneOf(...eventTypes);

export const ByApplication = strict({ id: ClientId });
export const ByWebhook = strict({ id: ClientId, webhook_id: Id });
export const ByDelivery = strict({ id: ClientId, webhook_id: Id, delivery_id: Id });

export const WebhookBody = strict({
  url: line(500),
  description: Type.Optional(line(120, 0)),
  events: Type.Array(EventName, { minItems: 1, maxItems: eventTypes.length, uniqueItems: true }),
});
export type WebhookBody = Static<typeof WebhookBody>;

export const WebhookView = Type.Object({
  id: Type.String(),
  application_id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  events: Type.Array(Type.String()),
  state: oneOf('active', 'paused', 'disabled'),
  disabled_reason: Type.Optional(oneOf('failing', 'gone')),
  failing_since: Type.Optional(Timestamp),
  delivered_at: Type.Optional(Timestamp),
  waiting: Type.Integer(),
  failed: Type.Integer(),
  created_at: Timestamp,
  old_secret_ends_at: Type.Optional(Timestamp),
  secret: Type.Optional(Type.String({ description: 'Only in the answer that shows it once' })),
});
export type WebhookView = Static<typeof WebhookView>;
export const WebhookList = Type.Object({
  application_name: Type.String(),
  ...listOf(WebhookView).properties,
});

export const DeliveryQuery = strict({
  ...pageQuery,
  state: Type.Optional(oneOf('waiting', 'delivered', 'failed')),
  event: Type.Optional(oneOf(...eventTypes, testEvent)),
});
export const WebhookDelivery = Type.Object({
  id: Type.String(),
  event: Type.String(),
  state: oneOf('waiting', 'delivered', 'failed'),
  attempts: Type.Integer(),
  status: Type.Optional(Type.Integer()),
  next_at: Type.Optional(Timestamp),
  created_at: Timestamp,
  finished_at: Type.Optional(Timestamp),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;
export const WebhookDeliveryPage = pageOf(WebhookDelivery);

const Headers = Type.Record(Type.String(), Type.String());
export const WebhookAttempt = Type.Object({
  attempt: Type.Integer(),
  at: Timestamp,
  status: Type.Optional(Type.Integer()),
  duration_ms: Type.Integer(),
  request_headers: Headers,
  answer_headers: Headers,
  answer: Type.String(),
  problem: Type.String(),
});
export const WebhookDeliveryDetail = Type.Object({
  ...WebhookDelivery.properties,
  body: Type.String(),
  timeline: Type.Array(WebhookAttempt),
});
export type WebhookDeliveryDetail = Static<typeof WebhookDeliveryDetail>;

export const WebhookReplayBody = strict({ from: Timestamp, to: Timestamp });
export const WebhookReplayView = Type.Object({
  replayed: Type.Integer(),
  more: Type.Boolean({ description: 'At most 1000 are queued by one call: repeat it for the rest' }),
});

export const names = {
  WebhookBody,
  WebhookView,
  WebhookList,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookAttempt,
  WebhookDeliveryDetail,
  WebhookReplayBody,
  WebhookReplayView,
};
