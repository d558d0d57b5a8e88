import { Button } from '@mantine/core';
import { IconCertificate, IconChevronRight, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { catalogueQuery, type ListedService } from '../../api/catalogue.ts';
import { documentPath, type Reference, referencesQuery } from '../../api/references.ts';
import { nameOf } from '../../features/catalogue/service-name.ts';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Answer } from '../../ui/answer.tsx';
import { Badge } from '../../ui/badge.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import parts from '../../ui/parts.module.css';
import { Empty, Section } from '../../ui/section.tsx';
import classes from './references.module.css';
import { referenceWords } from './words.ts';

export function ReferencesPage() {
  const words = usePageWords(referenceWords);
  const query = useQuery(referencesQuery);
  return (
    <div className={parts.page}>
      <PageHead title={words.title} lead={words.lead} />
      <div className={parts.sections}>
        <Section id="mine" title={words.mine}>
          <Answer query={query} source="platform" lines={5}>
            {({ items }) =>
              items.length === 0 ? (
                <Empty
                  icon={<IconCertificate size={30} stroke={1.5} />}
                  title={words.empty}
                  text={words.emptyText}
                />
              ) : (
                <ul className={parts.list}>
                  {items.map((reference) => (
                    <ReferenceRow key={reference.id} reference={reference} />
                  ))}
                </ul>
              )
            }
          </Answer>
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

/** One door: a certificate is had by applying for the service that gives it. */
function GetSection() {
  const words = usePageWords(referenceWords);
  const query = useQuery(catalogueQuery(everything));
  return (
    <Section id="get" title={words.get} lead={words.getLead}>
      <Answer query={query} source="platform" lines={5}>
        {({ items }) => {
          const giving = items.filter((service) => service.output_ref_type !== '');
          return giving.length === 0 ? (
            <p className={parts.quiet}>{words.getNone}</p>
          ) : (
            <ul className={classes.doors}>
              {giving.map((service) => (
                <Door key={service.id} service={service} />
              ))}
            </ul>
          );
        }}
      </Answer>
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
          <span className={parts.quiet}>
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
  return (
    <li id={reference.id} className={parts.item} data-testid="reference">
      <div>
        <h3>{reference.title}</h3>
        <p className={`${parts.quiet} ${parts.number}`}>{reference.reference_no}</p>
        {authority ? <p className={parts.quiet}>{words.by(authority[language])}</p> : null}
        <p className={parts.quiet}>
          {words.issued(formatDate(reference.issued_at, language))}
          {' · '}
          {reference.valid_until
            ? words.validUntil(formatDate(reference.valid_until, language))
            : words.forEver}
        </p>
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
      </div>
    </li>
  );
}
