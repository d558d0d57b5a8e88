import { Day, Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf } from '../../kernel/http/time-cursor.ts';
import {
  applicationFields,
  EventView,
  FactView,
  FileView,
  nullableText,
  ServiceDetail,
  SignatureView,
  statuses,
  storable,
} from '../gov/index.ts';
import { SessionId } from '../signing/index.ts';
import { queueSorts } from './store.ts';

export const QueueItem = Type.Object({
  ...applicationFields,
  user_id: Id,
  /** The deciding authority, by name. */
  authority: Type.String(),
  authority_id: nullableText,
  assigned_to: nullableText,
  assigned_at: nullableText,
  /** The officer who gave the case to its holder; they may take it back. */
  assigned_by: nullableText,
  /** End of the lease; after it another officer may take over. */
  assigned_until: nullableText,
  decided_by: nullableText,
  applicant: Type.Object({ full_name: Type.String(), civil_id: nullableText }),
});
export type QueueItem = Static<typeof QueueItem>;
export const QueuePage = pageOf(QueueItem);
export type QueuePage = Static<typeof QueuePage>;

/** A limit out of range falls back to the default, as the contract says. */
export const QueueQuery = strict({
  status: Type.Optional(oneOf(...statuses)),
  /** Open cases unless it says otherwise; `finished` are the decided, delivered, withdrawn and expired ones. */
  state: Type.Optional(oneOf('open', 'finished', 'all')),
  /** Held by the caller; among finished cases also those that the caller decided. */
  assigned_to: Type.Optional(oneOf('me')),
  /** Word prefixes of the applicant's name, the number or the service; at least two characters. */
  q: Type.Optional(
    Type.String({ minLength: 2, maxLength: 100, pattern: '^ *[^\\p{Cc}\\s][^\\p{Cc}]*[^\\p{Cc}\\s] *$' }),
  ),
  overdue: Type.Optional(oneOf('true')),
  due_soon: Type.Optional(oneOf('true')),
  due_today: Type.Optional(oneOf('true')),
  unassigned: Type.Optional(oneOf('true')),
  /** Code of one service. */
  service: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  limit: Type.Optional(Type.String({ maxLength: 10 })),
  ...queueSorts.query,
});
export type QueueQuery = Static<typeof QueueQuery>;

export const StatsView = Type.Object({
  open: Type.Integer(),
  unassigned: Type.Integer(),
  mine: Type.Integer(),
  overdue: Type.Integer(),
  due_soon: Type.Integer(),
  due_today: Type.Integer(),
  waiting: Type.Integer(),
  awaiting_delivery: Type.Integer(),
});
export type StatsView = Static<typeof StatsView>;

/** A case given to a colleague or given back; an empty name of the giver or receiver: nobody held it. */
export const HandoverView = Type.Object({
  at: Timestamp,
  by: Type.String(),
  from: Type.String(),
  to: Type.String(),
  reason: Type.String(),
});
export type HandoverView = Static<typeof HandoverView>;

export const ReassignBody = strict({ to: Id, reason: Type.Optional(storable(500)) });
export type ReassignBody = Static<typeof ReassignBody>;
export const ReleaseBody = strict({ reason: Type.Optional(storable(500)) });
export type ReleaseBody = Static<typeof ReleaseBody>;

export const ColleagueQuery = strict({
  /** Id or name. */
  authority: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
});
export const Colleague = Type.Object({
  id: Id,
  full_name: Type.String(),
  full_name_en: Type.String(),
  /** Names of those that the caller shares; `*`: every authority. */
  authorities: Type.Array(Type.String()),
});
export type Colleague = Static<typeof Colleague>;
export const ColleagueList = listOf(Colleague);

export const CaseView = Type.Object({
  application: QueueItem,
  service: Type.Union([ServiceDetail, Type.Null()]),
  events: Type.Array(EventView),
  files: Type.Array(FileView),
  /** What agencies answered, with the applicant's agreement. */
  facts: Type.Array(FactView),
  /** The name of the officer who holds the case, where they still decide cases of this authority. */
  holder: nullableText,
  /** The register number of the organisation that applies. */
  register: nullableText,
  /** The coming appointment at which the result is collected. */
  collection: Type.Union([Type.Object({ at: Timestamp, office: Type.String() }), Type.Null()]),
  handovers: Type.Array(HandoverView),
  signature: Type.Union([SignatureView, Type.Null()]),
  /** The caller decided the case for an authority that has it no longer. */
  read_only: Type.Boolean(),
});
export type CaseView = Static<typeof CaseView>;

const decision = {
  approve: Type.Boolean(),
  note: Type.Optional(storable(2000)),
  result: Type.Optional(Type.String({ maxLength: 64 })),
};
/** A decision to sign. */
export const DecisionBody = strict(decision);
export type DecisionBody = Static<typeof DecisionBody>;
export const DecideBody = strict({
  ...decision,
  /** The signing of exactly this decision, where the service requires one. */
  sid: Type.Optional(SessionId),
});
export type DecideBody = Static<typeof DecideBody>;

export const SigningView = Type.Object({
  sid: SessionId,
  verification_code: Type.String(),
  /** What the phone shows. */
  text: Type.String(),
  /** When the phone gives up. */
  expires_at: Timestamp,
});
export type SigningView = Static<typeof SigningView>;

export const RequestInfoBody = strict({
  note: storable(2000),
  /** The last day on which the applicant can answer; the application then expires. */
  answer_by: Type.Optional(Day),
});

export const names = {
  Case: CaseView,
  CaseDecisionBody: DecideBody,
  CaseSigningBody: DecisionBody,
  CaseSigning: SigningView,
  CaseHandover: HandoverView,
  Colleague,
  QueueItem,
  QueueStats: StatsView,
};
