import { Button } from '@mantine/core';
import { IconCertificate, IconChevronRight, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { isForApplicant, readActingFor } from '../../api/acting-for.ts';
import { catalogueQuery, type ListedService } from '../../api/catalogue.ts';
import { documentPath, type Reference, referencesQuery } from '../../api/references.ts';
import { nameOf } from '../../features/catalogue/service-name.ts';
import { KeepOffline } from '../../features/offline/keep-offline.tsx';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Badge } from '../../ui/badge.tsx';
import layoutStyle from '../../ui/layout.module.css';
import pageStyle from '../../ui/page/page.module.css';
import { PageHead } from '../../ui/page/page-head.tsx';
import { Section } from '../../ui/page/section.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './references.module.css';
import { SaveToSpace } from './save-to-space.tsx';
import { referenceWords } from './words.ts';

export function ReferencesPage() {
  const words = usePageWords(referenceWords);
  const query = useQuery(referencesQuery);
  return (
    <div className={pageStyle.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={pageStyle.sections}>
        <Section id="mine" title={words.mine}>
          <Loaded query={query} source="platform" lines={5}>
            {({ items }) =>
              items.length === 0 ? (
                <EmptyState icon={<IconCertificate size={30} stroke={1.5} />} title={words.empty}>
                  {words.emptyText}
                </EmptyState>
              ) : (
                <ul className={layoutStyle.list}>
                  {items.map((reference) => (
                    <ReferenceRow key={reference.id} reference={reference} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </Section>
        <GetSection />
        <Section id="how" title={words.verifyHeading} lead={words.verifyText}>
          <p className={classes.verify}>
            <IconShieldCheck size={20} stroke={1.6} aria-hidden="true" />
            <Link to="/verify">{words.verifyLink}</Link>
          </p>
        </Section>
      </div>
    </div>
  );
}

const everything = { q: '', life_event_id: '', authority: '' };

/** A certificate is issued only through an application for its service. */
function GetSection() {
  const words = usePageWords(referenceWords);
  const query = useQuery(catalogueQuery(everything));
  return (
    <Section id="get" title={words.get} lead={words.getLead}>
      <Loaded query={query} source="platform" lines={5}>
        {({ items }) => {
          const giving = items.filter((service) => service.output_ref_type !== '' && isForApplicant(service));
          return giving.length === 0 ? (
            <p className={textStyle.quiet}>{words.getNone}</p>
          ) : (
            <ul className={classes.doors}>
              {giving.map((service) => (
                <Door key={service.id} service={service} />
              ))}
            </ul>
          );
        }}
      </Loaded>
    </Section>
  );
}

function Door({ service }: { service: ListedService }) {
  const { language } = useLanguage();
  const words = usePageWords(referenceWords);
  const isAtOnce = service.fulfilment === 'auto' && !service.has_discretion && !service.has_assessment;
  return (
    <li>
      <Link to={`/services/${service.id}`} className={classes.door} data-testid="get">
        <span className={classes.doorText}>
          <strong>{nameOf(service, language)}</strong>
          <span className={textStyle.quiet}>
            {service.fee > 0 ? formatMoney(service.fee, language) : words.free}
            {' · '}
            {isAtOnce ? words.atOnce : words.decided}
          </span>
        </span>
        <IconChevronRight size={20} stroke={1.6} aria-hidden="true" />
      </Link>
    </li>
  );
}

function ReferenceRow({ reference }: { reference: Reference }) {
  const { language } = useLanguage();
  const words = usePageWords(referenceWords);
  const { authority, facts } = reference.data;
  // The space and the browser's store are the person's own.
  const isOwn = readActingFor() === null;
  return (
    <li id={reference.id} className={layoutStyle.item} data-testid="reference">
      <div>
        <h3>{reference.title}</h3>
        <p className={`${textStyle.quiet} ${textStyle.number}`}>{reference.reference_no}</p>
        {authority ? <p className={textStyle.quiet}>{words.by(authority[language])}</p> : null}
        <p className={textStyle.quiet}>
          {words.issued(formatDate(reference.issued_at, language))}
          {' · '}
          {reference.valid_until
            ? words.validUntil(formatDate(reference.valid_until, language))
            : words.forEver}
        </p>
        {facts === undefined ? null : (
          <p className={textStyle.quiet}>{reference.seal_level ? words.sealed : words.sealing}</p>
        )}
      </div>
      <div className={classes.side}>
        <Badge tone={reference.status === 'issued' ? 'good' : 'bad'}>
          {reference.status === 'issued' ? words.valid : words.expired}
        </Badge>
        {facts === undefined ? null : (
          <Button
            component="a"
            href={documentPath(reference.id)}
            variant="default"
            leftSection={<IconDownload size={18} aria-hidden="true" />}
            aria-label={words.downloadLabel(reference.title)}
            data-testid="download"
          >
            {words.download}
          </Button>
        )}
        {isOwn && facts !== undefined ? <SaveToSpace reference={reference} /> : null}
        {isOwn && facts !== undefined ? (
          <KeepOffline
            source={documentPath(reference.id)}
            title={`${reference.title} ${reference.reference_no}`}
          />
        ) : null}
      </div>
    </li>
  );
}
