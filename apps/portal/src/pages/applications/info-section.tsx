import { Button, Textarea } from '@mantine/core';
import { listMissingSlots } from '@tamga/forms';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import { readActingFor } from '../../api/acting-for.ts';
import type { ServiceForm } from '../../api/catalogue.ts';
import { readFailure } from '../../api/errors.ts';
import { applicationFactsQuery } from '../../api/facts.ts';
import {
  type Application,
  papersQuery,
  provideInfo,
  serviceFormQuery,
  timelineQuery,
} from '../../api/gov.ts';
import classes from '../../features/applications/applications.module.css';
import { readQuestion } from '../../features/applications/officer-said.ts';
import { AnswerList } from '../../features/service-form/answer-list.tsx';
import { type Answers, listChanges, readPayload, startAnswers } from '../../features/service-form/answers.ts';
import {
  explainMissing,
  type Faults,
  findFaults,
  forgetFaults,
  paperId,
  placeServerFaults,
} from '../../features/service-form/check-answers.ts';
import { FormFields } from '../../features/service-form/form-fields.tsx';
import { readKnownFacts } from '../../features/service-form/known-person.ts';
import { formWords } from '../../features/service-form/words.ts';
import { formatLastDay } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { Section } from '../../ui/page/section.tsx';
import { Failed, Loaded } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { forgetStrayReplies, MAX_NOTE_LENGTH, readReply } from './kept-reply.ts';
import { PaperList } from './papers-section.tsx';
import { useReplyKeeper } from './use-reply-keeper.ts';
import { applicationWords } from './words.ts';

interface InfoSectionProps {
  application: Application;
  onDone(): void;
}

/** Shows the officer's question, and takes the reply: changed answers, files, a note. */
export function InfoSection({ application, onDone }: InfoSectionProps) {
  const { language } = useLanguage();
  const { info: words } = usePageWords(applicationWords);
  const timeline = useQuery(timelineQuery(application.id));
  const form = useQuery(serviceFormQuery(application));
  // The application also holds the last question, for the time before the timeline loads and if it fails to load.
  const question = readQuestion(timeline.data?.items ?? [])?.text ?? application.decision_note;
  return (
    <Section id="info" title={words.heading} lead={words.lead}>
      {application.info_due_at ? (
        <p data-testid="answer-until">{words.until(formatLastDay(application.info_due_at, language))}</p>
      ) : null}
      {question ? (
        <div>
          <p className={textStyle.quiet}>{words.asked}</p>
          <p className={classes.asked} data-testid="asked">
            {question}
          </p>
        </div>
      ) : null}
      <Loaded query={form} source="platform" lines={6}>
        {(questions) => <Reply application={application} form={questions} onDone={onDone} />}
      </Loaded>
    </Section>
  );
}

