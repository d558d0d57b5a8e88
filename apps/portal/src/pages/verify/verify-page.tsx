import { Button, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { type Verification, verificationQuery } from '../../api/references.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import factStyle from '../../ui/facts.module.css';
import formStyle from '../../ui/forms/form.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import sectionStyle from '../../ui/page/section.module.css';
import { Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './verify.module.css';
import { verifyWords } from './words.ts';

const NUMBER = /^REF-\d{4}-\d{6,9}$/;
const CODE = /^[A-Za-z0-9-]{0,32}$/;

/** Verifies a document by the address in its QR code, or by its number and code. */
export function VerifyPage() {
  const words = usePageWords(verifyWords);
  const { reference_no: referenceNo = '' } = useParams();
  const [query] = useSearchParams();
  const code = query.get('code') ?? '';
  return (
    <div className={`${pageStyle.page} ${classes.page}`}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        {referenceNo !== '' ? (
          <Result key={`result ${referenceNo} ${code}`} referenceNo={referenceNo.toUpperCase()} code={code} />
        ) : null}
        <VerifyForm key={`form ${referenceNo} ${code}`} referenceNo={referenceNo} code={code} />
        <p>
          {words.signed}{' '}
          <Link to={places['sign-verify'].path} data-testid="verify-signed">
            {words.signedLink}
          </Link>
        </p>
      </div>
    </div>
  );
}

function Result({ referenceNo, code }: { referenceNo: string; code: string }) {
  const { language } = useLanguage();
  const words = usePageWords(verifyWords);
  const isReadable = NUMBER.test(referenceNo) && CODE.test(code);
  const canAsk = isReadable && code.replaceAll('-', '') !== '';
  const query = useQuery({ ...verificationQuery(referenceNo, code, language), enabled: canAsk });
  const failure = query.error ? readFailure(query.error) : null;
  if (isReadable && !canAsk)
    return <Verdict tone="warn" name="number-only" title={words.numberOnly} text={words.numberOnlyText} />;
  if (!canAsk || failure?.kind === 'invalid' || (failure?.kind === 'refused' && failure.status === 404)) {
    return <Verdict tone="bad" name="unknown" title={words.unknown} text={words.unknownText(referenceNo)} />;
  }
  return (
    <Loaded query={query} source="platform" lines={4}>
      {(found) => <Found found={found} />}
    </Loaded>
  );
}

function Found({ found }: { found: Verification }) {
  const { language } = useLanguage();
  const words = usePageWords(verifyWords);
  const verdict =
    found.status === 'expired'
      ? ({ tone: 'warn', name: 'expired', title: words.expired, text: words.expiredText } as const)
      : ({ tone: 'good', name: 'genuine', title: words.genuine, text: words.genuineText } as const);
  const { full_name: name, full_name_en: latin } = found.holder;
  return (
    <Verdict {...verdict}>
      <dl className={factStyle.details}>
        <div>
          <dt>{words.document}</dt>
          <dd>{found.title}</dd>
          <dd className={textStyle.number}>{found.reference_no}</dd>
        </div>
        <div>
          <dt>{words.holder}</dt>
          <dd lang="mn" data-testid="holder">
            {name}
          </dd>
          {latin ? <dd lang="en">{latin}</dd> : null}
        </div>
        {found.authority ? (
          <div>
            <dt>{words.authority}</dt>
            <dd>{found.authority}</dd>
          </div>
        ) : null}
        <div>
          <dt>{words.issued}</dt>
          <dd data-testid="issued-on">{formatDate(found.issued_on, language)}</dd>
        </div>
        <div>
          <dt>{words.validUntil}</dt>
          <dd>
            {found.valid_until_on ? words.until(formatDate(found.valid_until_on, language)) : words.forEver}
          </dd>
        </div>
      </dl>
      {found.seal ? (
        <p data-testid="seal">{words.sealed(found.seal.name, formatDate(found.seal.sealed_at, language))}</p>
      ) : null}
      {found.certified ? <Certified certified={found.certified} /> : null}
      <p className={textStyle.quiet}>{words.compare}</p>
    </Verdict>
  );
}

/** Repeats the certified facts, so that the reader notices a forged line on the paper. */
function Certified({ certified }: { certified: NonNullable<Verification['certified']> }) {
  const words = usePageWords(verifyWords);
  const { source } = certified;
  return (
    <section aria-labelledby="certified" className={classes.certified} data-testid="certified">
      <h3 id="certified">{words.certified}</h3>
      <p>{certified.statement}</p>
      <dl className={factStyle.details}>
        {certified.facts.map(({ name, label, value }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd data-fact={name}>{value}</dd>
          </div>
        ))}
        <div>
          <dt>{words.source}</dt>
          <dd>{source.register}</dd>
          <dd className={textStyle.quiet}>{source.keeper}</dd>
        </div>
        <div>
          <dt>{words.readAt}</dt>
          <dd>{source.read_on}</dd>
        </div>
        <div>
          <dt>{words.purpose}</dt>
          <dd>{certified.purpose}</dd>
        </div>
      </dl>
    </section>
  );
}

const ICONS = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX };

interface VerdictProps {
  tone: 'good' | 'warn' | 'bad';
  name: string;
  title: string;
  text: string;
  children?: ReactNode;
}

function Verdict({ tone, name, title, text, children }: VerdictProps) {
  const Icon = ICONS[tone];
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new verdict moves the focus
  useEffect(() => heading.current?.focus({ preventScroll: true }), [name]);
  return (
    <section className={classes.verdict} data-tone={tone} data-testid="verdict" data-verdict={name}>
      <div className={classes.verdictHead}>
        <Icon size={34} stroke={1.7} aria-hidden="true" />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {title}
          </h2>
          <p>{text}</p>
        </div>
      </div>
      {children}
    </section>
  );
}

function VerifyForm({ referenceNo, code }: { referenceNo: string; code: string }) {
  const words = usePageWords(verifyWords);
  const navigate = useNavigate();
  const [number, setNumber] = useState(referenceNo.toUpperCase());
  const [text, setText] = useState(code);
  const [faults, setFaults] = useState<{ number?: string; code?: string }>({});
  const numberField = useRef<HTMLInputElement>(null);
  const codeField = useRef<HTMLInputElement>(null);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wanted = number.trim().toUpperCase();
    const given = text.replace(/\s/g, '');
    const isNumber = NUMBER.test(wanted);
    const isCode = CODE.test(given);
    setFaults({
      ...(isNumber ? {} : { number: words.numberFault }),
      ...(isCode ? {} : { code: words.codeFault }),
    });
    if (!isNumber) numberField.current?.focus();
    else if (!isCode) codeField.current?.focus();
    else navigate(`/verify/${wanted}${given === '' ? '' : `?code=${encodeURIComponent(given)}`}`);
  };
  return (
    <section className={sectionStyle.section} aria-label={words.another}>
      {referenceNo === '' ? null : <h2>{words.another}</h2>}
      <form className={formStyle.narrow} onSubmit={submit} noValidate>
        <TextInput
          ref={numberField}
          size="md"
          label={words.number}
          description={words.numberHint}
          error={faults.number}
          value={number}
          maxLength={20}
          autoComplete="off"
          spellCheck={false}
          data-testid="verify-number"
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
        <TextInput
          ref={codeField}
          size="md"
          label={words.code}
          description={words.codeHint}
          error={faults.code}
          value={text}
          maxLength={40}
          autoComplete="off"
          spellCheck={false}
          data-testid="verify-code"
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" size="md" data-testid="verify-submit">
            {words.check}
          </Button>
        </div>
      </form>
    </section>
  );
}
