export { type AdvanceDeps, describeSignature, type VerifiedDigest, verifiedDigest } from './advance.ts';
export { type BeginDeps, beginDigest, keepDigest, type Representation } from './begin.ts';
export { errors as signErrors } from './errors.ts';
export { events as signEvents } from './events.ts';
export { type SigningDeps, signing } from './module.ts';
export { starts as signStarts } from './mounts.ts';
export { createEvidenceSource, type EvidenceSource, noEvidence } from './online-evidence.ts';
export type { PdfWarning } from './pades/document.ts';
export { embed, signatureValue } from './pades/embed.ts';
export { operations as pdfEngine, type PdfEngine } from './pades/engine.ts';
export type { Inspection, SignatureInFile, ValidationData } from './pades/inspect.ts';
export { LEVELS, type Level, reaches } from './pades/level.ts';
export type { Mark, MarkPlace } from './pades/mark.ts';
export type { Prepared, PreparedState, PrepareOptions, PrepareResult } from './pades/prepare.ts';
export { prepare } from './pades/prepare.ts';
export {
  NotSigned,
  type Raised,
  type RaiseOptions,
  type RaisePorts,
  raise,
  type Shortfall,
} from './pades/raise.ts';
export { type PdfRefusal, PdfRefused, type SignatureRefusal, SignatureRefused } from './pades/refusal.ts';
export { needsNewTimestamp, renewTimestamp, type TimestampNeed } from './pades/renewal.ts';
export { readSealSigner, type SealOptions, sealPdf } from './pades/seal.ts';
export { createPdfThreads, type PdfThreads } from './pades/threads.ts';
export { type RaiseStoredDeps, raiseStored } from './raise-stored.ts';
export {
  RevocationError,
  type RevocationEvidence,
  type RevocationFailure,
  type RevocationPort,
} from './revocation-port.ts';
export { SessionId } from './schemas.ts';
export { describeSeal, findSealFault, hasEnded, isEnding, type SealIdentity } from './seal/certificate.ts';
export { keepRevocation } from './seal/kept-revocation.ts';
export { listSealKeys, rememberSealKey } from './seal/key-store.ts';
export {
  createPlatformSeal,
  type PlatformSeal,
  type Sealed,
  SealFailure,
  type SealState,
} from './seal/platform-seal.ts';
export { SealKeyUnavailable, type SealSigner, type SealSource, type ToSign } from './seal-port.ts';
export { TimestampError, type TimestampFailure, type TimestampPort } from './timestamp-port.ts';
export { createVerifier } from './verify/index.ts';
