import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { isServerPath, readSafeNext } from '../../api/safe-next.ts';
import { optionalSessionQuery } from '../../api/session.ts';
import { signInModeQuery } from '../../api/site.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../shell/page.tsx';
import classes from './sign-in.module.css';
import { SignInCard } from './sign-in-card.tsx';
import { SsoButton } from './sso-button.tsx';
import { signInWords } from './words.ts';

/** Goes on as soon as this browser is signed in, whichever tab or way has done it. */
export function useContinueWhenSignedIn(next: string): boolean {
  const navigate = useNavigate();
  const { data: session, isPending } = useQuery(optionalSessionQuery);
  const signedIn = Boolean(session);
  useEffect(() => {
    if (!signedIn) return;
    if (isServerPath(next)) window.location.replace(next);
    else void navigate(next, { replace: true });
  }, [signedIn, next, navigate]);
  return isPending;
}

function useNotice(query: URLSearchParams): { text: string; bad: boolean } | null {
  const signIn = usePageWords(signInWords);
  const ssoError = query.get('sso_error');
  if (ssoError !== null) {
    const sentences: Record<string, string> = signIn.ssoErrors;
    // Own sentences only: what stands in the address is never shown.
    const known = Object.hasOwn(sentences, ssoError) ? sentences[ssoError] : undefined;
    return { text: known ?? signIn.ssoErrors.other, bad: true };
  }
  return query.get('notice') === 'expired' ? { text: signIn.expiredNotice, bad: false } : null;
}

export function SignInPage() {
  const words = usePageWords(signInWords);
  const [query] = useSearchParams();
  const next = readSafeNext(query.get('next'));
  const notice = useNotice(query);
  const isChecking = useContinueWhenSignedIn(next);
  const { data: mode } = useQuery(signInModeQuery);
  usePageTitle(words.heading);

  return (
    <div className={classes.page}>
      <div className={classes.intro}>
        <PageHeading>{words.heading}</PageHeading>
        <p className={classes.lead}>{words.lead}</p>
      </div>
      <section className={classes.card} data-testid="sign-in" aria-label={words.heading}>
        {notice ? (
          <p
            className={classes.notice}
            data-bad={notice.bad || undefined}
            role={notice.bad ? 'alert' : 'status'}
          >
            {notice.text}
          </p>
        ) : null}
        {isChecking || !mode ? (
          <div className={classes.cardHold} aria-busy="true" />
        ) : mode === 'client' ? (
          <SsoButton next={next} />
        ) : (
          <SignInCard next={next} />
        )}
      </section>
      <aside className={classes.aside}>
        <h2>{words.helpHeading}</h2>
        <ol className={classes.steps}>
          {words.help.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        <p className={classes.safety}>{words.safety}</p>
      </aside>
    </div>
  );
}
