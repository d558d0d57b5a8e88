import { IconCertificate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type Certificate, certificatesQuery } from '../../api/eid-console.ts';
import { readValidity } from '../../features/certificates/validity.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import badgeStyle from '../../ui/badge.module.css';
import { Badge } from '../../ui/badge.tsx';
import { Section } from '../../ui/page/section.tsx';
import { EmptyState, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { readCommonName, toneOfCertificate } from './eid-words.ts';
import classes from './profile.module.css';
import { profileWords } from './words.ts';

export function CertificatesSection() {
  const { certificates: words } = usePageWords(profileWords);
  const query = useQuery(certificatesQuery);
  return (
    <Section id="certificates" title={words.heading} lead={words.lead}>
      <Loaded query={query} source="eid" lines={3}>
        {({ certificates }) =>
          certificates.length === 0 ? (
            <EmptyState icon={<IconCertificate size={30} stroke={1.5} />} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          ) : (
            <CertificateList certificates={certificates} />
          )
        }
      </Loaded>
    </Section>
  );
}

/** Valid certificates first; expired ones are folded away. */
function CertificateList({ certificates }: { certificates: Certificate[] }) {
  const { certificates: words } = usePageWords(profileWords);
  const hasEnded = ({ status }: Certificate) => status === 'REVOKED' || status === 'EXPIRED';
  const draw = (certificate: Certificate) => (
    <CertificateCard key={`${certificate.serial_number} ${certificate.type}`} certificate={certificate} />
  );
  const ended = certificates.filter(hasEnded);
  const usable = certificates.filter((certificate) => !hasEnded(certificate));
  return (
    <>
      {usable.length > 0 ? <ul className={classes.cards}>{usable.map(draw)}</ul> : null}
      {ended.length > 0 ? (
        <details className={classes.more} open={usable.length === 0} data-testid="ended-certificates">
          <summary>{words.ended(ended.length)}</summary>
          <ul className={classes.cards}>{ended.map(draw)}</ul>
        </details>
      ) : null}
    </>
  );
}

function CertificateCard({ certificate }: { certificate: Certificate }) {
  const { language } = useLanguage();
  const { certificates: words, unknown } = usePageWords(profileWords);
  const types: Record<string, string> = words.types;
  const statuses: Record<string, string> = words.statuses;
  const levels: Record<string, string> = words.levels;
  const { status, certificate_level: level } = certificate;
  const from = formatDate(certificate.not_before ?? '', language);
  const to = formatDate(certificate.not_after ?? '', language);
  const endsSoon = status === 'VALID' && readValidity(certificate.not_after, Date.now()) === 'soon';

  return (
    <li className={classes.card} data-testid="certificate" data-status={status}>
      <div className={classes.cardHead}>
        <h3>{types[certificate.type] ?? certificate.type}</h3>
        <div className={badgeStyle.badges}>
          <Badge tone={toneOfCertificate(status)}>{statuses[status] ?? status}</Badge>
          {endsSoon ? <Badge tone="warn">{words.endsSoon}</Badge> : null}
        </div>
      </div>
      <dl className={classes.facts}>
        <div>
          <dt>{words.level}</dt>
          <dd>{levels[level.toUpperCase()] ?? level}</dd>
        </div>
        <div>
          <dt>{words.validity}</dt>
          <dd>{from && to ? words.period(from, to) : to ? words.until(to) : unknown}</dd>
        </div>
      </dl>
      <details className={classes.more}>
        <summary>{words.technical}</summary>
        <dl className={classes.facts}>
          <div>
            <dt>{words.document}</dt>
            <dd className={textStyle.number}>{certificate.document_number}</dd>
          </div>
          <div>
            <dt>{words.serial}</dt>
            <dd className={textStyle.number}>{certificate.serial_number}</dd>
          </div>
          {certificate.issuer_dn ? (
            <div>
              <dt>{words.issuer}</dt>
              <dd>{readCommonName(certificate.issuer_dn)}</dd>
            </div>
          ) : null}
        </dl>
      </details>
    </li>
  );
}
