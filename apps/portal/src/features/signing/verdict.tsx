import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconFileOff } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { VerificationView } from '../../api/signing.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { SignatureCard } from './signature-card.tsx';
import { Timestamps } from './timestamps.tsx';
import classes from './verdict.module.css';
import { verdictWords } from './verdict-words.ts';

const LOOKS = {
  TOTAL_PASSED: { tone: 'good', Icon: IconCircleCheck },
  TOTAL_FAILED: { tone: 'bad', Icon: IconCircleX },
  INDETERMINATE: { tone: 'warn', Icon: IconAlertTriangle },
} as const;

interface VerdictProps {
  name: string;
  result: VerificationView;
  /** The verified file, to show its versions beside each other. */
  file?: File;
  /** A new verdict that the person waits for takes the focus. */
  takesFocus?: boolean;
  /** Such as a download of the report. */
  children?: ReactNode;
}

/** The answer at a glance, then each signature. */
export function Verdict({ name, result, file, takesFocus = true, children }: VerdictProps) {
  const { language } = useLanguage();
  const words = usePageWords(verdictWords);
  const isUnsigned = result.reason === 'NO_SIGNATURE';
  const titleOf = result.lasting === false ? words.validToday : words.titles[result.indication];
  const { tone } = LOOKS[result.indication];
  const Icon = isUnsigned ? IconFileOff : LOOKS[result.indication].Icon;
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new verdict moves the focus
  useEffect(() => {
    if (takesFocus) heading.current?.focus({ preventScroll: true });
  }, [result]);
  return (
    <section
      className={classes.verdict}
      data-tone={tone}
      data-testid="verdict"
      data-verdict={result.indication}
      data-lasting={result.lasting ?? undefined}
    >
      <div className={classes.head}>
        <Icon size={40} stroke={1.6} aria-hidden="true" />
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {isUnsigned ? words.unsigned : titleOf(result.signatures.length)}
          </h2>
          <p>{result.text[language]}</p>
          <p className={classes.file}>{name}</p>
        </div>
      </div>
      {result.signatures.length === 0 ? null : (
        <div className={classes.body}>
          <h3>{words.signatures(result.signatures.length)}</h3>
          <ol className={classes.list}>
            {result.signatures.map((signature, index) => (
              <SignatureCard
                // biome-ignore lint/suspicious/noArrayIndexKey: a result never changes its order
                key={index}
                signature={signature}
                number={index + 1}
                isOnly={result.signatures.length === 1}
                file={file}
              />
            ))}
          </ol>
          {result.document_timestamps.length > 0 ? (
            <Timestamps title={words.documentTimestamps} items={result.document_timestamps} />
          ) : null}
          {children}
        </div>
      )}
    </section>
  );
}
