import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { checkPdf } from '../../api/signing.ts';
import type { LoadedPdf } from '../../features/pdf/use-pdf.ts';
import { ForWhom } from '../../features/signing/for-whom.tsx';
import { MarkPlacer } from '../../features/signing/mark-placer.tsx';
import { PdfWarnings } from '../../features/signing/pdf-warnings.tsx';
import { SignButton, SignRefusal } from '../../features/signing/sign-button.tsx';
import { formatSize } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import sectionStyle from '../../ui/page/section.module.css';
import textStyle from '../../ui/text.module.css';
import type { Draft } from './draft.ts';
import classes from './sign.module.css';
import { signWords } from './words.ts';

interface ReviewProps {
  draft: Draft;
  /** The part that is sent; null while nothing is being sent. */
  share: number | null;
  error: unknown;
  onChange(change: Partial<Draft>): void;
  onOther(): void;
  onStop(): void;
  onSign(change?: Partial<Draft>): void;
}

/** The person reads the document, places the mark and says for whom. */
export function Review({ draft, share, error, onChange, onOther, onStop, onSign }: ReviewProps) {
  const { language } = useLanguage();
  const words = usePageWords(signWords);
  const { user } = useSession();
  const [pdf, setPdf] = useState<LoadedPdf | null>(null);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const { file, mark, organisation } = draft;
  const check = useQuery({
    queryKey: ['sign', 'check', file.name, file.size, file.lastModified],
    queryFn: ({ signal }) => checkPdf(file, signal),
    retry: false,
    gcTime: 0,
  });
  const warnings = [...new Set([...(pdf?.warnings ?? []), ...(check.data?.warnings ?? [])])];
  const both = (mn: string, en: string | undefined) => (en && en !== mn ? `${mn} · ${en}` : mn);
  const lines = [
    both(user.full_name, user.full_name_en),
    ...(organisation ? [both(organisation.org_name, organisation.org_name_en)] : []),
  ];
  const percent = Math.round((share ?? 0) * 100);
  return (
    <div className={classes.review}>
      <MarkPlacer
        name={file.name}
        source={file}
        mark={mark}
        lines={lines}
        onChange={(next) => onChange({ mark: next })}
        onReady={setPdf}
      />
      <section className={`${sectionStyle.section} ${classes.side}`} aria-labelledby="document">
        <div>
          <h2 id="document" ref={title} tabIndex={-1} className={classes.fileName}>
            <span className={textStyle.hidden}>{words.document}: </span>
            {file.name}
          </h2>
          <p className={textStyle.quiet}>{formatSize(file.size, language)}</p>
        </div>
        <ForWhom
          self={user.full_name}
          organisation={organisation}
          onChoose={(next) => onChange({ organisation: next })}
        />
        <PdfWarnings warnings={warnings} />
        <SignRefusal error={error} />
        <div className={classes.actions}>
          <SignButton
            error={error}
            isPending={share !== null}
            isDisabled={pdf === null}
            onSign={() => onSign()}
            onSignWithoutMark={() => {
              onChange({ mark: 'none' });
              onSign({ mark: 'none' });
            }}
          />
          {share === null ? (
            <Button variant="default" data-testid="other-file" onClick={onOther}>
              {words.other}
            </Button>
          ) : null}
          {/* Once everything is sent the phone may be asked already, and the next step can stop that. */}
          {share !== null && percent < 100 ? (
            <Button variant="default" data-testid="stop-sending" onClick={onStop}>
              {words.stop}
            </Button>
          ) : null}
        </div>
        <p id="sign-hint" role="status" className={`${textStyle.quiet} ${textStyle.small}`}>
          {share === null ? words.signHint : percent < 100 ? words.sending(percent) : words.asking}
        </p>
      </section>
    </div>
  );
}
