import '@mantine/core/styles/Loader.layer.css';
import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { Link } from 'react-router';
import { hasSessionCookie } from '../../api/http.ts';
import { fetchReport, LARGEST_SIGNED_BYTES, verifyPdf } from '../../api/signing.ts';
import { ChoosePdf } from '../../features/signing/choose-pdf.tsx';
import { SignNav } from '../../features/signing/sign-nav.tsx';
import { Verdict } from '../../features/signing/verdict.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import { downloadBlob } from '../../ui/download-file.ts';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { ActionFailure, Failed, Reference } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import classes from './sign.module.css';
import { verifyFileWords } from './verify-words.ts';

/** Anybody drops a file and understands the answer at a glance. The QR code of each mark leads here. */
export function VerifyFilePage() {
  const words = usePageWords(verifyFileWords);
  const explain = useExplanation('server');
  const [share, setShare] = useState(0);
  const stop = useRef<AbortController | null>(null);
  const check = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      setShare(0);
      return verifyPdf(file, setShare, stop.current.signal);
    },
  });
  const isStopped = check.error instanceof DOMException;
  const percent = Math.round(share * 100);
  return (
    <div className={`${pageStyle.page} ${classes.narrow}`}>
      {hasSessionCookie() ? <SignNav /> : null}
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        {check.data && check.variables ? (
          <Verdict name={check.variables.name} result={check.data} file={check.variables}>
            <ReportDownload file={check.variables} />
          </Verdict>
        ) : null}
        {check.isPending ? (
          <div className={classes.busy} data-testid="verifying">
            <Loader color="var(--tamga-accent)" aria-hidden="true" />
            <p role="status">{percent < 100 ? words.sending(percent) : words.checking}</p>
            <Button variant="default" data-testid="stop-verifying" onClick={() => stop.current?.abort()}>
              {words.stop}
            </Button>
          </div>
        ) : (
          <>
            {check.error && !isStopped ? (
              <div className={classes.check}>
                <Failed
                  testId="verify-failed"
                  text={
                    <>
                      {explain(check.error)}
                      <Reference error={check.error} />
                    </>
                  }
                />
                <div>
                  <Button
                    data-testid="verify-again"
                    onClick={() => check.variables && check.mutate(check.variables)}
                  >
                    {words.again}
                  </Button>
                </div>
              </div>
            ) : null}
            <section className={classes.check} aria-label={check.data ? words.another : words.title}>
              {check.data ? <h2 className={classes.stepsTitle}>{words.another}</h2> : null}
              <ChoosePdf
                offersSpace={false}
                largestBytes={LARGEST_SIGNED_BYTES}
                onChosen={(file) => check.mutate(file)}
              />
            </section>
          </>
        )}
        <p>
          {words.certificates}{' '}
          <Link to={places.verify.path} data-testid="verify-certificates">
            {words.certificatesLink}
          </Link>
        </p>
      </div>
    </div>
  );
}

/** The server verifies the file again, because it kept nothing of it. */
function ReportDownload({ file }: { file: File }) {
  const words = usePageWords(verifyFileWords);
  const report = useMutation({
    mutationFn: () => fetchReport(file),
    onSuccess: ({ blob, name }) => downloadBlob(name, blob),
  });
  return (
    <div className={classes.check}>
      <p>{words.reportLead}</p>
      <ActionFailure error={report.error} />
      <div>
        <Button
          variant="default"
          loading={report.isPending}
          data-testid="download-report"
          onClick={() => report.mutate()}
        >
          {words.report}
        </Button>
      </div>
    </div>
  );
}
