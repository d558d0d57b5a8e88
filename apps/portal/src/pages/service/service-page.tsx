import { Button } from '@mantine/core';
import { IconCheck, IconCloudDownload, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { type PublicService, publicServiceQuery } from '../../api/catalogue.ts';
import { applicableServiceQuery, draftQuery } from '../../api/gov.ts';
import { buildLoginPath } from '../../api/safe-next.ts';
import { optionalSessionQuery } from '../../api/session.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { PageHeading, usePageTitle } from '../../shell/page.tsx';
import { aboutOf, nameOf } from '../catalogue/service-name.ts';
import { formatDateTime } from '../profile/parts/format-time.ts';
import parts from '../profile/parts/parts.module.css';
import { Section } from '../profile/parts/section.tsx';
import { FoundPage } from './found-page.tsx';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

export function ServicePage() {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { id = '' } = useParams();
  const query = useQuery(publicServiceQuery(id));
  usePageTitle(query.data ? nameOf(query.data, language) : words.one);
  return (
    <FoundPage query={query} backTo="/services" words={words}>
      {(service) => <ServiceView service={service} />}
    </FoundPage>
  );
}

function ServiceView({ service }: { service: PublicService }) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const needed = service.evidences.filter((evidence) => evidence.from_citizen);
  const fetched = service.evidences.filter((evidence) => !evidence.from_citizen);
  return (
    <>
      <header className={parts.head}>
        <PageHeading>{nameOf(service, language)}</PageHeading>
        <p className={parts.intro}>{aboutOf(service, language)}</p>
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Section id="need" title={words.need} lead={needed.length > 0 ? words.needText : words.needNothing}>
            {needed.length > 0 ? (
              <ul className={classes.papersList} lang="mn">
                {needed.map((evidence) => (
                  <li key={evidence.evidence_id}>
                    <IconFileText size={20} stroke={1.6} aria-hidden="true" />
                    {evidence.name}
                  </li>
                ))}
              </ul>
            ) : null}
          </Section>
          {fetched.length > 0 ? (
            <Section id="fetched" title={words.fetched} lead={words.fetchedText}>
              <ul className={classes.papersList} lang="mn">
                {fetched.map((evidence) => (
                  <li key={evidence.evidence_id}>
                    <IconCloudDownload size={20} stroke={1.6} aria-hidden="true" />
                    {evidence.name}
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
          {service.legal_basis ? (
            <Section id="law" title={words.law}>
              <p lang="mn">{service.legal_basis}</p>
            </Section>
          ) : null}
        </div>
        <aside className={classes.aside} aria-labelledby="facts">
          <h2 id="facts">{words.facts}</h2>
          <Facts service={service} />
          <ApplyButton service={service} />
        </aside>
      </div>
    </>
  );
}

function Facts({ service }: { service: PublicService }) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const when = words.costWhen[service.payment_required_before];
  const isAtOnce = service.fulfilment === 'auto';
  const fact = (title: string, text: ReactNode, more = '', lang?: 'mn') => (
    <div>
      <dt>{title}</dt>
      <dd lang={lang}>{text}</dd>
      {more ? <dd className={classes.factMore}>{more}</dd> : null}
    </div>
  );
  return (
    <dl className={parts.details}>
      {fact(
        words.cost,
        service.fee === 0 ? words.free : formatMoney(service.fee, language),
        service.fee === 0 || isAtOnce ? '' : when,
      )}
      {fact(
        words.time,
        isAtOnce ? (service.fee > 0 ? words.afterPayment : words.atOnce) : words.days(service.max_days),
        service.tacit_approval ? words.tacit : '',
      )}
      {service.output ? fact(words.result, service.output, '', 'mn') : null}
      {service.target_group
        ? fact(words.who, service.target_group, '', 'mn')
        : fact(words.who, words.everybody)}
      {fact(words.authority, service.authority, '', 'mn')}
      {fact(words.code, <span className={parts.number}>{service.code}</span>)}
    </dl>
  );
}

function ApplyButton({ service }: { service: PublicService }) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { data: session } = useQuery(optionalSessionQuery);
  const isOnline =
    service.online || service.channels.some((channel) => channel === 'e-mongolia' || channel === 'portal');
  const isKnown = isOnline && Boolean(session);
  const applicable = useQuery({ ...applicableServiceQuery(service.code), enabled: isKnown });
  const draft = useQuery({ ...draftQuery(applicable.data?.id ?? ''), enabled: Boolean(applicable.data) });
  if (!isOnline || applicable.data === null) {
    return (
      <div className={classes.applyBlock}>
        <p>{isOnline ? words.inactive : words.notOnline}</p>
        <Button component={Link} to={`/appointments?service=${service.code}`} fullWidth size="md">
          {words.book}
        </Button>
      </div>
    );
  }
  const target = `/services/${service.id}/apply`;
  return (
    <div className={classes.applyBlock}>
      <Button
        component={Link}
        to={session ? target : buildLoginPath(target)}
        fullWidth
        size="lg"
        data-testid="apply"
        leftSection={<IconCheck size={20} aria-hidden="true" />}
      >
        {draft.data ? words.resume : words.apply}
      </Button>
      {session ? null : <p className={parts.quiet}>{words.signInFirst}</p>}
      {draft.data ? (
        <p className={parts.quiet} data-testid="draft-kept">
          {words.resumeText(formatDateTime(draft.data.updated_at, language))}
        </p>
      ) : null}
    </div>
  );
}
