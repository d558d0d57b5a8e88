import { Day, Id, line, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';
import { pageOf, pageQuery } from '../../kernel/http/time-cursor.ts';
import { SessionId } from '../signing/index.ts';

/** Signing is missing on purpose: see ADR 91. */
export const purposes = ['apply', 'pay', 'book'] as const;
export type Purpose = (typeof purposes)[number];

const wish = {
  /** Gives it in the name of this organisation, which the person owns. */
  organisation_id: Type.Optional(Id),
  /** Of the receiver. */
  register_number: Type.String({ minLength: 10, maxLength: 20 }),
  name: line(120),
  purposes: Type.Array(oneOf(...purposes), { minItems: 1, maxItems: purposes.length, uniqueItems: true }),
  /** Every service when absent. */
  services: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 20, uniqueItems: true })),
  /** The first and the last day. */
  from: Day,
  until: Day,
  note: Type.Optional(Type.String({ maxLength: 500 })),
};
export const WishBody = strict(wish);
export type WishBody = Static<typeof WishBody>;
export const GiveBody = strict({ ...wish, sid: SessionId });
export type GiveBody = Static<typeof GiveBody>;

export const SigningView = Type.Object(
  {
    sid: SessionId,
    verification_code: Type.String(),
    /** The text on the phone. */
    text: Type.String(),
    /** When the phone gives up. */
    expires_at: Timestamp,
  },
  { description: 'An authorisation that waits for PIN2 on the phone' },
);
export type SigningView = Static<typeof SigningView>;

export const boxes = ['given', 'received', 'ended'] as const;
export const ListQuery = strict({ box: oneOf(...boxes), ...pageQuery });

export const AuthorisationView = Type.Object({
  id: Id,
  direction: oneOf('given', 'received'),
  state: oneOf('offered', 'accepted', 'declined', 'revoked', 'given_up', 'expired', 'lapsed'),
  /** Whether it can be used at this moment. */
  holds: Type.Boolean(),
  grantor: Type.Object({
    kind: oneOf('person', 'organisation'),
    name: Type.String(),
    /** The person who signed for the organisation. */
    representative: Type.Optional(Type.String()),
  }),
  receiver: Type.Object({
    name: Type.String(),
    /** Only its first and last characters. */
    register_number: Type.String(),
  }),
  purposes: Type.Array(oneOf(...purposes)),
  /** Absent when it is for every service. */
  services: Type.Optional(Type.Array(Type.Object({ id: Id, code: Type.String(), name: Type.String() }))),
  from: Day,
  until: Day,
  note: Type.String(),
  /** The signed text; empty for a receiver who has not accepted. */
  text: Type.String(),
  has_evidence: Type.Boolean(),
  created_at: Timestamp,
  answer_until: Timestamp,
  accepted_at: Type.Optional(Timestamp),
  ended_at: Type.Optional(Timestamp),
});
export type AuthorisationView = Static<typeof AuthorisationView>;
export const AuthorisationPage = pageOf(AuthorisationView);
export type AuthorisationPage = Static<typeof AuthorisationPage>;

const lines = Type.Array(Type.String());
const Instructions = Type.Object({ mn: lines, en: lines, commands: lines });
/** A file that proves the authorisation to anybody, without Tamga. */
export const EvidenceFile = Type.Object({
  format: Type.String(),
  instructions: Instructions,
  time: Timestamp,
  epoch: Type.Integer(),
  sha256: Type.String(),
  /** Base64 of the octets that were signed. */
  canonical: Type.String(),
  /** Base64 of an ECDSA signature in DER. */
  signature: Type.String(),
  /** Base64 of PEM, from the grantor's certificate to the root. */
  certificates: Type.String(),
  statement: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
});

export const names = {
  Authorisation: AuthorisationView,
  AuthorisationWishBody: WishBody,
  AuthorisationBody: GiveBody,
  AuthorisationSigning: SigningView,
  EvidenceInstructions: Instructions,
};
