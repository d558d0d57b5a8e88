import { Button } from '@mantine/core';
import {
  IconFileCertificate,
  IconFileSearch,
  IconId,
  IconKey,
  IconLifebuoy,
  IconShieldCheck,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { optionalSessionQuery } from '../../api/session.ts';
import { ServiceSearch } from '../../features/catalogue/service-search.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { MarkOutline } from '../../shell/mark.tsx';
import { useSiteTexts } from '../../theme/look-store.ts';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import classes from './landing.module.css';
import { Guides, MostUsed, News } from './parts.tsx';
import { landingWords } from './words.ts';

const OPEN_ICONS = [IconFileSearch, IconShieldCheck, IconLifebuoy];
const SAFE_ICONS = [IconId, IconKey, IconFileCertificate];

/** Explains a sign-out that did not reach the server. */
function SignedOutNotice({ notice }: { notice: string | null }) {
  const words = usePageWords(landingWords);
  if (notice !== 'signed-out' && notice !== 'signed-out-here') return null;
  const hasReachedServer = notice === 'signed-out';
  return (
    <p
      className={classes.notice}
      data-bad={!hasReachedServer || undefined}
      data-testid="signed-out"
      role={hasReachedServer ? 'status' : 'alert'}
    >
      {hasReachedServer ? words.signedOut : words.signedOutHere}
    </p>
  );
}

export function LandingPage() {
  const words = usePageWords(landingWords);
  const site = useSiteTexts();
  const [query] = useSearchParams();
  const { data: session } = useQuery(optionalSessionQuery);
  usePageTitle(words.title);

  return (
    <>
      <section className={classes.hero}>
        <div className={classes.heroInner}>
          <div className={classes.heroText}>
            {session ? null : <SignedOutNotice notice={query.get('notice')} />}
            <PageHeading className={classes.heading}>{site.heading ?? words.heading}</PageHeading>
            <p className={classes.lead}>{site.lead ?? words.lead}</p>
            <ServiceSearch />
            <div className={classes.actions}>
              <Button component={Link} to={session ? '/home' : '/login'} size="md">
                {session ? words.goHome : words.signIn}
              </Button>
              <Button component={Link} to="/services" size="md" variant="default">
                {words.services}
              </Button>
            </div>
          </div>
          <MarkOutline className={classes.heroMark} />
        </div>
      </section>

      <News />
      <Guides />
      <MostUsed />

      <section className={classes.band} aria-labelledby="open">
        <h2 id="open">{words.openHeading}</h2>
        <ul className={classes.open}>
          {words.open.map((place, index) => {
            const Icon = OPEN_ICONS[index] ?? IconShieldCheck;
            return (
              <li key={place.to}>
                <Icon size={26} stroke={1.5} aria-hidden="true" />
                <div>
                  <h3>
                    <Link to={place.to}>{place.title}</Link>
                  </h3>
                  <p>{place.text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </section>

      <section className={classes.band} aria-labelledby="how">
        <h2 id="how">{words.howHeading}</h2>
        <ol className={classes.steps}>
          {words.how.map((step) => (
            <li key={step.title}>
              <h3>{step.title}</h3>
              <p>{step.text}</p>
            </li>
          ))}
        </ol>
      </section>

      <section className={classes.band} aria-labelledby="safe">
        <h2 id="safe">{words.safeHeading}</h2>
        <ul className={classes.facts}>
          {words.safe.map((fact, index) => {
            const Icon = SAFE_ICONS[index] ?? IconId;
            return (
              <li key={fact.title}>
                <Icon size={26} stroke={1.5} aria-hidden="true" />
                <div>
                  <h3>{fact.title}</h3>
                  <p>{fact.text}</p>
                </div>
              </li>
            );
          })}
        </ul>
      </section>
    </>
  );
}
