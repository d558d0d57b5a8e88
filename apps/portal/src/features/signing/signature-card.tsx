import type { ReactNode } from 'react';
import type { VerificationView } from '../../api/signing.ts';
import { formatDate, formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import factStyle from '../../ui/facts.module.css';
import textStyle from '../../ui/text.module.css';
import { CompareVersions } from './compare-versions.tsx';
import { compareWords } from './compare-words.ts';
import { LevelBadge } from './level-note.tsx';
import { Timestamps } from './timestamps.tsx';
import classes from './verdict.module.css';
import { verdictWords } from './verdict-words.ts';

type Signature = VerificationView['signatures'][number];
const TONES = { TOTAL_PASSED: 'good', TOTAL_FAILED: 'bad', INDETERMINATE: 'warn' } as const;

interface SignatureCardProps {
  signature: Signature;
  number: number;
  /** Its text is then the text of the whole document. */
  isOnly: boolean;
  /** The verified file, where the page has it. */
  file?: File | undefined;
}

/** One signature: who, for whom, when, how strong, and what happened to the document after it. */
export function SignatureCard({ signature, number, isOnly, file }: SignatureCardProps) {
  const { language } = useLanguage();
  const words = usePageWords(verdictWords);
  const { signer, signed_at: signedAt, time_source: source, level } = signature;
  const { status } = signature.picture;
  const isPlain = signature.lasting === true && !isDrawnOn(status);
  const isSaidElsewhere = isPlain || isOnly;
  const organisation = signer?.organisation?.name ?? signer?.organisation?.register_number;
  return (
    <li className={classes.signature} data-testid="signature" data-verdict={signature.indication}>
      <div className={classes.signatureHead}>
        <h4 data-testid="signer">{signer?.name ?? words.unknownSigner}</h4>
        <Badge tone={TONES[signature.indication]}>
          {signature.lasting === false ? words.oneToday : words.one[signature.indication]}
        </Badge>
      </div>
      {isSaidElsewhere ? null : <p data-testid="signature-text">{signature.text[language]}</p>}
      <dl className={classes.facts}>
        {organisation ? <Fact label={words.forOrganisation}>{organisation}</Fact> : null}
        {signer?.role ? <Fact label={words.role}>{signer.role}</Fact> : null}
        <Fact label={words.when}>
          {signedAt ? formatDateTime(signedAt, language) : words.noTime}
          {source ? <span className={textStyle.under}>{words.time[source]}</span> : null}
        </Fact>
        <Fact label={words.level}>{level ? <LevelBadge level={level} /> : words.noLevel}</Fact>
        <Fact label={words.changes}>
          <Changes signature={signature} />
          <PictureNote picture={signature.picture} />
        </Fact>
      </dl>
      {file ? <CompareVersions name={file.name} file={file} signature={signature} /> : null}
      <details className={classes.details}>
        <summary data-testid="signature-details">
          {words.details}
          <span className={textStyle.hidden}> · {words.signature(number)}</span>
        </summary>
        <Details signature={signature} />
      </details>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Whether something was drawn after signing that the signature permits. */
const isDrawnOn = (status: Signature['picture']['status']): status is 'covered' | 'filled' | 'marked' =>
  status === 'covered' || status === 'filled' || status === 'marked';

/** What was not compared, drawn on, covered or filled in is not called unchanged. */
function PictureNote({ picture: { status, compared, pages } }: Pick<Signature, 'picture'>) {
  const words = usePageWords(compareWords);
  const notes = [
    isDrawnOn(status) ? words[status] : undefined,
    status === 'not_compared' ? words.notCompared : undefined,
    compared < pages && status !== 'not_compared' ? words.partly(compared, pages) : undefined,
  ].filter((note) => note !== undefined);
  if (notes.length === 0) return null;
  return (
    <div className={textStyle.under} data-testid="picture-note" data-status={status}>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}

function Changes({ signature: { changes, indication, picture } }: { signature: Signature }) {
  const words = usePageWords(verdictWords);
  const forbidden = changes.filter(({ allowed }) => !allowed);
  const allowed = changes.filter((change) => change.allowed);
  // A signature that does not hold, or pages that nobody compared, prove nothing about what was left alone.
  const isKnown = indication !== 'TOTAL_FAILED' && picture.status !== 'not_compared';
  const isAllowed = forbidden.length === 0 && isKnown;
  return (
    <>
      {forbidden.length > 0 ? (
        <div className={classes.forbidden} data-testid="forbidden-changes">
          <p>{words.forbidden}</p>
          <ChangeList changes={forbidden} />
        </div>
      ) : (
        <p data-testid="changes-said">
          {isKnown ? (changes.length === 0 ? words.unchanged : words.onlyAllowed) : words.notKnown}
        </p>
      )}
      {allowed.length > 0 ? (
        <div className={textStyle.under}>
          {isAllowed ? null : <p>{words.added}</p>}
          <ChangeList changes={allowed} />
        </div>
      ) : null}
    </>
  );
}

/** The same change on many objects is told once. */
function ChangeList({ changes }: { changes: Signature['changes'] }) {
  const { language } = useLanguage();
  const words = usePageWords(verdictWords);
  const lines = changes.map(({ text, page, where, value }) =>
    [
      text[language],
      value === null ? undefined : words.filledWith(where, value),
      page === null ? undefined : `(${words.onPage(page)})`,
    ]
      .filter((part) => part !== undefined)
      .join(' '),
  );
  return (
    <ul className={classes.changes}>
      {[...new Set(lines)].map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

function Details({ signature }: { signature: Signature }) {
  const { language } = useLanguage();
  const words = usePageWords(verdictWords);
  const { certificate, coverage, signer, problems, certified } = signature;
  const covered = coverage.whole_file
    ? words.wholeFile
    : coverage.version === null
      ? words.part
      : words.version(coverage.version, coverage.versions);
  return (
    <div className={classes.detail}>
      {problems.length > 0 ? (
        <div>
          <h5>{words.problems}</h5>
          <ul className={classes.changes}>
            {problems.map(({ code, text }) => (
              <li key={code}>
                {text[language]} <span className={textStyle.code}>{code}</span>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      <dl className={factStyle.facts}>
        {signature.reason ? (
          <Fact label={words.reason}>
            <span className={textStyle.code}>{signature.reason}</span>
          </Fact>
        ) : null}
        {signer?.register_number ? <Fact label={words.register}>{signer.register_number}</Fact> : null}
        <Fact label={words.coverage}>{covered}</Fact>
        {certified === null ? null : (
          <Fact label={words.certified}>{words.certifiedMeans[String(certified)]}</Fact>
        )}
        {certificate ? (
          <>
            <Fact label={words.issuer}>{certificate.issuer ?? '–'}</Fact>
            <Fact label={words.validity}>
              {words.validFromTo(
                formatDate(certificate.valid_from, language),
                formatDate(certificate.valid_until, language),
              )}
            </Fact>
            <Fact label={words.checkedAt}>{formatDateTime(certificate.checked_at, language)}</Fact>
            <Fact label={words.revocation}>
              {words.revocations[certificate.revocation.status]}
              {certificate.revocation.revoked_at
                ? `, ${formatDateTime(certificate.revocation.revoked_at, language)}`
                : ''}
            </Fact>
          </>
        ) : null}
        {signer ? (
          <Fact label={words.serial}>
            <span className={textStyle.code}>{signer.certificate_serial}</span>
          </Fact>
        ) : null}
        <Fact label={words.where}>
          <span className={textStyle.code}>{signature.field}</span>
        </Fact>
      </dl>
      {signature.timestamps.length > 0 ? (
        <Timestamps title={words.timestamps} items={signature.timestamps} />
      ) : null}
    </div>
  );
}
