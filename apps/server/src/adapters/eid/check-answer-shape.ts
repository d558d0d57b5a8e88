import { type Static, Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';

/**
 * The provider's JSON is untrusted until the certificate and the signature have been verified, so every
 * value is bounded and has a fixed alphabet. Members that the protocol does not name are ignored.
 */

const BASE64 = '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$';
const base64 = (minLength: number, maxLength: number) =>
  Type.String({ minLength, maxLength, pattern: BASE64 });
const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });

const Level = Type.Union([Type.Literal('ADVANCED'), Type.Literal('QUALIFIED'), Type.Literal('QSCD')]);
const Flow = Type.Union([
  Type.Literal('QR'),
  Type.Literal('Web2App'),
  Type.Literal('App2App'),
  Type.Literal('Notification'),
]);

const signature = {
  value: base64(4, 2048),
  signatureAlgorithm: text(32),
  signatureAlgorithmParameters: Type.Object({ hashAlgorithm: text(16) }),
  flowType: Flow,
};
const SignedDigest = Type.Object(signature);
const Signed = Type.Object({
  ...signature,
  serverRandom: base64(16, 512),
  // A SHA-256 digest in base64url always has 43 characters.
  userChallenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  initialCallbackUrl: Type.Optional(Type.String({ maxLength: 2048 })),
});

const approval = {
  result: Type.Object({ documentNumber: text(128) }),
  cert: Type.Object({ value: base64(4, 16_384), certificateLevel: Level }),
  person: Type.Object({
    givenName: text(200),
    surname: text(200),
    givenNameEn: text(200),
    surnameEn: text(200),
    civilId: Type.String({ pattern: '^[A-Za-z0-9-]{1,64}$' }),
    regNo: Type.Optional(text(64)),
  }),
  interactionTypeUsed: text(64),
};
const Approved = Type.Object({ ...approval, signature: Signed });
const ApprovedDigest = Type.Object({ ...approval, signature: SignedDigest });

const Running = Type.Object({ state: Type.Literal('RUNNING'), deviceSeen: Type.Optional(Type.Boolean()) });
const Ended = Type.Object({
  state: Type.Literal('COMPLETE'),
  result: Type.Object({ endResult: Type.String({ pattern: '^[A-Z_]{1,64}$' }) }),
});

const isRunning = checkerOf(Running);
const isEnded = checkerOf(Ended);
const isApproved = checkerOf(Approved);
const isApprovedDigest = checkerOf(ApprovedDigest);

export type FlowType = Static<typeof Flow>;
export type SignedPart = Static<typeof Signed>;
export type ApprovedAnswer = Static<typeof Approved>;
export type ApprovedDigestAnswer = Static<typeof ApprovedDigest>;

export type AnswerShape<Answer = ApprovedAnswer> =
  | { ok: true; kind: 'running'; deviceSeen: boolean }
  | { ok: true; kind: 'ended'; endResult: string }
  | { ok: true; kind: 'approved'; answer: Answer }
  | { ok: false; reason: 'malformed_answer' };

/** eid-protocol, Polling. `OK` without a certificate, a person or a signature is malformed, never a success. */
export function checkAnswerShape(body: unknown): AnswerShape {
  return checkShape(body, (given) => (isApproved(given) ? given : undefined));
}

/** The same for a PIN2 session, whose signature covers a digest and carries no challenges. */
export function checkDigestAnswerShape(body: unknown): AnswerShape<ApprovedDigestAnswer> {
  return checkShape(body, (given) => (isApprovedDigest(given) ? given : undefined));
}

function checkShape<Answer>(
  body: unknown,
  readApproved: (body: unknown) => Answer | undefined,
): AnswerShape<Answer> {
  if (isRunning(body)) return { ok: true, kind: 'running', deviceSeen: body.deviceSeen === true };
  if (!isEnded(body)) return { ok: false, reason: 'malformed_answer' };
  if (body.result.endResult !== 'OK') return { ok: true, kind: 'ended', endResult: body.result.endResult };
  const answer = readApproved(body);
  return answer === undefined
    ? { ok: false, reason: 'malformed_answer' }
    : { ok: true, kind: 'approved', answer };
}
