import { Button } from '@mantine/core';
import { IconCircleCheck, IconDownload, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { readActingFor } from '../../api/acting-for.ts';
import { catalogueQuery } from '../../api/catalogue.ts';
import { type Application, applicationQuery, recordPath, serviceFormQuery } from '../../api/gov.ts';
import { paymentsQuery } from '../../api/payments.ts';
import { documentPath } from '../../api/references.ts';
import classes from '../../features/applications/applications.module.css';
import { isOpen, waitsForRegister } from '../../features/applications/clock.ts';
import { ClockLine } from '../../features/applications/clock-line.tsx';
import { readDecision } from '../../features/applications/officer-said.ts';
import { isAnswered, StatusBadge } from '../../features/applications/status-badge.tsx';
import { applicationStateWords } from '../../features/applications/words.ts';
import { PayButton } from '../../features/payments/pay-button.tsx';
import { ApplicationFee } from '../../features/payments/returned.tsx';
import { AnswerList } from '../../features/service-form/answer-list.tsx';
import { readPayload } from '../../features/service-form/answers.ts';
import { formatDate, formatMoney } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import factStyle from '../../ui/facts.module.css';
import noteStyle from '../../ui/note.module.css';
import { FoundPage } from '../../ui/page/found-page.tsx';
import { PageHeading, usePageTitle } from '../../ui/page/page.tsx';
import headStyle from '../../ui/page/page-head.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Done, Loaded } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { CancelSection } from './cancel-section.tsx';
import { CollectCard } from './collect-card.tsx';
import { InfoSection } from './info-section.tsx';
import { PapersSection } from './papers-section.tsx';
import { SignatureSection } from './signature-section.tsx';
import { StrayReply } from './stray-reply.tsx';
import { TimelineSection } from './timeline-section.tsx';
import { applicationWords } from './words.ts';

export function ApplicationPage() {
  const words = usePageWords(applicationWords);
  const { id = '' } = useParams();
  const query = useQuery({
    ...applicationQuery(id),
    refetchInterval: ({ state }) => (state.data && waitsForRegister(state.data) ? REGISTER_POLL_MS : false),
  });
  usePageTitle(query.data ? query.data.service_name : words.one);
  return (
    <FoundPage query={query} backTo="/applications" words={words}>
      {(application) => <ApplicationView key={application.id} application={application} />}
    </FoundPage>
  );
}

/** A paid certificate is usually issued within seconds. */
const REGISTER_POLL_MS = 3000;

/** States right after submission; in later states the receipt is not shown. */
const RECEIVED = ['submitted', 'registered', 'completed'];

function ApplicationView({ application }: { application: Application }) {
  const { language } = useLanguage();
  const words = usePageWords(applicationWords);
  const states = usePageWords(applicationStateWords);
  const arrived = useLocation().state as { submitted?: boolean } | null;
  const [said, setSaid] = useState('');
  const message = useRef<HTMLParagraphElement>(null);
  // The pressed button disappeared, so the focus moves to the result.
  useEffect(() => {
    if (said !== '') message.current?.focus();
  }, [said]);
  const isAsked = application.status === 'info_required';
  return (
    <>
      <header className={headStyle.head}>
        <PageHeading>{application.service_name}</PageHeading>
        <p className={headStyle.names}>
          <span className={textStyle.number}>{application.reference_no}</span>
          <span>{states.submitted(formatDate(application.submitted_at, language))}</span>
          {application.on_behalf_of ? (
            <span data-testid="on-behalf-of">
              {states.onBehalfOf(application.on_behalf_of.name, application.on_behalf_of.filed_by)}
            </span>
          ) : null}
        </p>
      </header>
      <div className={classes.columns}>
        <div className={classes.column}>
          <Done ref={message} testId="said">
            {said}
          </Done>
          {application.payment === 'none' ? null : <ApplicationFee applicationId={application.id} />}
          {arrived?.submitted && RECEIVED.includes(application.status) ? (
            <Receipt application={application} />
          ) : (
            <StateBlock application={application} />
          )}
          <CollectCard application={application} />
          <SignatureSection application={application} />
          <StrayReply application={application} />
          {isAsked ? (
            <InfoSection application={application} onDone={() => setSaid(words.info.sent)} />
          ) : (
            <>
              <PapersSection application={application} />
              <GivenSection application={application} />
            </>
          )}
        </div>
        <div className={classes.column}>
          <TimelineSection application={application} />
          {isOpen(application) && !(waitsForRegister(application) && application.payment === 'paid') ? (
            <CancelSection application={application} onDone={() => setSaid(words.cancel.done)} />
          ) : null}
        </div>
      </div>
    </>
  );
}

/** After submission: the result, the number, the next step and the deadline. */
function Receipt({ application }: { application: Application }) {
  const { language } = useLanguage();
  const { receipt: words, registerWait } = usePageWords(applicationWords);
  const { clock } = usePageWords(applicationStateWords);
  const isDone = application.status === 'completed';
  const next = isDone
    ? application.output_ref_id
      ? words.nextDocument
      : words.nextDone
    : application.payment === 'pending'
      ? readActingFor()?.isAuthorised
        ? words.nextFeeOfOthers(formatMoney(application.fee, language))
        : words.nextFee(formatMoney(application.fee, language))
      : waitsForRegister(application)
        ? registerWait
        : words.nextReview;
  return (
    <section
      className={`${classes.state} ${classes.receipt}`}
      aria-labelledby="receipt"
      data-testid="receipt"
    >
      <div className={classes.receiptHead} role="status">
        <IconCircleCheck size={30} stroke={1.7} aria-hidden="true" />
        <div>
          <h2 id="receipt">{isDone ? words.done : words.title}</h2>
          <p>{isDone ? words.doneText : words.text(application.reference_no)}</p>
        </div>
      </div>
      <p className={classes.receiptNumber}>
        <span className={textStyle.quiet}>{words.number}</span>
        <strong data-testid="reference-no">{application.reference_no}</strong>
        <CopyButton text={application.reference_no} label={words.number} />
      </p>
      <h3>{words.next}</h3>
      <p>
        {next}
        {!isDone && application.fee_due_at
          ? ` ${clock.payBy(formatDate(application.fee_due_at, language))}`
          : ''}
      </p>
      {!isDone && application.due_at ? <ClockLine application={application} /> : null}
      <NextAction application={application} />
      <div className={classes.links}>
        <RecordLink application={application} />
        <Link to="/applications">{words.all}</Link>
        <Link to="/services">{words.others}</Link>
      </div>
      <p className={textStyle.quiet}>{words.keep}</p>
    </section>
  );
}

function RecordLink({ application }: { application: Application }) {
  const { record } = usePageWords(applicationWords);
  return (
    <Button
      component="a"
      href={recordPath(application.id)}
      variant="default"
      leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
      data-testid="record"
    >
      {record}
    </Button>
  );
}

function StateBlock({ application }: { application: Application }) {
  const { language } = useLanguage();
  const words = usePageWords(applicationWords);
  const { statuses } = usePageWords(applicationStateWords);
  const isOwed = application.payment === 'pending' && isOpen(application);
  const decision = readDecision(application);
  const answeredAt = isAnswered(application) ? application.answered_at : undefined;
  const meaning = answeredAt
    ? words.answeredText(formatDate(answeredAt, language), application.assigned)
    : waitsForRegister(application)
      ? words.registerWait
      : application.status === 'in_review' && !application.assigned
        ? words.unheld
        : words.meaning[application.status];
  return (
    <section className={classes.state} aria-label={statuses[application.status]} data-testid="state">
      <div>
        <StatusBadge application={application} />
      </div>
      <p data-testid="meaning">{meaning}</p>
      <ClockLine application={application} />
      {isOwed ? <p data-testid="fee-owed">{words.owed(formatMoney(application.fee, language))}</p> : null}
      {isOwed && application.due_at !== null ? <p>{words.feeBeforeIssue}</p> : null}
      <NextAction application={application} />
      {decision ? (
        <div>
          <p className={textStyle.quiet}>{words.decision}</p>
          <p className={classes.asked}>{decision}</p>
        </div>
      ) : null}
      {CAME_TO_NOTHING.includes(application.status) ? <AgainLink code={application.service_code} /> : null}
      {application.status === 'rejected' ? (
        <p>
          <Link to="/help/appeal">{words.appeal}</Link>
        </p>
      ) : null}
      <div>
        <RecordLink application={application} />
      </div>
    </section>
  );
}

const CAME_TO_NOTHING = ['rejected', 'cancelled', 'expired'];

/** A link to apply again, if the service is still in the catalogue. */
function AgainLink({ code }: { code: string }) {
  const words = usePageWords(applicationWords);
  const { data } = useQuery(catalogueQuery({ q: code, life_event_id: '', authority: '' }));
  const service = data?.items.find((each) => each.code === code);
  return service ? (
    <p>
      <Link to={`/services/${service.id}`} data-testid="again">
        {words.again}
      </Link>
    </p>
  ) : null;
}

/** The one next step: pay the fee, or download the issued certificate. */
function NextAction({ application }: { application: Application }) {
  const words = usePageWords(applicationWords);
  const isOwed = application.payment === 'pending' && isOpen(application);
  const payments = useQuery({ ...paymentsQuery, enabled: isOwed });
  const payment = payments.data?.items.find(
    (each) => each.application_id === application.id && each.status === 'pending',
  );
  if (isOwed && payment) {
    return <PayButton id={payment.id} label={words.pay} isFirst={application.status !== 'info_required'} />;
  }
  if (isOwed && payments.data && application.on_behalf_of)
    return (
      <p className={noteStyle.note} data-testid="others-pay">
        {words.othersPay(application.on_behalf_of.name)}
      </p>
    );
  if (!application.output_ref_id) return null;
  return (
    <div>
      <Button
        component="a"
        href={documentPath(application.output_ref_id)}
        size="md"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        data-testid="download-document"
      >
        {words.document}
      </Button>
    </div>
  );
}

/** The sent answers, with the labels of their form. */
function GivenSection({ application }: { application: Application }) {
  const words = usePageWords(applicationWords);
  const hasAnswers = Object.keys(readPayload(application.payload)).length > 0;
  const form = useQuery({ ...serviceFormQuery(application), enabled: hasAnswers });
  if (!hasAnswers && application.note === '') return null;
  return (
    <Section id="given" title={words.answers}>
      {application.note ? (
        <dl className={factStyle.details}>
          <div>
            <dt>{words.note}</dt>
            <dd>{application.note}</dd>
          </div>
        </dl>
      ) : null}
      {hasAnswers ? (
        <Loaded query={form} source="platform" lines={3}>
          {(questions) => (
            <div>
              <AnswerList form={questions} payload={application.payload} />
            </div>
          )}
        </Loaded>
      ) : null}
    </Section>
  );
}
