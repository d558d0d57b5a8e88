import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'react-router';
import { readFailure } from '../../api/errors.ts';
import { type Organisation, organisationQuery } from '../../api/organisations.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { Badge } from '../../ui/badge.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { Done, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { ActingSection } from './acting-section.tsx';
import { LeaveSection } from './leave-section.tsx';
import { MembersSection } from './members-section.tsx';
import { orderNames } from './name-of.ts';
import classes from './organisations.module.css';
import { OrganisationSigning } from './signing-section.tsx';
import { organisationsWords } from './words.ts';

export function OrganisationPage() {
  const { language } = useLanguage();
  const words = usePageWords(organisationsWords);
  const { id = '' } = useParams();
  const query = useQuery(organisationQuery(id));
  const failure = query.error ? readFailure(query.error) : null;
  usePageTitle(query.data ? orderNames(query.data, language).first : words.title);

  return (
    <div className={pageStyle.page}>
      <p className={classes.back}>
        <Link to="/organisations">
          <IconArrowLeft size={18} aria-hidden="true" /> {words.page.back}
        </Link>
      </p>
      {query.data === undefined && failure?.kind === 'refused' && failure.status === 404 ? (
        <header className={headStyle.head} data-testid="organisation-missing">
          <PageHeading>{words.page.notFoundTitle}</PageHeading>
          <p className={headStyle.lead}>{words.page.notFoundText}</p>
        </header>
      ) : (
        <>
          {query.data ? null : <PageHeading className={classes.waitingHead}>{words.title}</PageHeading>}
          <Loaded query={query} source="platform" lines={6}>
            {(organisation) => <OrganisationView key={organisation.id} organisation={organisation} />}
          </Loaded>
        </>
      )}
    </div>
  );
}

function OrganisationView({ organisation }: { organisation: Organisation }) {
  const { language } = useLanguage();
  const words = usePageWords(organisationsWords);
  const { first, second } = orderNames(organisation, language);
  const isNew = (useLocation().state as { created?: boolean } | null)?.created === true;
  return (
    <>
      <header className={headStyle.head}>
        <PageHeading>{first}</PageHeading>
        <p className={headStyle.names}>
          {second ? <span>{second}</span> : null}
          {organisation.reg_no ? (
            <span className={textStyle.number}>
              {words.regNo}: {organisation.reg_no}
            </span>
          ) : null}
          <span>{words.page.since(formatDate(organisation.created_at, language))}</span>
        </p>
        <div className={`${badgeStyle.badges} ${classes.headBadges}`}>
          <Badge tone="plain">{words.mine.myRole(words.roles[organisation.my_role])}</Badge>
          <Badge tone={organisation.verified ? 'good' : 'warn'}>
            {organisation.verified ? words.verified : words.unverified}
          </Badge>
        </div>
      </header>
      <div className={pageStyle.sections}>
        {isNew ? (
          <Done testId="created">
            {words.create.created(first)} {words.create.next}
          </Done>
        ) : null}
        <ActingSection organisation={organisation} />
        <MembersSection organisation={organisation} />
        <OrganisationSigning organisation={organisation} />
        <LeaveSection organisation={organisation} />
      </div>
    </>
  );
}
