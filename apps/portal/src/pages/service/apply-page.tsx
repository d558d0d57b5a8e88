import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Link, useNavigationType, useParams } from 'react-router';
import { isForApplicant, nameParty, readActingFor } from '../../api/acting-for.ts';
import { type PublicService, publicServiceQuery, type ServiceForm } from '../../api/catalogue.ts';
import { readFailure } from '../../api/errors.ts';
import { type ApplicableService, applicableServiceQuery, draftQuery, serviceQuery } from '../../api/gov.ts';
import { nameOf } from '../../features/catalogue/service-name.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { BackLink } from '../../ui/page/found-page.tsx';
import pageStyle from '../../ui/page/page.module.css';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { Loaded } from '../../ui/states/states.tsx';
import { ApplyForm } from './apply-form.tsx';
import { NotForApplicant } from './not-for-applicant.tsx';
import { forgetSent, readSent, SentBefore } from './sent-before.tsx';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

/** Loads three things before the first question: the service, whether it accepts applications now, and the draft. */
export function ApplyPage() {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { id = '' } = useParams();
  const query = useQuery(publicServiceQuery(id));
  const title = query.data ? words.applyTitle(nameOf(query.data, language)) : words.apply;
  const acting = readActingFor();
  const [step, setStep] = useState('');
  usePageTitle(step === '' ? title : `${step} – ${title}`);
  return (
    <div className={`${pageStyle.page} ${classes.applyPage}`}>
      <BackLink to={`/services/${id}`}>{query.data ? nameOf(query.data, language) : words.back}</BackLink>
      <header className={`${headStyle.head} ${classes.headAlone}`}>
        <PageHeading>{title}</PageHeading>
        {acting === null ? null : (
          <p className={headStyle.lead} data-testid="apply-for">
            {words.applyFor(nameParty(acting, language))}
          </p>
        )}
      </header>
      {query.data === undefined && isMissing(query.error) ? (
        <div className={`${classes.panel} ${layoutStyle.stack}`} data-testid="no-longer-offered">
          <p>{words.gone}</p>
          <KeptDraft />
        </div>
      ) : (
        <Loaded query={query} source="platform" lines={6}>
          {(service) => <WithApplicable service={service} onStep={setStep} />}
        </Loaded>
      )}
    </div>
  );
}

function isMissing(error: unknown): boolean {
  const failure = error ? readFailure(error) : null;
  return failure?.kind === 'refused' && failure.status === 404;
}

/** A service may be withdrawn while somebody fills it in. */
function KeptDraft() {
  const words = usePageWords(serviceWords);
  return (
    <p>
      {words.keptDraft} <Link to="/applications">{words.draft.endedLink}</Link>
    </p>
  );
}

interface PartProps {
  service: PublicService;
  onStep(name: string): void;
}

function WithApplicable({ service, onStep }: PartProps) {
  const words = usePageWords(serviceWords);
  const query = useQuery(applicableServiceQuery(service.code));
  return (
    <Loaded query={query} source="platform" lines={6}>
      {(applicable) =>
        applicable === null ? (
          <div className={`${classes.panel} ${layoutStyle.stack}`} data-testid="not-applicable">
            <p>{words.inactive}</p>
            <KeptDraft />
            <p>
              <Link to="/appointments">{words.book}</Link>
            </p>
          </div>
        ) : isForApplicant(applicable) ? (
          <WithDraft service={service} applicable={applicable} onStep={onStep} />
        ) : (
          <div className={`${classes.panel} ${layoutStyle.stack}`}>
            <NotForApplicant service={applicable} />
          </div>
        )
      }
    </Loaded>
  );
}

function WithDraft({ service, applicable, onStep }: PartProps & { applicable: ApplicableService }) {
  const { user } = useSession();
  const place = {
    userId: user.id,
    serviceId: applicable.id,
    partyId: readActingFor()?.id ?? null,
  };
  const isBack = useNavigationType() === 'POP';
  // Read once: sending the form remembers the application while this page is still shown.
  const [sent, setSent] = useState(() => (isBack ? readSent(place) : null));
  const query = useQuery({ ...draftQuery(applicable.id), enabled: sent === null });
  if (sent !== null)
    return (
      <SentBefore
        applicationId={sent}
        onNew={() => {
          forgetSent(place);
          setSent(null);
        }}
      />
    );
  return (
    <Loaded query={query} source="platform" lines={6}>
      {(draft) => (
        <WithVersion service={service} applicable={applicable} place={place} draft={draft} onStep={onStep} />
      )}
    </Loaded>
  );
}

/** A draft of an earlier version says what has changed since then. */
function WithVersion(props: Omit<ComponentProps<typeof ApplyForm>, 'filledFor'>) {
  const { service, applicable, draft } = props;
  // Read once: a change while this page is open is the form's own.
  const [earlier] = useState(() =>
    draft?.service_version === service.version ? null : draft?.service_version,
  );
  const query = useQuery(
    serviceQuery(earlier ? { service_id: applicable.id, service_version: earlier } : null),
  );
  return (
    <Loaded query={query} source="platform" lines={6}>
      {(old) => (
        <ApplyForm
          {...props}
          filledFor={
            old && {
              version: old.version,
              fee: old.fee,
              days: old.processing_days,
              form: old.form as ServiceForm | null,
            }
          }
        />
      )}
    </Loaded>
  );
}
