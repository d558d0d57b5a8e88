import { nullable } from '../../../kernel/http/fields.ts';
import { oneOf, type Static, Timestamp, Type } from '../../../kernel/http/schemas.ts';
import { allowedKinds, attackKinds } from './changes/findings.ts';
import { fleetingTexts, problemTexts, reasonTexts } from './texts.ts';

const keysOf = <K extends string>(table: Readonly<Record<K, unknown>>): K[] => Object.keys(table) as K[];

const Words = Type.Object({ mn: Type.String(), en: Type.String() });
const IndicationWord = oneOf('TOTAL_PASSED', 'TOTAL_FAILED', 'INDETERMINATE');
/** Sub-indications of EN 319 102-1 and the reasons of this platform. */
const ReasonWord = oneOf(...keysOf(reasonTexts));

const ProblemView = Type.Object({ code: oneOf(...keysOf(problemTexts)), text: Words });

const LastingReason = Type.Object({ code: oneOf(...keysOf(fleetingTexts)), text: Words });

/** Of a valid signature or document: false when it is valid today and cannot be proven later. Null otherwise. */
const lasting = {
  lasting: nullable(Type.Boolean()),
  lasting_reason: nullable(LastingReason),
};

const TimestampView = Type.Object({
  kind: oneOf('signature', 'document'),
  time: nullable(Timestamp),
  authority: nullable(Type.String()),
  trusted: Type.Boolean(),
  problem: nullable(Type.Object({ code: Type.String(), text: Words })),
});

const ChangeView = Type.Object({
  code: oneOf(...allowedKinds, ...attackKinds),
  allowed: Type.Boolean(),
  /** The version of the file that made the change, from 1. */
  version: Type.Integer(),
  page: nullable(Type.Integer()),
  where: Type.String(),
  /** What a filled field says now. */
  value: nullable(Type.String()),
  text: Words,
});

const SignatureView = Type.Object({
  field: Type.String(),
  indication: IndicationWord,
  reason: nullable(ReasonWord),
  text: Words,
  ...lasting,
  problems: Type.Array(ProblemView),
  signer: nullable(
    Type.Object({
      name: nullable(Type.String()),
      register_number: nullable(Type.String()),
      civil_id: nullable(Type.String()),
      organisation: nullable(
        Type.Object({ name: nullable(Type.String()), register_number: nullable(Type.String()) }),
      ),
      role: nullable(Type.String()),
      certificate_serial: Type.String(),
      /** The seal of this platform, on what it issues. */
      is_platform: Type.Boolean(),
    }),
  ),
  signed_at: nullable(Timestamp),
  /** `claimed` is the signer's own statement; the others are proven. */
  time_source: nullable(oneOf('timestamp', 'document_timestamp', 'claimed')),
  claimed_at: nullable(Timestamp),
  level: nullable(oneOf('B-B', 'B-T', 'B-LT', 'B-LTA')),
  certified: nullable(Type.Integer()),
  certificate: nullable(
    Type.Object({
      valid_from: Timestamp,
      valid_until: Timestamp,
      checked_at: Timestamp,
      issuer: nullable(Type.String()),
      revocation: Type.Object({
        status: oneOf('good', 'revoked', 'stale', 'unknown'),
        kind: nullable(oneOf('ocsp', 'crl')),
        produced_at: nullable(Timestamp),
        next_at: nullable(Timestamp),
        revoked_at: nullable(Timestamp),
        embedded: Type.Boolean(),
      }),
    }),
  ),
  coverage: Type.Object({
    whole_file: Type.Boolean(),
    bytes: Type.Integer(),
    /** The signed version is these first bytes of the file. */
    signed_bytes: Type.Integer(),
    file_bytes: Type.Integer(),
    /** The version that is signed, from 1; null when the signature covers no whole version. */
    version: nullable(Type.Integer()),
    versions: Type.Integer(),
  }),
  /**
   * The signed version and the whole file, drawn and compared; without a comparison the objects alone decide.
   * `covered`: a later mark lies on something drawn or next to it; `filled`: fields were filled in or notes added;
   * `marked`: later marks stand apart from everything drawn.
   */
  picture: Type.Object({
    status: oneOf('not_needed', 'same', 'covered', 'filled', 'marked', 'differs', 'partly', 'not_compared'),
    pages: Type.Integer(),
    compared: Type.Integer(),
    changed_pages: Type.Array(Type.Integer()),
  }),
  timestamps: Type.Array(TimestampView),
  changes: Type.Array(ChangeView),
});

export const VerificationView = Type.Object({
  indication: IndicationWord,
  reason: nullable(ReasonWord),
  text: Words,
  ...lasting,
  signatures: Type.Array(SignatureView),
  document_timestamps: Type.Array(TimestampView),
});
export type VerificationView = Static<typeof VerificationView>;

export const names = { VerificationView, VerifiedTimestamp: TimestampView, LastingReason };
