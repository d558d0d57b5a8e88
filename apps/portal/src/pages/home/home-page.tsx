import { Button } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { accessQuery, isAdministrator } from '../../api/access.ts';
import { readActingFor } from '../../api/acting-for.ts';
import { draftsQuery, type Overview, overviewQuery, partiesOverviewQuery } from '../../api/gov.ts';
import { hiddenPagesQuery } from '../../api/site.ts';
import { ApplicationCard } from '../../features/applications/application-card.tsx';
import cards from '../../features/applications/applications.module.css';
import { NameCard } from '../../features/people/name-card.tsx';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { findFirstPage } from '../../shell/first-page.ts';
import { mayOpen } from '../../shell/may-open.ts';
import { isHidden } from '../../shell/places.ts';
import { useSession } from '../../shell/signed-in.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { Loading } from '../../ui/states/loading.tsx';
import { Loaded } from '../../ui/states/states.tsx';
import { useFilters } from '../../ui/table/use-filters.ts';
import textStyle from '../../ui/text.module.css';
import { Attention, askedQuery, waitingQuery } from './attention.tsx';
import { EidCard } from './eid-card.tsx';
import classes from './home.module.css';
import { overviewWords } from './overview-words.ts';
import { homeWords } from './words.ts';
import workStyle from './work-home.module.css';
import { WorkHome } from './work-home.tsx';
import { workHomeWords } from './work-words.ts';

/** Staff start with their work and switch to their own matters; everybody else sees these alone. */
export function HomePage() {
  const { data: access, isPending } = useQuery(accessQuery);
  const { data: hidden = [], isPending: isHiddenPending } = useQuery(hiddenPagesQuery);
  const filters = useFilters();
  if (isPending || isHiddenPending) return <Loading />;
  // Administrators hold every permission, but cases are not their daily work.
  const decides =
    access?.permissions.includes('gov.review') && !isAdministrator(access) && !isHidden('/officer', hidden);
  // Everything on this page is the person's own.
  const isOwn = filters.get('show') === 'own';
  if (!decides && readActingFor() !== null) return <Navigate to="/applications" replace />;
  const first = findFirstPage(access, hidden);
  if (first !== null && !isOwn) return <Navigate to={first} replace />;
  if (!decides && first === null) return <OwnHome />;
  const top = <Switch isOwn={isOwn} />;
  return isOwn ? <OwnHome top={top} /> : <OfficerHome top={top} />;
}

function Switch({ isOwn }: { isOwn: boolean }) {
  const words = usePageWords(workHomeWords);
  return (
    <nav className={workStyle.switch} aria-label={words.switchLabel} data-testid="home-switch">
      <Link to="/home" aria-current={isOwn ? undefined : 'page'} data-testid="home-work">
        {words.work}
      </Link>
      <Link to="/home?show=own" aria-current={isOwn ? 'page' : undefined} data-testid="home-own">
        {words.own}
      </Link>
    </nav>
  );
}

function OfficerHome({ top }: { top: ReactNode }) {
  const words = usePageWords(workHomeWords);
  usePageTitle(words.title);
  return (
    <div className={pageStyle.page}>
      {top}
      <header className={headStyle.head}>
        <PageHeading>{words.title}</PageHeading>
        <p className={headStyle.lead}>{words.lead}</p>
      </header>
      <WorkHome />
    </div>
  );
}

function OwnHome({ top = null }: { top?: ReactNode }) {
  const { language } = useLanguage();
  const words = usePageWords(homeWords);
  const headings = usePageWords(overviewWords);
  const { user } = useSession();
  const { data: hidden } = useQuery(hiddenPagesQuery);
  const isOff = hidden !== undefined && isHidden('/applications', hidden);
  const enabled = hidden !== undefined && !isOff;
  const query = useQuery({ ...overviewQuery, enabled });
  const asked = useQuery({ ...askedQuery, enabled });
  const drafts = useQuery({ ...draftsQuery, enabled });
  const parties = useQuery({ ...partiesOverviewQuery, enabled });
  const { data: access } = useQuery(accessQuery);
  const approves = mayOpen({ need: 'gateway.manage' }, access);
  const waiting = useQuery({ ...waitingQuery(language, approves), enabled: enabled && access !== undefined });
  usePageTitle(words.title);
  const name = language === 'en' ? user.first_name_en || user.first_name : user.first_name;

  return (
    <div className={pageStyle.page}>
      {top}
      <header className={headStyle.head}>
        <PageHeading>{name ? words.greeting(name) : words.greetingPlain}</PageHeading>
        <p className={headStyle.names}>
          <span lang="mn">{user.full_name}</span>
          {user.full_name_en ? <span lang="en">{user.full_name_en}</span> : null}
        </p>
      </header>
      {isOff ? null : (
        <section className={classes.block} aria-labelledby="now">
          <h2 id="now">{headings.now}</h2>
          <Loaded query={query} source="platform" lines={3}>
            {(overview) => (
              <Loaded query={asked} source="platform" lines={3}>
                {({ items }) => (
                  <>
                    {/* Drafts are the least urgent, so a failure to load them hides nothing else. */}
                    <Attention
                      waiting={waiting.data}
                      overview={overview}
                      asked={items}
                      parties={parties.data ?? (parties.isError ? UNKNOWN_PARTIES : undefined)}
                      drafts={
                        drafts.data?.items.filter(({ is_offered }) => is_offered) ??
                        (drafts.isError ? [] : undefined)
                      }
                    />
                    <Recent overview={overview} />
                  </>
                )}
              </Loaded>
            )}
          </Loaded>
        </section>
      )}
      <section className={classes.block} aria-labelledby="about">
        <h2 id="about">{headings.about}</h2>
        <div className={classes.columns}>
          <EidCard eid={user.eid} />
          <NameCard user={user} />
        </div>
      </section>
    </div>
  );
}

const UNKNOWN_PARTIES = { items: [], total: 0, incomplete: true };

function Recent({ overview }: { overview: Overview }) {
  const words = usePageWords(overviewWords);
  return (
    <div className={classes.recent}>
      <div className={classes.recentHead}>
        <h2>{words.recent}</h2>
        <p className={classes.recentLinks}>
          {overview.recent_applications.length > 0 ? <Link to="/applications">{words.all}</Link> : null}
          {overview.issued_references > 0 ? (
            <Link to="/references">{words.references(overview.issued_references)}</Link>
          ) : null}
        </p>
      </div>
      {overview.recent_applications.length === 0 ? (
        <p className={textStyle.quiet}>{words.none}</p>
      ) : (
        <ul className={cards.cards}>
          {overview.recent_applications.slice(0, 3).map((application) => (
            <ApplicationCard key={application.id} application={application} />
          ))}
        </ul>
      )}
      <div className={classes.find}>
        <p>{words.findText}</p>
        <Button
          component={Link}
          to="/services"
          size="md"
          leftSection={<IconSearch size={18} aria-hidden="true" />}
          data-testid="find-service"
        >
          {words.find}
        </Button>
      </div>
    </div>
  );
}
