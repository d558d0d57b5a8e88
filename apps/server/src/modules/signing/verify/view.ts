import type { Text } from '../../../kernel/http/language.ts';
import type { SealIdentity } from '../seal/certificate.ts';
import type {
  ChangeResult,
  SignatureResult,
  TimestampResult,
  Verdict,
  VerificationResult,
} from './result.ts';
import type { VerificationView } from './schemas.ts';
import { changeTexts, indicationTexts, problemTexts, reasonTexts } from './texts.ts';

/** Changes shown of one signature; a hostile file may have thousands, and a few are enough to refuse it. */
const CHANGES_SHOWN = 100;

/** The wire form of a result, with its texts in both languages. */
export function viewVerification(result: VerificationResult, platform?: SealIdentity): VerificationView {
  return {
    indication: result.indication,
    reason: result.reason,
    text: textOf(result),
    signatures: result.signatures.map((signature) => viewSignature(signature, platform)),
    document_timestamps: result.documentTimestamps.map(viewTimestamp),
  };
}

function textOf({ indication, reason }: Verdict): { mn: string; en: string } {
  const verdict = indicationTexts[indication];
  const why: Text | undefined = reason === null ? undefined : reasonTexts[reason];
  return why ? { mn: `${verdict.mn} ${why.mn}`, en: `${verdict.en} ${why.en}` } : { ...verdict };
}

type SignatureView = VerificationView['signatures'][number];

function viewSignature(signature: SignatureResult, platform: SealIdentity | undefined): SignatureView {
  const { signer, time, certificate, coverage } = signature;
  return {
    field: plain(signature.fieldName),
    indication: signature.indication,
    reason: signature.reason,
    text: textOf(signature),
    problems: signature.problems.map((code) => ({ code, text: { ...problemTexts[code] } })),
    signer: signer && {
      name: plainOr(signer.name),
      register_number: plainOr(signer.registerNumber),
      civil_id: plainOr(signer.civilId),
      organisation: signer.organisation && {
        name: plainOr(signer.organisation.name),
        register_number: plainOr(signer.organisation.registerNumber),
      },
      role: plainOr(signer.role),
      certificate_serial: signer.certificateSerial,
      is_platform: platform !== undefined && isPlatform(signature, platform),
    },
    signed_at: iso(time.best),
    time_source: time.source,
    claimed_at: iso(time.claimed),
    level: signature.level,
    certified: signature.certified,
    certificate: certificate && viewCertificate(certificate),
    coverage: {
      whole_file: coverage.isWholeFile,
      bytes: coverage.coveredBytes,
      signed_bytes: coverage.signedBytes,
      file_bytes: coverage.fileBytes,
      version: coverage.revision === null ? null : coverage.revision + 1,
      versions: coverage.revisions,
    },
    picture: viewPicture(signature),
    timestamps: signature.timestamps.map(viewTimestamp),
    changes: signature.changes
      .toSorted((a, b) => Number(a.isAllowed) - Number(b.isAllowed))
      .slice(0, CHANGES_SHOWN)
      .map(viewChange),
  };
}

/** Pages that a reader should compare: those that look different, and those of which a part was changed. */
function viewPicture({ picture, changes }: SignatureResult): SignatureView['picture'] {
  const named = changes.flatMap(({ page, isAllowed }) => (page === null || isAllowed ? [] : [page]));
  const pages = [...new Set([...picture.changedPages, ...named])].toSorted((a, b) => a - b);
  return {
    status: picture.status,
    pages: picture.pages,
    compared: picture.compared,
    changed_pages: pages.slice(0, CHANGES_SHOWN),
  };
}

/**
 * The subject, not the serial: a document outlives the certificate that sealed it. A stranger's authority could write
 * the same subject, so the chain must have been trusted.
 */
function isPlatform(
  { signer, reason }: SignatureResult,
  { name, organisation, register }: SealIdentity,
): boolean {
  return (
    (reason === null || reason === 'TRY_LATER') &&
    signer?.name === name &&
    (signer.organisation?.name ?? null) === organisation &&
    (signer.organisation?.registerNumber ?? null) === register
  );
}

function viewCertificate({
  notBefore,
  notAfter,
  checkedAt,
  issuer,
  revocation,
}: NonNullable<SignatureResult['certificate']>) {
  return {
    valid_from: notBefore.toISOString(),
    valid_until: notAfter.toISOString(),
    checked_at: checkedAt.toISOString(),
    issuer: plainOr(issuer),
    revocation: {
      status: revocation.status,
      kind: revocation.kind,
      produced_at: iso(revocation.thisUpdate),
      next_at: iso(revocation.nextUpdate),
      revoked_at: iso(revocation.revokedAt),
      embedded: revocation.revision !== null,
    },
  };
}

function viewTimestamp({ kind, time, authority, isTrusted, problem }: TimestampResult) {
  const texts: Readonly<Record<string, Text>> = { ...reasonTexts, ...problemTexts };
  const text = problem === null ? undefined : texts[problem];
  return {
    kind,
    time: iso(time),
    authority: plainOr(authority),
    trusted: isTrusted,
    problem: problem !== null && text ? { code: problem, text: { ...text } } : null,
  };
}

const viewChange = ({ kind, isAllowed, revision, page, where }: ChangeResult) => ({
  code: kind,
  allowed: isAllowed,
  version: revision + 1,
  page,
  where: plain(where),
  text: { ...changeTexts[kind] },
});

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
const plainOr = (text: string | null): string | null => text && plain(text);

/** Text of a stranger's file: control and bidirectional characters could rearrange the answer on a page. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
    .slice(0, 200);
}
