import { type Static, Type } from 'typebox';
import { Id, line, oneOf, strict, Timestamp } from '../../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../../kernel/http/time-cursor.ts';
import { LEVELS } from '../pades/level.ts';
import { CheckView, SessionId } from '../schemas.ts';

export const requestStates = ['open', 'completed', 'declined', 'withdrawn', 'expired'] as const;
export const mostParties = 20;

const Kind = oneOf('person', 'organisation');
const Order = oneOf('sequence', 'any');

export const RequestBody = strict({
  title: line(200),
  message: Type.Optional(Type.String({ maxLength: 2000 })),
  order: Order,
  deadline: Timestamp,
  parties: Type.Array(
    strict({
      kind: Kind,
      register: Type.String({ minLength: 4, maxLength: 20 }),
      /** What the sender calls the party, shown until the party has signed. */
      name: Type.Optional(line(120, 0)),
    }),
    { minItems: 1, maxItems: mostParties },
  ),
});
export type RequestBody = Static<typeof RequestBody>;

export const PartyView = Type.Object({
  id: Id,
  place: Type.Integer(),
  kind: Kind,
  name: Type.String(),
  /** Only its first and last characters. */
  register: Type.String(),
  state: oneOf('pending', 'signed', 'declined'),
  is_me: Type.Boolean(),
  /** For whom the representative signed, as the eID provider names it. */
  organisation: Type.Optional(Type.String()),
  seen_at: Type.Optional(Timestamp),
  settled_at: Type.Optional(Timestamp),
  reason: Type.Optional(Type.String()),
  level: Type.Optional(oneOf(...LEVELS)),
  shortfall: Type.Optional(Type.String()),
});
export type PartyView = Static<typeof PartyView>;

const common = {
  id: Id,
  title: Type.String(),
  order: Order,
  state: oneOf(...requestStates),
  deadline: Timestamp,
  created_at: Timestamp,
  closed_at: Type.Optional(Timestamp),
  sender_name: Type.String(),
  is_sender: Type.Boolean(),
  signed: Type.Integer(),
  parties_total: Type.Integer(),
};

export const RequestItem = Type.Object({
  ...common,
  /** Waits for the caller. */
  my_turn: Type.Boolean(),
});
export type RequestItem = Static<typeof RequestItem>;

export const RequestPage = Type.Object({
  ...pageOf(RequestItem).properties,
  organisations_unavailable: Type.Optional(
    Type.Literal(true, {
      description: 'The eID provider did not answer; requests to organisations of the caller are missing',
    }),
  ),
});

export const RequestView = Type.Object({
  ...common,
  message: Type.String(),
  filename: Type.String(),
  size: Type.Integer(),
  parties: Type.Array(PartyView),
  /** The party that the caller can sign as now. */
  sign_as: Type.Optional(Id),
  /** The party that the caller can decline as. */
  decline_as: Type.Optional(Id),
  /** The caller's signing that waits for the phone. */
  session_id: Type.Optional(SessionId),
  /** Somebody else is signing at this moment. */
  is_busy: Type.Boolean(),
  /** Of the newest signature. */
  level: Type.Optional(oneOf(...LEVELS)),
  shortfall: Type.Optional(Type.String()),
  has_document: Type.Boolean(),
  /** The caller's copy in "my documents". */
  document_id: Type.Optional(Id),
  can_remind_at: Type.Optional(Timestamp),
});
export type RequestView = Static<typeof RequestView>;

export const ListQuery = strict({
  box: oneOf('sent', 'received'),
  state: Type.Optional(oneOf(...requestStates)),
  ...pageQuery,
});
export type ListQuery = Static<typeof ListQuery>;

const points = Type.Number({ minimum: 0, maximum: 100_000 });
export const SignBody = strict({
  party_id: Type.Optional(Id),
  mark: Type.Optional(
    Type.Union([
      oneOf('none'),
      strict({
        page: Type.Integer({ minimum: 1, maximum: 100_000 }),
        x: points,
        y: points,
        width: points,
        height: points,
      }),
    ]),
  ),
});
export type SignBody = Static<typeof SignBody>;

export const BegunView = Type.Object({
  session_id: SessionId,
  verification_code: Type.String(),
  document_hash: Type.String(),
  expires_at: Timestamp,
  warnings: CheckView.properties.warnings,
});

export const DeclineBody = strict({
  party_id: Type.Optional(Id),
  reason: Type.String({ minLength: 1, maxLength: 1000, pattern: '\\S' }),
});

export const names = {
  SignRequest: RequestView,
  SignRequestItem: RequestItem,
  SignRequestParty: PartyView,
};
