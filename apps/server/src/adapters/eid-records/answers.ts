import { Type } from 'typebox';
import { checkerOf } from '../../kernel/checker.ts';

/**
 * The records in the provider's format: every value is bounded, every word is a known one, other members are
 * ignored. An upstream sends the same in snake case.
 */

const text = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const count = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
const time = Type.String({
  maxLength: 40,
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d[0-9.:Z+-]*$',
});
const list = <S extends Parameters<typeof Type.Array>[0]>(item: S, maxItems = 1000) =>
  Type.Array(item, { maxItems });
const words = <const W extends string>(...all: readonly W[]) =>
  Type.Unsafe<W>(Type.Union(all.map((each) => Type.Literal(each))));

const certificateCounts = Type.Object({
  valid: count,
  revoked: count,
  expired: count,
  suspended: count,
  total: count,
});
const activityCounts = Type.Object({ authentication: count, signature: count });
const rightType = words('ADMIN', 'MANAGER');

export const Summary = Type.Object({
  givenName: Type.Optional(text(200)),
  surname: Type.Optional(text(200)),
  certificates: certificateCounts,
  activity: activityCounts,
  devicesActive: count,
  devicesTotal: count,
  representationCount: count,
});

export const Certificates = Type.Object({
  counts: certificateCounts,
  certificates: list(
    Type.Object({
      documentNumber: text(128),
      type: words('AUTH', 'SIGN', 'SEAL'),
      serialNumber: Type.String({ pattern: '^[0-9A-Fa-f]{1,64}$' }),
      certificateLevel: text(32),
      status: words('VALID', 'REVOKED', 'EXPIRED', 'SUSPENDED'),
      notBefore: Type.Optional(time),
      notAfter: Type.Optional(time),
      issuerDn: Type.Optional(text(500)),
    }),
  ),
});

export const Devices = Type.Object({
  devices: list(
    Type.Object({
      documentNumber: text(128),
      platform: Type.Optional(words('APNS', 'FCM')),
      enrolledAt: Type.Optional(time),
      active: Type.Boolean(),
      deactivatedAt: Type.Optional(time),
    }),
  ),
  activeCount: count,
  total: count,
});

export const Activity = Type.Object({
  counts: activityCounts,
  sessions: list(
    Type.Object({
      sessionId: Type.Optional(text(64)),
      flow: words('AUTHENTICATION', 'SIGNATURE'),
      outcome: text(64),
      docText: Type.Optional(text(500)),
      timestamp: Type.Optional(time),
    }),
    100,
  ),
  total: count,
});

export const Representations = list(
  Type.Object({
    orgEtsi: text(64),
    orgRegister: text(16),
    orgName: text(300),
    orgNameEn: Type.Optional(text(300)),
    role: Type.Optional(text(100)),
    rightType: Type.Optional(rightType),
    validFrom: Type.Optional(time),
    validTo: Type.Optional(time),
  }),
);

export const Signers = list(
  Type.Object({
    personEtsi: text(64),
    regNo: Type.Optional(text(20)),
    name: Type.Optional(text(400)),
    nameEn: Type.Optional(text(400)),
    role: Type.Optional(text(100)),
    rightType,
    status: words('ACTIVE', 'PENDING'),
    source: text(64),
    self: Type.Boolean(),
  }),
);

export const summaryAnswer = checkerOf(Summary);
export const certificatesAnswer = checkerOf(Certificates);
export const devicesAnswer = checkerOf(Devices);
export const activityAnswer = checkerOf(Activity);
export const representationsAnswer = checkerOf(Type.Object({ representations: Representations }));
export const signersAnswer = checkerOf(
  Type.Object({
    signers: Signers,
    pendingConfirmation: Type.Optional(
      Type.Object({ signerEtsi: text(64), signerRegNo: Type.Optional(text(20)), sessionId: text(64) }),
    ),
  }),
);
export const nameLatinAnswer = checkerOf(Type.Object({ nameLatin: Type.String({ maxLength: 200 }) }));
