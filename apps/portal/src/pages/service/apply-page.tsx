import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { type PublicService, publicServiceQuery } from '../../api/catalogue.ts';
import { type ApplicableService, applicableServiceQuery, draftQuery } from '../../api/gov.ts';
import { nameOf } from '../../features/catalogue/service-name.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Answer } from '../../ui/answer.tsx';
import { BackLink } from '../../ui/found-page.tsx';
import { PageHeading, usePageTitle } from '../../ui/page.tsx';
import parts from '../../ui/parts.module.css';
import { ApplyForm } from './apply-form.tsx';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

/** Three answers are needed before the first question: the service, whether it is taken now, and what was kept. */
export function ApplyPage() {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { id = '' } = useParams();
  const query = useQuery(publicServiceQuery(id));
  const title = query.data ? words.applyTitle(nameOf(query.data, language)) : words.apply;
  usePageTitle(title);
  return (
    <div className={`${parts.page} ${classes.applyPage}`}>
      <BackLink to={`/services/${id}`}>{query.data ? nameOf(query.data, language) : words.back}</BackLink>
      <header className={`${parts.head} ${classes.headAlone}`}>
        <PageHeading>{title}</PageHeading>
      </header>
      <Answer query={query} source="platform" lines={6}>
        {(service) => <WithApplicable service={service} />}
      </Answer>
    </div>
  );
}

function WithApplicable({ service }: { service: PublicService }) {
  const words = usePageWords(serviceWords);
  const query = useQuery(applicableServiceQuery(service.code));
  return (
    <Answer query={query} source="platform" lines={6}>
      {(applicable) =>
        applicable === null ? (
          <div className={`${classes.panel} ${parts.block}`} data-testid="not-applicable">
            <p>{words.inactive}</p>
            <p>
              <Link to="/appointments">{words.book}</Link>
            </p>
          </div>
        ) : (
          <WithDraft service={service} applicable={applicable} />
        )
      }
    </Answer>
  );
}

function WithDraft({ service, applicable }: { service: PublicService; applicable: ApplicableService }) {
  const query = useQuery(draftQuery(applicable.id));
  return (
    <Answer query={query} source="platform" lines={6}>
      {(draft) => <ApplyForm service={service} applicable={applicable} draft={draft} />}
    </Answer>
  );
}
