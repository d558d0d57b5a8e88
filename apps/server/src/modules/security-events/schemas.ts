import { line, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';

export const severities = ['low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];

/** Text that PostgreSQL can store in jsonb: no NUL and no lone surrogate. */
const storable = Type.String({ maxLength: 4000 });
const scalar = Type.Union([storable, Type.Number(), Type.Boolean(), Type.Null()]);
const name = Type.String({ pattern: '^[A-Za-z][A-Za-z0-9_.-]{0,63}$' });
const flat = { additionalProperties: false, maxProperties: 50 };
const Detail = Type.Record(
  name,
  Type.Union([scalar, Type.Array(scalar, { maxItems: 50 }), Type.Record(name, scalar, flat)]),
  flat,
);
export const detailBytes = 8 * 1024;

export const ReportBody = strict({
  kind: line(80),
  severity: Type.Optional(oneOf(...severities)),
  source: Type.Optional(line(80)),
  detail: Type.Optional(Detail),
});
export type ReportBody = Static<typeof ReportBody>;

export const EventQuery = strict({
  kind: Type.Optional(line(80)),
  severity: Type.Optional(oneOf(...severities)),
  from: Type.Optional(Timestamp),
  to: Type.Optional(Timestamp),
  ...pageQuery,
});
export type EventQuery = Static<typeof EventQuery>;

const EventView = Type.Object({
  id: Type.Integer(),
  received_at: Timestamp,
  user_id: Type.Optional(Type.String()),
  kind: Type.String(),
  severity: Type.Optional(oneOf(...severities)),
  source: Type.Optional(Type.String()),
  user_agent: Type.Optional(Type.String()),
  ip: Type.Optional(Type.String()),
  detail: Type.Optional(Type.Unknown()),
});
export type EventView = Static<typeof EventView>;
export const EventPage = pageOf(EventView);
export type EventPage = Static<typeof EventPage>;

/** Names in the OpenAPI document. */
export const names = { SecurityEvent: EventView, SecurityReportBody: ReportBody };
