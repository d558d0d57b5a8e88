/**
 * What the eID provider keeps of people and organisations. People are named by their register number,
 * organisations by theirs; nothing is copied, every answer is the provider's of this moment.
 */

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

/** What the provider decides on: it compares the person with these. */
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
  /** No answer: nothing is known of what became of the call. */
  | 'unavailable'
  /** An answer that cannot be used. */
  | 'failed'
  /** 403, 404 and 409: what they mean depends on what was asked. */
  | 'forbidden'
  | 'not_found'
  | 'conflict';

/** The message is for the log only and never holds personal data. */
export class RecordsError extends Error {
  readonly failure: RecordsFailure;

  constructor(failure: RecordsFailure, detail: string) {
    super(`eID records ${failure}: ${detail}`);
    this.name = 'RecordsError';
    this.failure = failure;
  }
}

/** A signal ends a reading call; a changing call is always seen to its end. */
export interface EidRecordsPort {
  summary(nationalId: string, signal: AbortSignal): Promise<PersonSummary>;
  certificates(nationalId: string, signal: AbortSignal): Promise<CertificateList>;
  devices(nationalId: string, signal: AbortSignal): Promise<DeviceList>;
  activity(nationalId: string, page: Page, signal: AbortSignal): Promise<ActivityList>;
  representations(nationalId: string, signal: AbortSignal): Promise<Representation[]>;
  link(nationalId: string, organisation: OrganisationToLink): Promise<Representation[]>;
  unlink(nationalId: string, regNo: string): Promise<Representation[]>;
  signers(nationalId: string, regNo: string, signal: AbortSignal): Promise<Signer[]>;
  /** `signer` is an ETSI id in these three. */
  addSigner(nationalId: string, regNo: string, signer: string, role: string | null): Promise<SignersAnswer>;
  removeSigner(nationalId: string, regNo: string, signer: string): Promise<Signer[]>;
  resend(nationalId: string, regNo: string, signer: string): Promise<SignersAnswer>;
  setNameLatin(nationalId: string, regNo: string, nameLatin: string): Promise<void>;
}
