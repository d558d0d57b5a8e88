import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef, useState } from 'react';
import { consoleEidCalls, consoleSessionQuery, openConsoleSession } from '../../../api/console.ts';
import { readFailure } from '../../../api/errors.ts';
import { operatorSessionOpenBody } from '../../../api/generated/bodies.ts';
import type { EidUse } from '../../../features/eid-sign-in/eid-use.ts';
import { readPending } from '../../../features/eid-sign-in/pending.ts';
import { RetryButton } from '../../../features/eid-sign-in/retry-button.tsx';
import card from '../../../features/eid-sign-in/sign-in.module.css';
import { SignInCard } from '../../../features/eid-sign-in/sign-in-card.tsx';
import { Status } from '../../../features/eid-sign-in/status.tsx';
import { useSignIn } from '../../../features/eid-sign-in/use-sign-in.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import classes from '../../../shell/console/console.module.css';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { readDigits } from '../../../ui/forms/read-code.ts';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { PageHeading, usePageTitle } from '../../../ui/page/page.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { consoleSignInWords } from './words.ts';

/** eID proves the person, not the operator: only the server's answer about the polled sid completes this step. */
function createConsoleUse(onProven: (sid: string) => void): EidUse {
  let isProven = false;
  return {
    name: 'console',
    calls: {
      ...consoleEidCalls,
      poll: async (sid, verifier, signal) => {
        const answer = await consoleEidCalls.poll(sid, verifier, signal);
        if (answer.state === 'COMPLETE') {
          isProven = true;
          onProven(sid);
        }
        return answer;
      },
    },
    isDone: async () => isProven,
  };
}

interface Return {
  sid: string;
  userChallengeVerifier: string;
}

/** The eID app on the same device returns here; the stored pending sign-in names the sid, not the address. */
function readReturn(): Return | null {
  const verifier = new URLSearchParams(window.location.search).get('userChallengeVerifier');
  const pending = readPending();
  return verifier && pending?.use === 'console'
    ? { sid: pending.sid, userChallengeVerifier: verifier }
    : null;
}

/** Replaces the page at the same address, so that the operator returns to it after signing in. */
export function ConsoleSignIn({ hasEnded }: { hasEnded: boolean }) {
  const words = usePageWords(consoleSignInWords);
  const [sid, setSid] = useState<string | null>(null);
  const [use] = useState(() => createConsoleUse(setSid));
  const [returned, setReturned] = useState(readReturn);
  usePageTitle(words.title);

  useLayoutEffect(() => {
    // The verifier must not stay in the address bar, the history or a referrer.
    if (window.location.search.includes('userChallengeVerifier'))
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);

  return (
    <div className={card.narrow}>
      <section className={card.card} data-testid="console-sign-in" data-step={sid ? 'code' : 'eid'}>
        <div className={classes.signInHead}>
          <PageHeading>{words.title}</PageHeading>
          <p>{words.lead}</p>
        </div>
        {hasEnded ? (
          <p className={card.notice} role="status">
            {words.endedNotice}
          </p>
        ) : null}
        <h2 className={classes.step}>{sid ? words.codeStep : words.eidStep}</h2>
        {sid ? (
          <CodeForm sid={sid} onAgain={() => setSid(null)} />
        ) : returned ? (
          <FinishEid use={use} returned={returned} onAgain={() => setReturned(null)} />
        ) : (
          <SignInCard next="/console" use={use} />
        )}
      </section>
    </div>
  );
}

function FinishEid({ use, returned, onAgain }: { use: EidUse; returned: Return; onAgain(): void }) {
  const { state } = useSignIn({ use, next: '/console', showsQr: false, resumed: returned });
  const hasEnded = state.step === 'refused' || state.step === 'expired' || state.step === 'failed';
  return (
    <>
      <Status state={state} />
      {hasEnded ? <RetryButton state={state} onRetry={onAgain} /> : null}
    </>
  );
}

function CodeForm({ sid, onAgain }: { sid: string; onAgain(): void }) {
  const words = usePageWords(consoleSignInWords);
  const client = useQueryClient();
  const field = useRef<HTMLInputElement>(null);
  const open = useMutation({
    mutationFn: openConsoleSession,
    onSuccess: () => client.fetchQuery({ ...consoleSessionQuery, staleTime: 0 }),
    onError: (error) => {
      form.reset();
      if (readFailure(error).kind === 'unauthorized') form.setFieldError('code', words.refused);
      field.current?.focus();
    },
  });
  const form = useBodyForm({
    schema: operatorSessionOpenBody,
    keepAs: null,
    initial: { code: '' },
    toBody: ({ code }) => ({ sid, code: readDigits(code) ?? '' }),
    check: ({ code }) => (readDigits(code) === null ? { code: words.missing } : {}),
    onSend: open.mutate,
    isPending: open.isPending,
  });

  return (
    <form className={classes.form} onSubmit={form.send} noValidate>
      <p role="status">{words.proven}</p>
      <CodeField
        {...form.field('code')}
        ref={field}
        autoFocus
        kind="digits"
        testId="totp"
        label={words.code}
        description={words.hint}
      />
      {form.hasFaults ? null : <ActionFailure error={open.error} />}
      <Button type="submit" size="md" fullWidth loading={open.isPending} data-testid="totp-submit">
        {words.submit}
      </Button>
      {open.isError ? (
        <button type="button" className={card.textButton} data-testid="again" onClick={onAgain}>
          {words.again}
        </button>
      ) : null}
    </form>
  );
}
