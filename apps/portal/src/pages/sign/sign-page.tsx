import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { markSessionEnded } from '../../api/session.ts';
import { beginSigning, type SignSession } from '../../api/signing.ts';
import { ChoosePdf } from '../../features/signing/choose-pdf.tsx';
import { PdfWarnings } from '../../features/signing/pdf-warnings.tsx';
import { PhoneConfirm } from '../../features/signing/phone-confirm.tsx';
import { SignNav } from '../../features/signing/sign-nav.tsx';
import { useSignedFor } from '../../features/signing/use-signed-for.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import type { Draft } from './draft.ts';
import { Review } from './review.tsx';
import classes from './sign.module.css';
import { Signed } from './signed.tsx';
import { signWords } from './words.ts';

/** Undefined: not chosen yet. */
type ChosenDraft = Omit<Draft, 'organisation'> & { organisation: Draft['organisation'] | undefined };

/** The running session is in the address, so that a reload returns to it; the file is in this tab alone. */
export function SignPage() {
  const words = usePageWords(signWords);
  const client = useQueryClient();
  const [query, setQuery] = useSearchParams();
  const sessionId = query.get('session');
  const [chosen, setDraft] = useState<ChosenDraft | null>(null);
  const { preferred } = useSignedFor(chosen !== null);
  // The list may arrive after the file; until the person chooses, the party of this tab is the choice.
  const draft: Draft | null = chosen && {
    ...chosen,
    organisation: chosen.organisation === undefined ? preferred : chosen.organisation,
  };
  const [signed, setSigned] = useState<SignSession | null>(null);
  const [share, setShare] = useState(0);
  const sending = useRef<AbortController | null>(null);
  const begin = useMutation({
    mutationFn: ({ file, mark, organisation }: Draft) => {
      sending.current = new AbortController();
      setShare(0);
      const register = organisation?.org_register;
      const asked = { file, mark, onBehalfOf: register, isForChild: register === '' };
      return beginSigning(asked, setShare, sending.current.signal);
    },
    onSuccess: ({ session_id }) => setQuery({ session: session_id }, { replace: true }),
    onError: (error) => {
      if (readFailure(error).kind === 'unauthorized') markSessionEnded(client);
    },
  });
  const leave = () => {
    begin.reset();
    setSigned(null);
    setQuery({}, { replace: true });
  };

  return (
    <div className={pageStyle.page}>
      <SignNav />
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        {signed ? (
          <Signed
            session={signed}
            onAnother={() => {
              setDraft(null);
              leave();
            }}
          />
        ) : sessionId !== null ? (
          <PhoneConfirm
            key={sessionId}
            sessionId={sessionId}
            onSigned={setSigned}
            onAgain={draft ? () => begin.mutate(draft) : undefined}
            isStartingAgain={begin.isPending}
            failure={begin.error}
            onBack={leave}
            backLabel={draft ? undefined : words.otherDocument}
          >
            <PdfWarnings warnings={begin.data?.warnings ?? []} />
          </PhoneConfirm>
        ) : draft ? (
          <Review
            draft={draft}
            share={begin.isPending ? share : null}
            error={begin.error instanceof DOMException ? null : begin.error}
            onStop={() => sending.current?.abort()}
            onChange={(change) => setDraft((last) => last && { ...last, ...change })}
            onOther={() => {
              begin.reset();
              setDraft(null);
            }}
            onSign={(change) => begin.mutate({ ...draft, ...change })}
          />
        ) : (
          <>
            <ChoosePdf
              offersSpace
              onChosen={(file) => setDraft({ file, mark: 'default', organisation: undefined })}
            />
            <section aria-labelledby="steps">
              <h2 id="steps" className={classes.stepsTitle}>
                {words.stepsTitle}
              </h2>
              <ol className={classes.steps}>
                {words.steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </section>
          </>
        )}
      </div>
    </div>
  );
}