function Reply({ application, form, onDone }: InfoSectionProps & { form: ServiceForm | null }) {
  const { language } = useLanguage();
  const { info: words, papers: paperWords } = usePageWords(applicationWords);
  const { missingPaper } = usePageWords(formWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const papers = useQuery(papersQuery(application.id));
  const fetchedFacts = useQuery(applicationFactsQuery(application.id, language));
  const { user } = useSession();
  const facts = readKnownFacts(user, readActingFor());
  const since = application.suspended_at ?? '';
  const place = { userId: user.id, applicationId: application.id, askedAt: since };
  const [restored, setRestored] = useState(() => readReply(place, form));
  const sent = form ? startAnswers(form, application.payload, null) : {};
  /** Null until the person edits the answers. */
  const [answers, setAnswers] = useState<Answers | null>(
    restored && Object.keys(restored.answers).length > 0 ? { ...sent, ...restored.answers } : null,
  );
  const [faults, setFaults] = useState<Faults>({});
  const [paperFaults, setPaperFaults] = useState<Faults>({});
  const [text, setText] = useState(restored?.note ?? '');
  const [isEmpty, setIsEmpty] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const changes = form && answers ? listChanges(form, application.payload, answers) : {};
  const hasChanges = Object.keys(changes).length > 0;
  const hasNewPaper = papers.data?.items.some((paper) => paper.created_at > since) ?? false;

  const keeper = useReplyKeeper(place, { answers: pickChanged(sent, answers ?? sent), note: text });

  const answer = useMutation({
    mutationFn: () =>
      provideInfo(application.id, {
        ...(text.trim() === '' ? {} : { note: text.trim() }),
        ...(hasChanges ? { payload: changes } : {}),
      }),
    onSuccess: () => {
      keeper.stop();
      forgetStrayReplies(place, since);
      onDone();
      return client.invalidateQueries({ queryKey: ['gov'] });
    },
    onError: (error) => {
      const failure = readFailure(error);
      // The question may have been withdrawn meanwhile.
      if (failure.kind === 'refused') void client.invalidateQueries({ queryKey: ['gov'] });
      if (failure.kind !== 'invalid' || !form) return;
      const found = placeServerFaults(form, failure.errors, missingPaper);
      setFaults(found.answers);
      setPaperFaults(found.papers);
    },
  });
  /** Requires only papers that the changed answers newly ask for: the officer has already seen the others. */
  const findNewPapers = (asked: ServiceForm): Faults => {
    const filed = papers.data?.items ?? [];
    const fetched = fetchedFacts.data?.items.map(({ slot }) => slot);
    const before = listMissingSlots(asked, readPayload(application.payload), filed, fetched).map(
      ({ key }) => key,
    );
    const missing = listMissingSlots(asked, answers ?? {}, filed, fetched);
    return explainMissing(
      missing.filter(({ key }) => !before.includes(key)),
      missingPaper,
    );
  };
  const explainAnswer = (error: Error) =>
    readFailure(error).kind === 'invalid' ? words.invalid : explain(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (answer.isPending) return;
    const found =
      form && answers && hasChanges
        ? findFaults(form, answers, {
            language,
            now: new Date(),
            changed: new Set(Object.keys(changes)),
            facts,
          })
        : {};
    const lacking = form && answers && hasChanges ? findNewPapers(form) : {};
    const nothing = text.trim() === '' && !hasChanges && !hasNewPaper;
    setFaults(found);
    setPaperFaults(lacking);
    setIsEmpty(nothing);
    if (Object.keys({ ...found, ...lacking }).length > 0) return;
    if (nothing) field.current?.focus();
    else answer.mutate();
  };
  const turn = (next: Answers | null) => {
    setAnswers(next);
    setFaults({});
    setPaperFaults({});
    // The pressed button is no longer on the page, and the focus would be lost with it.
    heading.current?.focus();
  };
  const startOver = () => {
    setText('');
    setIsEmpty(false);
    setRestored(null);
    answer.reset();
    turn(null);
    if (!form) field.current?.focus();
  };

  return (
    <>
      {restored ? (
        <div className={classes.restored} role="status" data-testid="reply-restored">
          <p>{words.restored}</p>
          <Button variant="default" size="compact-md" onClick={startOver}>
            {words.afresh}
          </Button>
        </div>
      ) : null}
      <div className={classes.reply}>
        {form ? (
          <div className={layoutStyle.stack}>
            <div className={classes.replyHead}>
              <h3 ref={heading} tabIndex={-1}>
                {words.answers}
              </h3>
              <Button
                variant="default"
                size="compact-md"
                data-testid="change-answers"
                onClick={() => turn(answers ? null : sent)}
              >
                {answers ? words.keep : words.change}
              </Button>
            </div>
            {answers ? (
              <FormFields
                form={form}
                answers={answers}
                faults={faults}
                facts={facts}
                onChange={(name, value) => {
                  setAnswers((before) => ({ ...before, [name]: value }));
                  setFaults((before) => forgetFaults(before, name));
                }}
              />
            ) : (
              <div>
                <AnswerList form={form} payload={application.payload} heading="h4" />
              </div>
            )}
          </div>
        ) : null}
        <div className={layoutStyle.stack}>
          <h3 id="papers-title" tabIndex={-1}>
            {paperWords.heading}
          </h3>
          <ErrorSummary errors={paperFaults} labels={labelSlots(form, language)} />
          <PaperList application={application} answers={answers} faults={paperFaults} />
        </div>
        <form className={layoutStyle.stack} onSubmit={submit} noValidate>
          <h3>{words.label}</h3>
          <Textarea
            ref={field}
            size="md"
            rows={4}
            maxLength={MAX_NOTE_LENGTH}
            label={words.note}
            description={words.hint}
            error={isEmpty ? words.required : null}
            value={text}
            data-testid="info-answer"
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Failed text={answer.error ? explainAnswer(answer.error) : null} testId="info-failed" />
          <div>
            <Button type="submit" size="md" loading={answer.isPending} data-testid="info-send">
              {words.send}
            </Button>
          </div>
        </form>
      </div>
    </>
  );
}

const labelSlots = (form: ServiceForm | null, language: Language): Record<string, string> =>
  Object.fromEntries(
    (form?.['x-papers'] ?? []).map((slot) => [paperId(slot.key), slot['x-title'][language]]),
  );

/** Compares the typed text: a space or half a number is no change to send, but the kept reply must restore it. */
const pickChanged = (sent: Answers, answers: Answers): Answers =>
  Object.fromEntries(
    Object.entries(answers).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(sent[name])),
  );
