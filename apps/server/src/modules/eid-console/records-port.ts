/**
 * What the eID provider keeps of people and organisations. Organisations are named by their register number; nothing
 * is copied, every answer is the provider's of this moment.
 */

/** Whom a call is about: a register number, or where records come through the upstream, the person's token there. */
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
  | 'conflict'
  /** The upstream's token of this person is gone: they sign in again. */
  | 'reauth'
  /** The upstream shows records and changes none. */
  | 'read_only'
  | 'not_configured';

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
