import { line, listOf, oneOf, type Static, strict, Timestamp, Type } from '../../kernel/http/schemas.ts';

const optionalText = Type.Optional(Type.String());
const optionalTime = Type.Optional(Timestamp);
const rightType = oneOf('ADMIN', 'MANAGER');

const CertificateCounts = Type.Object({
  valid: Type.Integer(),
  revoked: Type.Integer(),
  expired: Type.Integer(),
  suspended: Type.Integer(),
  total: Type.Integer(),
});
const ActivityCounts = Type.Object({ authentication: Type.Integer(), signature: Type.Integer() });

export const SummaryView = Type.Object({
  given_name: optionalText,
  surname: optionalText,
  certificates: CertificateCounts,
  activity: ActivityCounts,
  devices_active: Type.Integer(),
  devices_total: Type.Integer(),
  representation_count: Type.Integer(),
});
export type SummaryView = Static<typeof SummaryView>;

const Certificate = Type.Object({
  document_number: Type.String(),
  type: oneOf('AUTH', 'SIGN', 'SEAL'),
  serial_number: Type.String(),
  certificate_level: Type.String(),
  status: oneOf('VALID', 'REVOKED', 'EXPIRED', 'SUSPENDED'),
  not_before: optionalTime,
  not_after: optionalTime,
  issuer_dn: optionalText,
});
export const CertificatesView = Type.Object({
  counts: CertificateCounts,
  certificates: Type.Array(Certificate),
});
export type CertificatesView = Static<typeof CertificatesView>;

const Device = Type.Object({
  document_number: Type.String(),
  platform: Type.Optional(oneOf('APNS', 'FCM')),
  enrolled_at: optionalTime,
  active: Type.Boolean(),
  deactivated_at: optionalTime,
});
export const DevicesView = Type.Object({
  devices: Type.Array(Device),
  active_count: Type.Integer(),
  total: Type.Integer(),
});
export type DevicesView = Static<typeof DevicesView>;

const Use = Type.Object({
  session_id: optionalText,
  flow: oneOf('AUTHENTICATION', 'SIGNATURE'),
  outcome: Type.String(),
  doc_text: optionalText,
  timestamp: optionalTime,
});
export const ActivityView = Type.Object({
  counts: ActivityCounts,
  sessions: Type.Array(Use),
  total: Type.Integer(),
});
export type ActivityView = Static<typeof ActivityView>;

export const ActivityQuery = strict({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 100_000 })),
});

export const RepresentationView = Type.Object({
  org_etsi: Type.String(),
  org_register: Type.String(),
  org_name: Type.String(),
  org_name_en: optionalText,
  role: optionalText,
  right_type: Type.Optional(rightType),
  valid_from: optionalTime,
  valid_to: optionalTime,
});
export type RepresentationView = Static<typeof RepresentationView>;
export const RepresentationList = listOf(RepresentationView);

export const SignerView = Type.Object({
  person_etsi: Type.String(),
  reg_no: optionalText,
  name: optionalText,
  name_en: optionalText,
  role: optionalText,
  right_type: rightType,
  status: oneOf('ACTIVE', 'PENDING'),
  source: Type.String(),
  self: Type.Boolean(),
});
export type SignerView = Static<typeof SignerView>;
export const SignerList = listOf(SignerView);

export const SignersView = Type.Object({
  signers: Type.Array(SignerView),
  pending_confirmation: Type.Optional(
    Type.Object({ signer_etsi: Type.String(), signer_reg_no: optionalText, session_id: Type.String() }),
  ),
});
export type SignersView = Static<typeof SignersView>;

/** No dot and no slash, because the number becomes part of a provider URL (path traversal). */
/** For addresses that have no schema. */
export const isRegNo = (text: string): boolean => /^[\p{Script=Cyrillic}A-Za-z0-9-]{4,16}$/u.test(text);
const organisationNumber = Type.String({
  minLength: 4,
  maxLength: 16,
  pattern: '^[\\p{Script=Cyrillic}A-Za-z0-9-]+$',
});
const personNumber = '[\\p{Script=Cyrillic}A-Za-z0-9]{8,20}';

export const ByRegNo = strict({ regNo: organisationNumber });
export const LinkBody = strict({ reg_no: organisationNumber });
export const SignerBody = strict({
  signer_reg_no: Type.String({ minLength: 8, maxLength: 20, pattern: `^${personNumber}$` }),
  role: Type.Optional(line(100)),
});
export const BySigner = strict({
  signer: Type.String({ maxLength: 32, pattern: `^([Pp][Nn][Oo][Mm][Nn]-)?${personNumber}$` }),
});

export const names = {
  EidUse: Use,
  EidDevice: Device,
  EidCertificate: Certificate,
  EidSummary: SummaryView,
  EidCertificateCounts: CertificateCounts,
  EidCertificates: CertificatesView,
  EidDevices: DevicesView,
  EidActivityCounts: ActivityCounts,
  EidActivity: ActivityView,
  Representation: RepresentationView,
  Signer: SignerView,
  SignerBody,
  SignerChange: SignersView,
};
