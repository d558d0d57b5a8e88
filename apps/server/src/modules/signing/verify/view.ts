import type { Text } from '../../../kernel/http/language.ts';
import { changeTexts } from './change-texts.ts';
import type {
  ChangeResult,
  FleetingReason,
  SignatureResult,
  TimestampResult,
  Verdict,
  VerificationResult,
} from './result.ts';
import type { VerificationView } from './schemas.ts';
import {
  besideText,
  coveredText,
  emptyValueText,
  filledText,
  fleetingTexts,
  indicationTexts,
  markedText,
  notedText,
  onlyTodayText,
  problemTexts,
  reasonTexts,
  validText,
  validTodayText,
} from './texts.ts';

/** Changes shown of one signature; a hostile file may have thousands, and a few are enough to refuse it. */
const CHANGES_SHOWN = 100;
/** Fields and pages named in the text of a verdict; the changes list them all. */
const NAMED_IN_TEXT = 8;

/** Digests of the keys that the platform seals or sealed with. */
type SealKeys = ReadonlySet<string>;

/** The wire form of a result, with its texts in both languages. */
export function viewVerification(
  result: VerificationResult,
  platform: SealKeys = new Set(),
): VerificationView {
  const fleeting =
    result.indication === 'TOTAL_PASSED' ? result.signatures.find((one) => one.fleeting)?.fleeting : null;
  return {
    indication: result.indication,
    reason: result.reason,
    text: textOf({
      ...result,
      fleeting: fleeting ?? null,
      changes: result.signatures.flatMap(({ changes }) => changes),
    }),
    ...viewLasting({ ...result, fleeting: fleeting ?? null }),
    signatures: result.signatures.map((signature) => viewSignature(signature, platform)),
    document_timestamps: result.documentTimestamps.map(viewTimestamp),
  };
}

type Judgement = Verdict & { fleeting: FleetingReason | null };

const viewLasting = ({ indication, fleeting }: Judgement) => ({
  lasting: indication === 'TOTAL_PASSED' ? fleeting === null : null,
  lasting_reason: fleeting && { code: fleeting, text: { ...fleetingTexts[fleeting] } },
});

function textOf(judged: Judgement & { changes: readonly ChangeResult[] }): { mn: string; en: string } {
  const { indication, reason, fleeting, changes } = judged;
  const after = indication === 'TOTAL_PASSED' ? textsAfterSigning(changes) : [];
  const isUntouched = after.length === 0;
  const verdict = fleeting
    ? isUntouched
      ? validTodayText
      : onlyTodayText
    : isUntouched
      ? indicationTexts[indication]
      : validText;
  const why: Text | undefined = fleeting ? fleetingTexts[fleeting] : reason ? reasonTexts[reason] : undefined;
  const all = [verdict, ...after, ...(why ? [why] : [])];
  return { mn: all.map(({ mn }) => mn).join(' '), en: all.map(({ en }) => en).join(' ') };
}

/** What a person must know of a valid signature beside its validity: what is shown now was not all signed. */
function textsAfterSigning(changes: readonly ChangeResult[]): Text[] {
  const of = (kind: ChangeResult['kind']) => changes.filter((change) => change.kind === kind);
  const pagesOf = (kind: ChangeResult['kind']) =>
    listed(of(kind).flatMap(({ page }) => (page === null ? [] : [String(page)])));
  const fields = (language: 'mn' | 'en') =>
    listed(
      of('FORM_FILLED').map(
        ({ where, value }) => `${quoted(where)} – ${value ? quoted(value) : emptyValueText[language]}`,
      ),
    );
  const texts: Text[] = [];
  if (of('FORM_FILLED').length > 0)
    texts.push({ mn: filledText.mn(fields('mn')), en: filledText.en(fields('en')) });
  if (of('NOTE_ADDED').length > 0)
    texts.push({ mn: notedText.mn(pagesOf('NOTE_ADDED')), en: notedText.en(pagesOf('NOTE_ADDED')) });
  const marks = [
    ['CONTENT_COVERED', coveredText],
    ['MARK_BESIDE_CONTENT', besideText],
    ['MARK_ADDED', markedText],
  ] as const;
  for (const [kind, { mn, en }] of marks) {
    const pages = pagesOf(kind);
    if (pages) texts.push({ mn: mn(pages), en: en(pages) });
  }
  return texts;
}

function listed(items: readonly string[]): string {
  const distinct = [...new Set(items)];
  return `${distinct.slice(0, NAMED_IN_TEXT).join(', ')}${distinct.length > NAMED_IN_TEXT ? ', …' : ''}`;
}

/** A stranger's words inside a sentence of ours. */
const quoted = (text: string): string => `“${plain(text).replace(/[“”"]/g, "'").slice(0, 60)}”`;

type SignatureView = VerificationView['signatures'][number];

function viewSignature(signature: SignatureResult, platform: SealKeys): SignatureView {
  const { signer, time, certificate, coverage } = signature;
  return {
    field: plain(signature.fieldName),
    indication: signature.indication,
    reason: signature.reason,
    text: textOf(signature),
    ...viewLasting(signature),
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
      is_platform: isPlatform(signature, platform),
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

const DRAWN_LATER: ReadonlySet<ChangeResult['kind']> = new Set([
  'FORM_FILLED',
  'NOTE_ADDED',
  'MARK_ADDED',
  'MARK_BESIDE_CONTENT',
  'CONTENT_COVERED',
] as const);

/** Pages that a reader should compare: those that look different, and those of which a part was changed. */
function viewPicture({ picture, changes }: SignatureResult): SignatureView['picture'] {
  const named = changes.flatMap(({ page, isAllowed, kind }) =>
    page === null || (isAllowed && !DRAWN_LATER.has(kind)) ? [] : [page],
  );
  const pages = [...new Set([...picture.changedPages, ...named])].toSorted((a, b) => a - b);
  return {
    status: picture.status,
    pages: picture.pages,
    compared: picture.compared,
    changed_pages: pages.slice(0, CHANGES_SHOWN),
  };
}

/**
 * By the key: any authority that we trust could write our name into a certificate of somebody else. A document outlives
 * the certificate that sealed it, so former keys count too.
 */
const isPlatform = ({ signer, reason }: SignatureResult, keys: SealKeys): boolean =>
  (reason === null || reason === 'TRY_LATER') && signer?.keyDigest != null && keys.has(signer.keyDigest);

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

const viewChange = ({ kind, isAllowed, revision, page, where, value }: ChangeResult) => ({
  code: kind,
  allowed: isAllowed,
  version: revision + 1,
  page,
  where: plain(where),
  value: value === null ? null : plain(value),
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
