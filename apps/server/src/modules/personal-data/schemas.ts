import { Id, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';

const nullableTime = Type.Union([Timestamp, Type.Null()]);

export const ExportView = Type.Object({
  id: Id,
  state: oneOf('queued', 'running', 'ready', 'failed', 'expired'),
  /** Parts that are done, of all. */
  done: Type.Integer(),
  total: Type.Integer(),
  size_bytes: Type.Integer(),
  created_at: Timestamp,
  ready_at: nullableTime,
  expires_at: Timestamp,
});
export const ExportList = listOf(ExportView);

export const erasureStates = ['open', 'withdrawn', 'refused', 'done'] as const;
const ErasureRequest = Type.Object({
  id: Id,
  state: oneOf(...erasureStates),
  reason: Type.String(),
  answer: Type.String(),
  created_at: Timestamp,
  decided_at: nullableTime,
});
export const ErasureView = Type.Object({
  /** What is erased when the request is granted. */
  goes: Type.Array(Type.String()),
  stays: Type.Array(Type.Object({ what: Type.String(), why: Type.String() })),
  /** The newest request. */
  request: Type.Optional(ErasureRequest),
});
export type ErasureView = Static<typeof ErasureView>;

/** Line breaks are allowed. */
const Words = (min: number) => Type.String({ minLength: min, maxLength: 1000 });
export const ErasureBody = strict({ reason: Words(0) });

export const ErasureQuery = strict(pageQuery);
export const ListedErasure = Type.Object({
  id: Id,
  user_id: Id,
  name: Type.String(),
  state: oneOf(...erasureStates),
  reason: Type.String(),
  answer: Type.String(),
  created_at: Timestamp,
  decided_at: nullableTime,
});
export const ErasurePage = pageOf(ListedErasure);
export type ErasurePage = Static<typeof ErasurePage>;
export const DecisionBody = strict({ decision: oneOf('erase', 'refuse'), answer: Words(1) });

export const names = {
  DataExport: ExportView,
  Erasure: ErasureView,
  ErasureRequest,
  ErasureBody,
  ListedErasure,
  ErasureDecisionBody: DecisionBody,
};
