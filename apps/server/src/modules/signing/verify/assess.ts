import type { Certificate } from './certificates.ts';
import { isEmptyField } from './changes/field-value.ts';
import type { Finding } from './changes/findings.ts';
import { isAttackKind } from './changes/findings.ts';
import { statedTime } from './cms.ts';
import { archivedIn } from './evidence.ts';
import { type Integrity, isBaseline } from './integrity.ts';
import type { PdfFile } from './pdf/document.ts';
import { textOf } from './pdf/values.ts';
import { type Certification, type Permissions, permissionsOf } from './permissions.ts';
import type {
  ChangeResult,
  FleetingReason,
  Level,
  PictureResult,
  Problem,
  SignatureResult,
  Verdict,
} from './result.ts';
import type { FoundSignature } from './signatures.ts';
import { describeSigner } from './signer.ts';
import {
  describeTimestamp,
  type JudgedTimestamp,
  judgeSignatureTimestamp,
  nameOf,
  type Timeline,
  type TimelineContext,
} from './timeline.ts';
import { type CertificateTrust, later, type TrustContext, trustCertificate } from './trust.ts';

const NON_REPUDIATION = 0x40;
/** Problems of trust that prove that the signature cannot be genuine. */
const DISPROVED = new Set(['NOT_YET_VALID']);

export interface Assessment {
  result: SignatureResult;
  missing: CertificateTrust['missing'];
  /** The verdict without regard to later changes: whether the word of its signer counts for others. */
  standing: Verdict;
}

export interface AssessmentInput {
  file: PdfFile;
  signature: FoundSignature;
  integrity: Integrity;
  timeline: Timeline;
  context: TimelineContext;
  /** Findings of all updates after the oldest signature. */
  findings: readonly Finding[];
  /** Undefined when nothing follows the signed revision. */
  picture: PictureResult | undefined;
  certification: Certification | null;
  /** Revisions that end with an intact signature of somebody who can be named. */
  vouched: ReadonlySet<number>;
  sealKeys: readonly string[];
}

/** Judges one signature: EN 319 102-1 5.3 to 5.6, and what later revisions did to the document. */
export async function assessSignature(input: AssessmentInput): Promise<Assessment> {
  const { file, signature, integrity, timeline } = input;
  const { cms } = integrity;
  const signer = cms?.signer;
  const context = contextFor(input);
  const timestamp = cms && (await judgeSignatureTimestamp(cms, signature.revision, context));
  const covering = timeline.documents.filter(
    ({ revision, isTrusted }) =>
      isTrusted && revision !== null && revision >= (signature.revision ?? Number.POSITIVE_INFINITY),
  );
  const time = bestTime(input, timestamp, covering);
  const at = time.source === 'claimed' || time.best === null ? context.now : time.best;
  const trust =
    signer &&
    (await trustCertificate(signer, context, {
      at,
      revokedBy: at,
      isProven: at === time.best,
      mustConfirm: true,
    }));
  const permissions =
    signature.revision === null
      ? undefined
      : permissionsOf(file.view(signature.revision), signature, input.certification);
  const facts = signer && cms ? describeSigner(signer, cms) : null;
  const isSeal = facts?.keyDigest != null && input.sealKeys.includes(facts.keyDigest);
  const changes = judgeChanges(input, permissions, isSeal);
  const problems = problemsOf(input, { changes, timestamp, trust, signer, time });
  const verdict = verdictOf(input, { changes, problems, trust, timestamp });
  const withoutChanges = problems.filter((problem) => problem !== 'CHANGED_AFTER_SIGNING');
  const end = signature.range ? signature.range[2] + signature.range[3] : 0;
  const result: SignatureResult = {
    ...verdict,
    fieldName: signature.fieldName,
    problems,
    fleeting: verdict.indication === 'TOTAL_PASSED' ? fleetingOf({ timestamp, covering, trust }) : null,
    signer: facts,
    time,
    level: levelOf(input, verdict, { timestamp, covering, trust }),
    subFilter: signature.subFilter ?? null,
    signatureValue: cms?.parsed.signatureValue.toString('base64') ?? null,
    certified: permissions?.certified ?? null,
    certificate: signer
      ? {
          notBefore: signer.notBefore,
          notAfter: signer.notAfter,
          checkedAt: at,
          issuer: nameOf(trust?.path[1]),
          revocation: trust?.revocation ?? {
            status: 'unknown',
            kind: null,
            thisUpdate: null,
            nextUpdate: null,
            revokedAt: null,
            revision: null,
          },
        }
      : null,
    coverage: {
      isWholeFile: end === file.bytes.length,
      coveredBytes: signature.range ? signature.range[1] + signature.range[3] : 0,
      signedBytes: end,
      fileBytes: file.bytes.length,
      revision: signature.revision,
      revisions: file.revisions.length,
    },
    picture: describePicture(input.picture, changes),
    timestamps: [timestamp, ...covering].filter((one) => one !== undefined).map(describeTimestamp),
    changes,
  };
  const missing = [...(trust?.missing ?? []), ...(trust?.outdated ?? [])];
  return {
    result,
    standing: verdictOf(input, { changes, problems: withoutChanges, trust, timestamp }),
    missing: [...missing, ...(timestamp?.trust?.missing ?? []), ...(timestamp?.trust?.outdated ?? [])],
  };
}

