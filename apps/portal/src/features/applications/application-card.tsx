import { Link } from 'react-router';
import type { Application } from '../../api/gov.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './applications.module.css';
import { ClockLine } from './clock-line.tsx';
import { StatusBadge } from './status-badge.tsx';
import { applicationStateWords } from './words.ts';

export function ApplicationCard({ application }: { application: Application }) {
  const { language } = useLanguage();
  const words = usePageWords(applicationStateWords);
  return (
    <li className={classes.card} data-testid="application">
      <div className={classes.cardHead}>
        <h3>
          <Link to={`/applications/${application.id}`}>{application.service_name}</Link>
        </h3>
        <StatusBadge application={application} />
      </div>
      <p className={textStyle.quiet}>
        <span className={textStyle.number}>{application.reference_no}</span>
        {' · '}
        {words.submitted(formatDate(application.submitted_at, language))}
      </p>
      {application.on_behalf_of ? (
        <p className={textStyle.quiet} data-testid="on-behalf-of">
          {words.onBehalfOf(application.on_behalf_of.name, application.on_behalf_of.filed_by)}
        </p>
      ) : null}
      <ClockLine application={application} />
    </li>
  );
}
