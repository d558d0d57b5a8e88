import type { ReactNode } from 'react';
import type { Case } from '../../api/officer.ts';
import { isOpen } from '../../features/applications/clock.ts';
import { readDecision, readQuestion } from '../../features/applications/officer-said.ts';
import { Timeline } from '../../features/applications/timeline.tsx';
import { readDue } from '../../features/cases/due.ts';
import { describeDue, dueWords } from '../../features/cases/due-words.ts';
import { FactAnswer } from '../../features/facts/fact-answer.tsx';
import { optionWords } from '../../features/registry/option-words.ts';
import { AnswerList } from '../../features/service-form/answer-list.tsx';
import { readPayload } from '../../features/service-form/answers.ts';
import { formatDateTime, formatLastDay, formatMoney, formatWeekdayTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { When } from '../../ui/moment.tsx';
import classes from './case.module.css';
import { CaseFiles } from './case-files.tsx';
import { CaseHistory, CaseSignature } from './case-history.tsx';
import { caseWords } from './case-words.ts';
import { officerWords } from './words.ts';
import { workWords } from './work-words.ts';

interface CaseFactsProps {
  opened: Case;
  officerId: string;
  nowMs: number;
}

/** Everything an officer needs before a decision. */
export function CaseFacts({ opened, officerId, nowMs }: CaseFactsProps) {
  const { application, service, events, files, facts } = opened;
  const { language } = useLanguage();
  const words = usePageWords(caseWords);
  const desk = usePageWords(officerWords);
  const clock = usePageWords(dueWords);
  const work = usePageWords(workWords);
  const due = describeDue(readDue(application, nowMs), clock);
  const question = readQuestion(events);
  const decision = readDecision(application);
  const form = service?.form ?? null;
  const hasAnswers = form !== null || Object.keys(readPayload(application.payload)).length > 0;
  const holder =
    application.assigned_to === null
      ? words.holders.free
      : application.assigned_to === officerId
        ? words.holders.mine
        : (opened.holder ?? words.holders.others);

  return (
    <>
      <FactList
        items={[
          [words.applicant, application.applicant.full_name || desk.noName],
          [words.civilId, application.applicant.civil_id],
          [words.register, opened.register],
          [words.filedBy, application.on_behalf_of?.filed_by ?? null],
          [words.submitted, <When key="submitted" at={application.submitted_at} />],
          [
            words.due,
            application.due_at ? (
              <span key="due" data-testid="case-due">
                <When at={application.due_at} />
                <span className={classes.line}>
                  {application.suspended && application.suspended_at
                    ? words.stoppedAt(formatDateTime(application.suspended_at, language))
                    : due}
                </span>
                {application.sla_breached ? <span className={classes.line}>{words.breached}</span> : null}
              </span>
            ) : (
              due
            ),
          ],
          [
            words.answerUntil,
            application.info_due_at ? formatLastDay(application.info_due_at, language) : null,
          ],
          [
            words.holder,
            <span key="holder">
              {holder}
              {application.assigned_at && application.assigned_until && isOpen(application) ? (
                <>
                  <span className={classes.line} data-testid="held-until">
                    {words.heldSpan(
                      formatDateTime(application.assigned_at, language),
                      formatDateTime(application.assigned_until, language),
                    )}
                  </span>
                  <span className={classes.line}>{words.heldNote}</span>
                </>
              ) : null}
            </span>,
          ],
          [words.payment, words.payments[application.payment]],
          [
            words.collection,
            opened.collection ? (
              <span key="collection" data-testid="case-collection">
                {formatWeekdayTime(opened.collection.at, language)}
                <span className={classes.line}>{opened.collection.office}</span>
              </span>
            ) : null,
          ],
          [
            words.result,
            application.result ? (
              <span key="result">
                {desk.results[application.result]}
                {application.tacit ? <span className={classes.line}>{words.tacit}</span> : null}
              </span>
            ) : null,
          ],
        ]}
      />
      {application.note ? <Quote title={words.citizenNote}>{application.note}</Quote> : null}
      {question && isOpen(application) ? <Quote title={words.asked}>{question.text}</Quote> : null}
      {decision ? <Quote title={words.decisionNote}>{decision}</Quote> : null}
      {opened.signature ? <CaseSignature signature={opened.signature} /> : null}
      <Part id="case-answers" title={words.answers}>
        {hasAnswers ? (
          <AnswerList
            form={form}
            payload={application.payload}
            heading="h4"
            listClass={classes.facts}
            changes={question?.changes ?? []}
          />
        ) : (
          <p className={classes.quiet}>{words.noAnswers}</p>
        )}
      </Part>
      <Part id="case-files" title={words.files}>
        {facts.map((fact) => (
          <div key={fact.id} className={classes.fetched} data-testid="case-fact">
            <h4>{fact.evidence_name}</h4>
            <FactAnswer fact={fact} withProof />
          </div>
        ))}
        {files.length + facts.length === 0 ? (
          <p className={classes.quiet}>{words.noFiles}</p>
        ) : (
          <CaseFiles opened={opened} />
        )}
        {application.evidence.length > 0 ? (
          <>
            <h4 className={classes.givenTitle}>{words.provided}</h4>
            <ul className={classes.given}>
              {application.evidence.map((given) => (
                <li key={`${given.name}${given.provided_at}`}>
                  {given.name}
                  {given.reference ? <span className={classes.number}> {given.reference}</span> : null}
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </Part>
      <Part id="case-timeline" title={words.timeline}>
        <Timeline
          events={events}
          form={form}
          sayEvent={(event) => words.events[event.type]}
          sayWho={(event) => (
            <>
              {event.actor_name || words.actors[event.actor_role]} · <When at={event.created_at} />
            </>
          )}
        />
      </Part>
      {opened.handovers.length > 0 ? (
        <Part id="case-handovers" title={work.handovers}>
          <CaseHistory handovers={opened.handovers} />
        </Part>
      ) : null}
      <Part id="case-service" title={words.service}>
        {service ? <ServiceFacts service={service} /> : <p className={classes.quiet}>{words.gone}</p>}
      </Part>
    </>
  );
}

function ServiceFacts({ service }: { service: NonNullable<Case['service']> }) {
  const { language } = useLanguage();
  const words = usePageWords(caseWords);
  const options = usePageWords(optionWords);
  return (
    <FactList
      items={[
        [words.service, `${service.name} (${service.code})`],
        [words.agency, service.agency],
        [words.legalBasis, service.legal_basis],
        [words.fee, service.fee > 0 ? formatMoney(service.fee, language) : words.payments.none],
        [words.output, options[service.output_type] ?? service.output_type],
        [words.evidence, service.evidence.join(', ')],
      ]}
    />
  );
}

/** Hides empty values, because an officer reads this all day. */
function FactList({ items }: { items: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={classes.facts}>
      {items
        .filter(([, value]) => value !== null && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}

function Quote({ title, children }: { title: string; children: string }) {
  return (
    <div className={classes.quote} data-testid="quote">
      <p>{title}</p>
      <blockquote>{children}</blockquote>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={layoutStyle.part} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {children}
    </section>
  );
}
