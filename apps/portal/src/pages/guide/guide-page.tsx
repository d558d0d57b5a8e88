import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { type Guide, type GuideStep, guideQuery } from '../../api/catalogue.ts';
import { grantedServicesQuery } from '../../api/gov.ts';
import { buildLoginPath } from '../../api/safe-next.ts';
import { optionalSessionQuery } from '../../api/session.ts';
import { eventName } from '../../features/catalogue/service-name.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual } from '../../i18n/two-languages.tsx';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './guide.module.css';
import { Step } from './step.tsx';
import { useTicks } from './use-ticks.ts';
import { guideWords } from './words.ts';

export function GuidePage() {
  const { language } = useLanguage();
  const words = usePageWords(guideWords);
  const { id = '' } = useParams();
  const query = useQuery(guideQuery(id));
  usePageTitle(query.data ? eventName(query.data, language) : words.one);
  return (
    <FoundPage query={query} backTo="/services" words={words}>
      {(guide) => <GuideView key={guide.id} guide={guide} />}
    </FoundPage>
  );
}

/** A step that comes by itself is nothing to do. */
const isTask = ({ how }: GuideStep) => how !== 'automatic';

function GuideView({ guide }: { guide: Guide }) {
  const words = usePageWords(guideWords);
  const { data: session } = useQuery(optionalSessionQuery);
  const granted = useQuery({ ...grantedServicesQuery, enabled: Boolean(session) });
  const { ticked, tick, clear } = useTicks(guide.id);
  const applicationOf = ({ service }: GuideStep) =>
    granted.data?.items.find(({ service_code }) => service_code === service?.code)?.application_id;
  const tasks = guide.steps.filter(isTask);
  const done = tasks.filter((step) => applicationOf(step) !== undefined || ticked.includes(step.id));

  return (
    <>
      <header className={headStyle.head}>
        <PageHeading>
          <Bilingual mn={guide.name} en={guide.en_label} />
        </PageHeading>
        {guide.description ? (
          <p className={headStyle.lead}>
            <Bilingual mn={guide.description} en={guide.description_en} />
          </p>
        ) : null}
      </header>
      {guide.steps.length > 0 ? (
        <>
          <Facts guide={guide} />
          <section aria-labelledby="steps" className={classes.steps}>
            <div className={classes.stepsHead}>
              <h2 id="steps">{words.steps}</h2>
              {tasks.length > 0 ? (
                <p role="status" className={textStyle.quiet} data-testid="guide-progress">
                  {words.progress(done.length, tasks.length)}
                </p>
              ) : null}
            </div>
            <ol className={classes.list}>
              {guide.steps.map((step) => (
                <Step
                  key={step.id}
                  step={step}
                  applicationId={applicationOf(step)}
                  isTicked={ticked.includes(step.id)}
                  onTick={isTask(step) ? (isDone) => tick(step.id, isDone) : undefined}
                />
              ))}
            </ol>
            <div className={classes.notes}>
              <p>
                {words.kept}{' '}
                {ticked.length > 0 ? (
                  <button type="button" className={classes.clear} onClick={clear}>
                    {words.clear}
                  </button>
                ) : null}
              </p>
              {session ? null : (
                <p>
                  <Link to={buildLoginPath(`/guides/${guide.id}`)}>{words.signIn}</Link>
                </p>
              )}
            </div>
          </section>
        </>
      ) : null}
      {guide.other_services.length > 0 ? (
        <section aria-labelledby="others" className={classes.others}>
          <h2 id="others">{words.others}</h2>
          <ul>
            {guide.other_services.map((service) => (
              <li key={service.id}>
                <Link to={`/services/${service.id}`}>
                  <Bilingual mn={service.name} en={service.name_en} />
                </Link>
                <p className={textStyle.quiet}>
                  <Bilingual mn={service.description} en={service.description_en} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}

function Facts({ guide }: { guide: Guide }) {
  const { language } = useLanguage();
  const words = usePageWords(guideWords);
  const fact = (title: string, text: ReactNode) => (
    <div>
      <dt>{title}</dt>
      <dd>{text}</dd>
    </div>
  );
  const hasService = guide.steps.some(({ service }) => service !== null);
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className={textStyle.hidden}>
        {words.facts}
      </h2>
      <dl className={classes.facts} data-testid="guide-facts">
        {fact(words.cost, guide.total_fee === 0 ? words.free : formatMoney(guide.total_fee, language))}
        {hasService
          ? fact(words.time, guide.longest_days === 0 ? words.atOnce : words.days(guide.longest_days))
          : null}
        {fact(words.online, words.ofSteps(guide.online_steps, guide.steps.length))}
        {guide.lead_agency
          ? fact(words.agency, <Bilingual mn={guide.lead_agency} en={guide.lead_agency_en} />)
          : null}
      </dl>
    </section>
  );
}
