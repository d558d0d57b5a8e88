import type { EidDetails } from '../../api/session.ts';
import { readValidity } from '../../features/certificates/validity.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Mark } from '../../shell/mark.tsx';
import factStyle from '../../ui/facts.module.css';
import sectionStyle from '../../ui/page/section.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './home.module.css';
import { homeWords } from './words.ts';

export function EidCard({ eid }: { eid: EidDetails | undefined }) {
  const { language } = useLanguage();
  const home = usePageWords(homeWords);
  const levels: Record<string, string> = home.levels;
  const level = eid?.kyc_level;
  const notAfter = eid?.certificate?.not_after;
  const validity = readValidity(notAfter, Date.now());
  const date = notAfter ? formatDate(notAfter, language) : '';

  return (
    <section className={`${sectionStyle.section} ${classes.eid}`} aria-labelledby="eid">
      <div className={classes.eidHead}>
        <h2 id="eid">{home.eidHeading}</h2>
        <Mark size={36} />
      </div>
      {eid ? (
        <dl className={factStyle.details}>
          <div>
            <dt>{home.level}</dt>
            <dd>{level ? (levels[level.toUpperCase()] ?? level) : home.unknown}</dd>
          </div>
          {eid.national_id ? (
            <div>
              <dt>{home.nationalId}</dt>
              <dd className={textStyle.number}>{eid.national_id}</dd>
            </div>
          ) : null}
          <div>
            <dt>{home.document}</dt>
            <dd className={textStyle.number}>{eid.document_number || home.unknown}</dd>
          </div>
          <div>
            <dt>{home.validUntil}</dt>
            <dd>
              {date ? home.validUntilDate(date) : home.unknown}
              {validity === 'fine' ? null : (
                <span className={classes.flag} data-validity={validity}>
                  {validity === 'soon' ? home.expiresSoon : home.expired}
                </span>
              )}
            </dd>
          </div>
          <div>
            <dt>{home.issuer}</dt>
            <dd>{eid.certificate?.issuer || home.unknown}</dd>
          </div>
        </dl>
      ) : (
        <p className={textStyle.quiet}>{home.noEid}</p>
      )}
    </section>
  );
}