function contextFor({ integrity: { cms }, signature, context, timeline }: AssessmentInput): TrustContext {
  const revision = signature.revision ?? 0;
  return {
    ...context,
    certificates: [...context.certificates, ...(cms?.certificates ?? [])],
    items: [...context.items, ...(cms ? archivedIn(cms, revision) : [])],
    existedAt: timeline.existedAt,
  };
}

function bestTime(
  { signature, integrity: { cms } }: AssessmentInput,
  timestamp: JudgedTimestamp | undefined,
  covering: readonly JudgedTimestamp[],
): SignatureResult['time'] {
  const claimed = pdfDate(textOf(signature.dict.get('M'))) ?? (cms && statedTime(cms)) ?? null;
  const proofs = [timestamp, ...covering].filter((one) => one?.isTrusted && one.token.time);
  const [first] = proofs.toSorted((a, b) => Number(a?.token.time) - Number(b?.token.time));
  if (!first?.token.time) return { best: claimed, source: claimed && 'claimed', claimed };
  return {
    best: first.token.time,
    source: first.kind === 'signature' ? 'timestamp' : 'document_timestamp',
    claimed,
  };
}

/** `D:20261116073000+08'00'` (7.9.4). */
function pdfDate(text: string | undefined): Date | undefined {
  const parts = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-]\d\d)'?(\d\d)?'?)?/.exec(text ?? '');
  if (!parts) return undefined;
  const [
    ,
    year,
    month = '01',
    day = '01',
    hour = '00',
    minute = '00',
    second = '00',
    zone = '+00',
    zoneMinute = '00',
  ] = parts;
  const date = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone}:${zoneMinute}`);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

function judgeChanges(
  input: AssessmentInput,
  permissions: Permissions | undefined,
  isSeal: boolean,
): ChangeResult[] {
  const { signature, findings } = input;
  const { revision } = signature;
  if (revision === null || permissions === undefined) return [];
  return findings
    .filter(({ revision: made, signedRevision = revision }) => made > revision && signedRevision === revision)
    .map((finding): ChangeResult => {
      const { where, page = null, value = null, fieldName = '' } = finding;
      const judged = (kind: ChangeResult['kind'], isAllowed: boolean) => ({
        ...{ kind, isAllowed, revision: finding.revision, where, page, value },
      });
      switch (finding.kind) {
        case 'SIGNATURE_ADDED':
          return judged(
            'SIGNATURE_ADDED',
            !permissions.isSigningForbidden && !permissions.isLocked(fieldName),
          );
        case 'FORM_FILLED':
          return mayFill(input, permissions, finding)
            ? judged('FORM_FILLED', true)
            : judged('FIELD_VALUE_REPLACED', false);
        case 'NOTE_ADDED':
          return permissions.isCertifier && permissions.certified === 3
            ? judged('NOTE_ADDED', true)
            : judged('ANNOTATION_ADDED', false);
        case 'CONTENT_COVERED':
        case 'MARK_BESIDE_CONTENT':
          return judged(finding.kind, !isSeal);
        default:
          return judged(finding.kind, !isAttackKind(finding.kind));
      }
    });
}

/**
 * The certifier allowed everybody to fill the form. For the signature of anybody else a field keeps its value, and an
 * empty one is filled only by somebody who signs for it.
 */
function mayFill(
  { file, signature, vouched }: AssessmentInput,
  { certified, isCertifier, isSigningForbidden, isLocked }: Permissions,
  { fieldName = '', fieldNumber = -1, revision }: Finding,
): boolean {
  if (certified === null || certified === 1 || isSigningForbidden || isLocked(fieldName)) return false;
  if (isCertifier) return true;
  return vouched.has(revision) && isEmptyField(file.view(signature.revision ?? 0), fieldName, fieldNumber);
}

/** A page with filled fields, notes or marks is not called the same. */
function describePicture(
  picture: PictureResult | undefined,
  changes: readonly ChangeResult[],
): PictureResult {
  if (!picture) return { status: 'not_needed', pages: 0, compared: 0, changedPages: [] };
  if (picture.status !== 'same' && picture.status !== 'partly') return picture;
  const has = (...kinds: ChangeResult['kind'][]) => changes.some(({ kind }) => kinds.includes(kind));
  if (has('CONTENT_COVERED', 'MARK_BESIDE_CONTENT', 'SIGNATURE_MARK_OVER_PAGE'))
    return { ...picture, status: 'covered' };
  if (has('FORM_FILLED', 'NOTE_ADDED')) return { ...picture, status: 'filled' };
  if (has('MARK_ADDED')) return { ...picture, status: 'marked' };
  const isDrawn = picture.changedPages.length > 0 && has('FIELD_VALUE_REPLACED', 'ANNOTATION_ADDED');
  return isDrawn ? { ...picture, status: 'differs' } : picture;
}

interface Judged {
  changes: readonly ChangeResult[];
  timestamp: JudgedTimestamp | undefined;
  trust: CertificateTrust | undefined;
}

/** A signer's clock may be wrong, and a time without a zone is of any zone. */
const CLAIM_TOLERANCE_MS = 24 * 3_600_000;

/** Without a proof the claimed time is the one that is shown; nobody signs before their certificate or tomorrow. */
function isImpossible(
  { source, claimed }: SignatureResult['time'],
  { notBefore }: Certificate,
  now: Date,
): boolean {
  if (source !== 'claimed' || !claimed) return false;
  const ms = claimed.getTime();
  return ms < notBefore.getTime() - CLAIM_TOLERANCE_MS || ms > now.getTime() + CLAIM_TOLERANCE_MS;
}

function problemsOf(
  { integrity, context: { now } }: AssessmentInput,
  {
    changes,
    timestamp,
    trust,
    signer,
    time,
  }: Judged & { signer: Certificate | undefined; time: SignatureResult['time'] },
): Problem[] {
  const problems = [...integrity.problems];
  if (changes.some(({ isAllowed }) => !isAllowed)) problems.push('CHANGED_AFTER_SIGNING');
  if (signer && !((signer.keyUsage ?? 0) & NON_REPUDIATION)) problems.push('KEY_NOT_FOR_SIGNING');
  if (signer && isImpossible(time, signer, now)) problems.push('CLAIMED_TIME_IMPOSSIBLE');
  if (timestamp?.token.problem) problems.push(timestamp.token.problem);
  else if (timestamp?.problem === 'TIMESTAMPS_OUT_OF_ORDER') problems.push('TIMESTAMPS_OUT_OF_ORDER');
  else if (timestamp && !timestamp.isTrusted) problems.push('TIMESTAMP_AUTHORITY_NOT_TRUSTED');
  if (trust?.problem === 'TRY_LATER')
    problems.push(trust.revocation.status === 'stale' ? 'REVOCATION_STALE' : 'REVOCATION_MISSING');
  return problems;
}

function verdictOf(
  { integrity }: AssessmentInput,
  { changes, problems, trust, timestamp }: Judged & { problems: readonly Problem[] },
): Verdict {
  if (integrity.verdict) return integrity.verdict;
  if (problems.includes('CHANGED_AFTER_SIGNING')) return verdictOnChanges(changes);
  // A timestamp that was forged or moved from another signature makes the whole signature doubtful.
  if (timestamp?.token.problem) return { indication: 'INDETERMINATE', reason: 'SIG_CONSTRAINTS_FAILURE' };
  if (problems.includes('TIMESTAMPS_OUT_OF_ORDER'))
    return { indication: 'INDETERMINATE', reason: 'TIMESTAMP_ORDER_FAILURE' };
  if (problems.includes('KEY_NOT_FOR_SIGNING'))
    return { indication: 'INDETERMINATE', reason: 'CHAIN_CONSTRAINTS_FAILURE' };
  if (trust === undefined) return { indication: 'INDETERMINATE', reason: 'NO_SIGNING_CERTIFICATE_FOUND' };
  if (trust.problem)
    return {
      indication: DISPROVED.has(trust.problem) ? 'TOTAL_FAILED' : 'INDETERMINATE',
      reason: trust.problem,
    };
  if (problems.includes('CLAIMED_TIME_IMPOSSIBLE'))
    return { indication: 'INDETERMINATE', reason: 'SIG_CONSTRAINTS_FAILURE' };
  return { indication: 'TOTAL_PASSED', reason: null };
}

/** A permitted field whose letters come from an embedded font, as Cyrillic does, is neither proven nor disproved. */
const verdictOnChanges = (changes: readonly ChangeResult[]): Verdict =>
  changes.every(({ isAllowed, kind }) => isAllowed || kind === 'FIELD_UNCLEAR')
    ? { indication: 'INDETERMINATE', reason: 'CHANGES_NOT_PROVEN' }
    : { indication: 'TOTAL_FAILED', reason: 'FORMAT_FAILURE' };

/** EN 319 102-1 5.6 needs a proven time and revocation data of that time; today's own do not outlive the certificate. */
function fleetingOf({
  timestamp,
  covering,
  trust,
}: Omit<Judged, 'changes'> & { covering: readonly JudgedTimestamp[] }): FleetingReason | null {
  const proof = timestamp?.isTrusted ? timestamp : covering[0];
  if (!proof) return 'NO_TIMESTAMP';
  const completeIn = later(trust?.completeIn ?? null, proof.trust?.completeIn ?? null);
  if (completeIn === null) return 'NO_REVOCATION_DATA';
  return trust?.isShownInside === false ? 'REVOCATION_NOT_CONFIRMED' : null;
}

/** The highest level whose conditions really hold (EN 319 142-1 6); a claim of the signer counts for nothing. */
function levelOf(
  { integrity, signature, timeline }: AssessmentInput,
  { indication }: Verdict,
  { timestamp, covering, trust }: Omit<Judged, 'changes'> & { covering: readonly JudgedTimestamp[] },
): Level | null {
  const { cms, verdict } = integrity;
  if (!cms || verdict || indication === 'TOTAL_FAILED' || !isBaseline(signature, cms)) return null;
  const proof = timestamp?.isTrusted ? timestamp : covering[0];
  if (!proof) return 'B-B';
  const completeIn = trust?.problem ? null : (trust?.completeIn ?? null);
  if (later(completeIn, proof.trust?.completeIn ?? null) === null || completeIn === null) return 'B-T';
  // The evidence of the timestamp's authority may come later: the document timestamp is a proof itself.
  const isArchived = timeline.documents.some(
    ({ isTrusted, revision }) => isTrusted && revision !== null && revision >= completeIn,
  );
  return isArchived ? 'B-LTA' : 'B-LT';
}
