import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { buildLoginPath, readSafeNext } from '../../api/safe-next.ts';
import type { PassedFactor } from '../../api/second-factor.ts';
import { loadFreshSession, sessionQuery } from '../../api/session.ts';
import { signInOfferQuery } from '../../api/site.ts';
import classes from '../../features/eid-sign-in/sign-in.module.css';
import { SignInCard } from '../../features/eid-sign-in/sign-in-card.tsx';
import { SocialButton } from '../../features/eid-sign-in/social-button.tsx';
import { useContinueWhenSignedIn, useGoOn } from '../../features/eid-sign-in/use-continue.ts';
import { signInWords } from '../../features/eid-sign-in/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import { readNotLinked } from './not-linked.ts';

/** Loaded on demand: few people need these, and the sign-in page must be small. */
const SignedInNotice = lazy(() =>
  import('./signed-in-notice.tsx').then((part) => ({ default: part.SignedInNotice })),
);
const SsoError = lazy(() => import('./sso-error.tsx').then((part) => ({ default: part.SsoError })));
const SsoButton = lazy(() =>
  import('../../features/eid-sign-in/sso-button.tsx').then((part) => ({ default: part.SsoButton })),
);
const SecondFactorForm = lazy(() =>
  import('../../features/second-factor/second-factor-form.tsx').then((part) => ({
    default: part.SecondFactorForm,
  })),
);

function useNotice(query: URLSearchParams): { text: ReactNode; bad: boolean } | null {
  const signIn = usePageWords(signInWords);
  const ssoError = query.get('sso_error');
  if (ssoError !== null) return { text: <SsoError code={ssoError} />, bad: true };
  if (isLinking(query)) return { text: signIn.social.linking, bad: false };
  if (query.get('notice') === 'ended') return { text: signIn.endedNotice, bad: true };
  if (query.get('notice') === 'role') return { text: signIn.roleNotice, bad: false };
  return query.get('notice') === 'expired' ? { text: signIn.expiredNotice, bad: false } : null;
}

/** A social account waits for its owner's eID. */
function isLinking(query: URLSearchParams): boolean {
  return query.get('slink') === '1' || query.get('glink') === '1';
}

export function SignInPage() {
  const words = usePageWords(signInWords);
  const [query] = useSearchParams();
  const next = readSafeNext(query.get('next'));
  const notice = useNotice(query);
  const client = useQueryClient();
  const navigate = useNavigate();
  const goOn = useGoOn(next);
  const [passed, setPassed] = useState<PassedFactor | null>(null);
  const notLinked = readNotLinked(query);
  const asksFactor = query.get('mfa') === '1';
  const { isPending, signedIn } = useContinueWhenSignedIn(next, notLinked !== undefined || passed !== null);
  // The cached session may be older than the sign-in that led here.
  const { isFetching } = useQuery({ ...sessionQuery, enabled: notLinked !== undefined });
  const { data: offer } = useQuery(signInOfferQuery);
  usePageTitle(words.heading);

  const enter = async (outcome: PassedFactor) => {
    if (outcome.used_recovery_code) setPassed(outcome);
    else await loadFreshSession(client);
  };

  const renderCard = () => {
    if (passed)
      return <SignedInNotice passed={passed} onContinue={() => void loadFreshSession(client).then(goOn)} />;
    if (isPending || !offer || (notLinked && !signedIn && isFetching))
      return <div className={classes.cardHold} aria-busy="true" />;
    if (notLinked && signedIn) return <SignedInNotice notLinked={notLinked} onContinue={goOn} />;
    if (asksFactor)
      return <SecondFactorForm onPassed={enter} onStartAgain={() => void navigate(buildLoginPath(next))} />;
    if (offer.mode === 'client') return <SsoButton next={next} offersSuperadmin={offer.superadminSocial} />;
    return (
      <>
        <SignInCard next={next} />
        {offer.social && !isLinking(query) ? <SocialButton next={next} /> : null}
      </>
    );
  };

  const help = asksFactor ? words.factorHelp : words.help;
  return (
    <div className={classes.page}>
      <div className={classes.intro}>
        <PageHeading>{words.heading}</PageHeading>
        <p className={classes.lead}>{asksFactor ? words.factorLead : words.lead}</p>
      </div>
      <section className={classes.card} data-testid="sign-in" aria-label={words.heading}>
        {notice && !passed ? (
          <p
            className={classes.notice}
            data-bad={notice.bad || undefined}
            data-testid="notice"
            role={notice.bad ? 'alert' : 'status'}
          >
            <Suspense>{notice.text}</Suspense>
          </p>
        ) : null}
        <Suspense fallback={<div className={classes.cardHold} aria-busy="true" />}>{renderCard()}</Suspense>
      </section>
      {passed ? null : (
        <aside className={classes.aside}>
          <h2>{asksFactor ? words.factorHelpHeading : words.helpHeading}</h2>
          <ol className={classes.steps}>
            {help.map((step) => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <p className={classes.safety}>{words.safety}</p>
          <nav className={classes.moreHelp} aria-labelledby="more-help">
            <h2 id="more-help">{words.moreHelp}</h2>
            <ul>
              {words.moreHelpLinks.map((link) => (
                <li key={link.to}>
                  <Link to={link.to}>{link.label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        </aside>
      )}
    </div>
  );
}
