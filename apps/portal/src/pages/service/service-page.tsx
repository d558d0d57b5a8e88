import { Button } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { sayPayment, sayTerms, sayTime } from '@tamga/forms';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { isForApplicant } from '../../api/acting-for.ts';
import { type PublicService, publicServiceQuery } from '../../api/catalogue.ts';
import { applicableServiceQuery, draftQuery, openApplicationQuery } from '../../api/gov.ts';
import { buildLoginPath } from '../../api/safe-next.ts';
import { optionalSessionQuery } from '../../api/session.ts';
import { nameOf } from '../../features/catalogue/service-name.ts';
import { formatDateTime, formatMoney } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual } from '../../i18n/two-languages.tsx';
import factStyle from '../../ui/facts.module.css';
import noteStyle from '../../ui/note.module.css';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { Section } from '../../ui/page/section.tsx';
import textStyle from '../../ui/text.module.css';
import { NeedsSection } from './needs-section.tsx';
import { NotForApplicant } from './not-for-applicant.tsx';
import classes from './service.module.css';
import { type ServiceWords, serviceWords } from './words.ts';

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
  const words = usePageWords(serviceWords);
  const { language } = useLanguage();
  return (
    <>
      <header className={headStyle.head}>
        <PageHeading>
          <Bilingual mn={service.name} en={service.name_en} />
        </PageHeading>
        <p className={headStyle.lead}>
          <Bilingual mn={service.description} en={service.description_en} />
        </p>
        <p className={classes.glance} data-testid="at-a-glance">
          <span>
            {words.cost}: <strong>{sayCost(service, words, language)}</strong>
          </span>
          <span>
            {words.time}: <strong>{sayTime(service, language)}</strong>
          </span>
        </p>
        {service.demo ? (
          <p className={textStyle.quiet} data-testid="sample">
            {words.sample}
          </p>
        ) : null}
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <NeedsSection key={service.id} service={service} />
          {service.legal_basis ? (
            <Section id="law" title={words.law}>
              <p>
                <Bilingual mn={service.legal_basis} en={service.legal_basis_en} />
              </p>
            </Section>
          ) : null}
        </div>
        <aside className={classes.aside} aria-labelledby="facts">
          <h2 id="facts">{words.facts}</h2>
          <MainFacts service={service} />
          <ApplyButton service={service} />
          <OtherFacts service={service} />
        </aside>
      </div>
    </>
  );
}

/** Cost and time; a phone shows them above the papers, a desktop beside them. */
function sayCost(service: PublicService, words: ServiceWords, language: Language): string {
  return service.fee === 0 ? words.free : formatMoney(service.fee, language);
}

const fact = (title: string, text: ReactNode, more = '') => (
  <div>
    <dt>{title}</dt>
    <dd>{text}</dd>
    {more ? <dd className={classes.factMore}>{more}</dd> : null}
  </div>
);

/** What a person decides by stands above the button. */
function MainFacts({ service }: { service: PublicService }) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  return (
    <dl className={factStyle.details}>
      {fact(words.cost, sayCost(service, words, language), sayPayment(service, language))}
      {fact(words.time, sayTime(service, language), sayTerms(service, language))}
    </dl>
  );
}

function OtherFacts({ service }: { service: PublicService }) {
  const words = usePageWords(serviceWords);
  return (
    <dl className={factStyle.details}>
      {service.output ? fact(words.result, <Bilingual mn={service.output} en={service.output_en} />) : null}
      {fact(
        words.who,
        service.target_group ? (
          <Bilingual mn={service.target_group} en={service.target_group_en} />
        ) : (
          words.everybody
        ),
      )}
      {fact(words.authority, <Bilingual mn={service.authority} en={service.authority_en} />)}
      {fact(words.code, <span className={textStyle.number}>{service.code}</span>)}
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
  const open = useQuery({
    ...openApplicationQuery(applicable.data?.id ?? ''),
    enabled: Boolean(applicable.data),
  });
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
  if (applicable.data && !isForApplicant(applicable.data))
    return (
      <div className={classes.applyBlock}>
        <NotForApplicant service={applicable.data} />
      </div>
    );
  const target = `/services/${service.id}/apply`;
  return (
    <div className={classes.applyBlock}>
      {open.data ? (
        <div className={noteStyle.note} data-testid="open-application">
          <p>{words.open.text(open.data.reference_no)}</p>
          <p>
            <Link to={`/applications/${open.data.id}`}>{words.open.see}</Link>
          </p>
        </div>
      ) : null}
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
      {session ? null : <p className={textStyle.quiet}>{words.signInFirst}</p>}
      {draft.data ? (
        <p className={textStyle.quiet} data-testid="draft-kept">
          {words.resumeText(formatDateTime(draft.data.updated_at, language))}
        </p>
      ) : null}
    </div>
  );
}
