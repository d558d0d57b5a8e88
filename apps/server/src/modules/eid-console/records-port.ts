/**
 * Records of people and organisations at the eID provider. The register number identifies an organisation. Nothing is
 * copied here: every answer is live.
 */

/** A register number or, where records come through an upstream platform, the person's token there. */
export type PersonKey = string;

export type RightType = 'ADMIN' | 'MANAGER';

export interface CertificateCounts {
  valid: number;
  revoked: number;
  expired: number;
  suspended: number;
  total: number;
}

export interface ActivityCounts {
  authentication: number;
  signature: number;
}

export interface PersonSummary {
  givenName?: string;
  surname?: string;
  certificates: CertificateCounts;
  activity: ActivityCounts;
  devicesActive: number;
  devicesTotal: number;
  representationCount: number;
}

export interface CertificateList {
  counts: CertificateCounts;
  certificates: {
    documentNumber: string;
    type: 'AUTH' | 'SIGN' | 'SEAL';
    serialNumber: string;
    certificateLevel: string;
    status: 'VALID' | 'REVOKED' | 'EXPIRED' | 'SUSPENDED';
    notBefore?: string;
    notAfter?: string;
    issuerDn?: string;
  }[];
}

export interface DeviceList {
  devices: {
    documentNumber: string;
    platform?: 'APNS' | 'FCM';
    enrolledAt?: string;
    active: boolean;
    deactivatedAt?: string;
  }[];
  activeCount: number;
  total: number;
}

export interface ActivityList {
  counts: ActivityCounts;
  sessions: {
    sessionId?: string;
    flow: 'AUTHENTICATION' | 'SIGNATURE';
    outcome: string;
    docText?: string;
    timestamp?: string;
  }[];
  total: number;
}

export interface Representation {
  orgEtsi: string;
  orgRegister: string;
  orgName: string;
  orgNameEn?: string;
  role?: string;
  rightType?: RightType;
  validFrom?: string;
  validTo?: string;
}

export interface Signer {
  personEtsi: string;
  regNo?: string;
  name?: string;
  nameEn?: string;
  role?: string;
  rightType: RightType;
  status: 'ACTIVE' | 'PENDING';
  source: string;
  self: boolean;
}

export interface SignersAnswer {
  signers: Signer[];
  pendingConfirmation?: { signerEtsi: string; signerRegNo?: string; sessionId: string };
}

/** The provider compares the person with these affiliates. */
export interface OrganisationToLink {
  regNo: string;
  name: string;
  nameEn: string | null;
  affiliates: readonly Affiliate[];
}

export interface Affiliate {
  regNo: string;
  role: string | null;
  kind: 'CEO' | 'FOUNDER' | 'STAKEHOLDER';
}

export interface Page {
  limit: number;
  offset: number;
}

export type RecordsFailure =
  /** No answer: the outcome of the call is unknown. */
  | 'unavailable'
  /** An unusable answer. */
  | 'failed'
  /** 403, 404 and 409: the meaning depends on the call. */
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  /** The person's upstream token is gone, so they must sign in again. */
  | 'reauth'
  /** The upstream allows no changes. */
  | 'read_only'
  | 'not_configured';

/** The message goes to the log only and never holds personal data. */
export class RecordsError extends Error {
  readonly failure: RecordsFailure;

  constructor(failure: RecordsFailure, detail: string) {
    super(`eID records ${failure}: ${detail}`);
    this.name = 'RecordsError';
    this.failure = failure;
  }
}

/** A signal aborts a read; a change always runs to its end. */
export interface EidRecordsPort {
  summary(person: PersonKey, signal: AbortSignal): Promise<PersonSummary>;
  certificates(person: PersonKey, signal: AbortSignal): Promise<CertificateList>;
  devices(person: PersonKey, signal: AbortSignal): Promise<DeviceList>;
  activity(person: PersonKey, page: Page, signal: AbortSignal): Promise<ActivityList>;
  representations(person: PersonKey, signal: AbortSignal): Promise<Representation[]>;
  link(person: PersonKey, organisation: OrganisationToLink): Promise<Representation[]>;
  unlink(person: PersonKey, regNo: string): Promise<Representation[]>;
  signers(person: PersonKey, regNo: string, signal: AbortSignal): Promise<Signer[]>;
  /** `signer` is an ETSI id in these three. */
  addSigner(person: PersonKey, regNo: string, signer: string, role: string | null): Promise<SignersAnswer>;
  removeSigner(person: PersonKey, regNo: string, signer: string): Promise<Signer[]>;
  resend(person: PersonKey, regNo: string, signer: string): Promise<SignersAnswer>;
  setNameLatin(person: PersonKey, regNo: string, nameLatin: string): Promise<void>;
}
