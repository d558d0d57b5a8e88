import { type TSchema, Type } from 'typebox';
import { Compile } from 'typebox/compile';

/** An upstream's JSON (wire-services 10.1): every value bounded, every word one we know. */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const time = Type.String({
  maxLength: 40,
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[0-9.:Z+-]*$',
});
const words = <const W extends string>(...all: readonly W[]) =>
  Type.Unsafe<W>(Type.Union(all.map((each) => Type.Literal(each))));
const answer = <S extends TSchema>(data: S) => Compile(Type.Object({ data }));
const listed = <S extends TSchema>(item: S) =>
  answer(Type.Object({ items: Type.Array(item, { maxItems: 1000 }) }));

const certificateCounts = Type.Object({
  valid: count,
  revoked: count,
  expired: count,
  suspended: count,
  total: count,
});
const activityCounts = Type.Object({ authentication: count, signature: count });
const rightType = words('ADMIN', 'MANAGER');

export const summaryAnswer = answer(
  Type.Object({
    given_name: Type.Optional(text(200)),
    surname: Type.Optional(text(200)),
    certificates: certificateCounts,
    activity: activityCounts,
    devices_active: count,
    devices_total: count,
    representation_count: count,
  }),
);

export const certificatesAnswer = answer(
  Type.Object({
    counts: certificateCounts,
    certificates: Type.Array(
      Type.Object({
        document_number: text(128),
        type: words('AUTH', 'SIGN', 'SEAL'),
        serial_number: Type.String({ pattern: '^[0-9A-Fa-f]{1,64}$' }),
        certificate_level: text(32),
        status: words('VALID', 'REVOKED', 'EXPIRED', 'SUSPENDED'),
        not_before: Type.Optional(time),
        not_after: Type.Optional(time),
        issuer_dn: Type.Optional(text(500)),
      }),
      { maxItems: 1000 },
    ),
  }),
);

export const devicesAnswer = answer(
  Type.Object({
    devices: Type.Array(
      Type.Object({
        document_number: text(128),
        platform: Type.Optional(words('APNS', 'FCM')),
        enrolled_at: Type.Optional(time),
        active: Type.Boolean(),
        deactivated_at: Type.Optional(time),
      }),
      { maxItems: 1000 },
    ),
    active_count: count,
    total: count,
  }),
);

export const activityAnswer = answer(
  Type.Object({
    counts: activityCounts,
    sessions: Type.Array(
      Type.Object({
        session_id: Type.Optional(text(64)),
        flow: words('AUTHENTICATION', 'SIGNATURE'),
        outcome: text(64),
        doc_text: Type.Optional(text(500)),
        timestamp: Type.Optional(time),
      }),
      { maxItems: 100 },
    ),
    total: count,
  }),
);

export const representationsAnswer = listed(
  Type.Object({
    org_etsi: text(64),
    org_register: text(16),
    org_name: text(300),
    org_name_en: Type.Optional(text(300)),
    role: Type.Optional(text(100)),
    right_type: Type.Optional(rightType),
    valid_from: Type.Optional(time),
    valid_to: Type.Optional(time),
  }),
);

export const signersAnswer = listed(
  Type.Object({
    person_etsi: text(64),
    reg_no: Type.Optional(text(20)),
    name: Type.Optional(text(400)),
    name_en: Type.Optional(text(400)),
    role: Type.Optional(text(100)),
    right_type: rightType,
    status: words('ACTIVE', 'PENDING'),
    source: text(64),
    self: Type.Boolean(),
  }),
);
