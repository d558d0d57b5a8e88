import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox } from '@mantine/core';
import { IconBuildingBank, IconDeviceDesktop, IconSparkles } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { GuidePaper, GuideService, GuideStep } from '../../api/catalogue.ts';
import { formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { Bilingual, inLanguage } from '../../i18n/two-languages.tsx';
import { Badge } from '../../ui/badge.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './guide.module.css';
import { guideWords } from './words.ts';

const ICONS = { online: IconDeviceDesktop, in_person: IconBuildingBank, automatic: IconSparkles };

interface StepProps {
  step: GuideStep;
  /** The application that granted the service of this step. */
  applicationId: string | undefined;
  isTicked: boolean;
  /** Missing where nothing is to do. */
  onTick: ((isDone: boolean) => void) | undefined;
}

export function Step({ step, applicationId, isTicked, onTick }: StepProps) {
  const { language } = useLanguage();
  const words = usePageWords(guideWords);
  const { service } = step;
  const Icon = ICONS[step.how];
  const title = service ? { mn: service.name, en: service.name_en } : { mn: step.title, en: step.title_en };
  return (
    <li
      className={classes.step}
      data-done={applicationId !== undefined || isTicked || undefined}
      data-testid="guide-step"
    >
      <div className={classes.stepHead}>
        <h3>
          {service ? (
            <Link to={`/services/${service.id}`}>
              <Bilingual {...title} />
            </Link>
          ) : (
            <Bilingual {...title} />
          )}
        </h3>
        <span className={classes.how} data-how={step.how}>
          <Icon size={18} stroke={1.7} aria-hidden="true" />
          {words.how[step.how]}
        </span>
      </div>
      {step.body ? (
        <p>
          <Bilingual mn={step.body} en={step.body_en} />
        </p>
      ) : null}
      {service ? <ServiceFacts service={service} /> : null}
      {applicationId !== undefined ? (
        <p className={classes.doneLine} data-testid="step-done">
          <Badge tone="good">{words.done}</Badge>{' '}
          <Link to={`/applications/${applicationId}`}>{words.seeApplication}</Link>
        </p>
      ) : onTick ? (
        <div className={classes.actions}>
          {service ? (
            <Button component={Link} to={`/services/${service.id}`} variant="default">
              {words.open}
            </Button>
          ) : null}
          <Checkbox
            label={words.tick}
            aria-label={words.tickOf(inLanguage(title, language))}
            checked={isTicked}
            onChange={(event) => onTick(event.currentTarget.checked)}
          />
        </div>
      ) : null}
    </li>
  );
}

function ServiceFacts({ service }: { service: GuideService }) {
  const { language } = useLanguage();
  const words = usePageWords(guideWords);
  return (
    <>
      <p className={textStyle.quiet}>
        <Bilingual mn={service.authority} en={service.authority_en} />
        {' · '}
        {service.fee === 0 ? words.free : formatMoney(service.fee, language)}
        {' · '}
        {service.fulfilment === 'auto' ? words.issued : words.days(service.max_days)}
      </p>
      {service.papers.length > 0 ? (
        <div className={classes.papers}>
          <p>{words.papers}</p>
          <ul>
            {service.papers.map((paper) => (
              <Paper key={paper.name} paper={paper} />
            ))}
          </ul>
        </div>
      ) : null}
    </>
  );
}

function Paper({ paper }: { paper: GuidePaper }) {
  const words = usePageWords(guideWords);
  return (
    <li data-source={paper.source}>
      <Bilingual mn={paper.name} en={paper.name_en} />
      {paper.source === 'fetched' ? <span className={textStyle.quiet}> – {words.fetched}</span> : null}
      {paper.source === 'issued' ? (
        <>
          {' – '}
          <Link to={`/services/${paper.service_id}`}>{words.getHere}</Link>
        </>
      ) : null}
    </li>
  );
}
