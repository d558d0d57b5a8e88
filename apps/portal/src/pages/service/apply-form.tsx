import { Button, Textarea } from '@mantine/core';
import { listAskedSlots, listMissingSlots } from '@tamga/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PaperSlot, PublicService, ServiceForm } from '../../api/catalogue.ts';
import { readFailure, readReason } from '../../api/errors.ts';
import {
  type ApplicableService,
  apply,
  createKey,
  type Draft,
  draftPapersOf,
  draftsQuery,
  forgetDraft,
  type Paper,
} from '../../api/gov.ts';
import { FetchPaper } from '../../features/facts/fetch-paper.tsx';
import { useDraftFacts } from '../../features/facts/use-draft-facts.ts';
import { PaperPicker } from '../../features/papers/paper-picker.tsx';
import { usePaperUpload } from '../../features/papers/paper-upload.tsx';
import {
  type Answers,
  fieldId,
  readFieldId,
  startAnswers,
  writePayload,
} from '../../features/service-form/answers.ts';
import {
  explainMissing,
  type Faults,
  findFaults,
  forgetFaults,
  paperId,
  placeServerFaults,
} from '../../features/service-form/check-answers.ts';
import { FormFields } from '../../features/service-form/form-fields.tsx';
import { formWords } from '../../features/service-form/words.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import noteStyle from '../../ui/note.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import textStyle from '../../ui/text.module.css';
import { DraftLine, Resumed } from './draft-state.tsx';
import { readPreparedAnswers } from './prepared-answers.ts';
import { ReviewStep } from './review-step.tsx';
import classes from './service.module.css';
import { useDraft } from './use-draft.ts';
import { serviceWords } from './words.ts';

type Step = 'answers' | 'papers' | 'review';

interface ApplyFormProps {
  service: PublicService;
  applicable: ApplicableService;
  draft: Draft | null;
}

export function ApplyForm({ service, applicable, draft }: ApplyFormProps) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { missingPaper } = usePageWords(formWords);
  const explain = useExplanation('platform', words.codes);
  const { user } = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const { form } = service;
  const start = (saved: unknown): Answers =>
    form
      ? startAnswers(form, saved, {
          last_name: user.last_name,
          first_name: user.first_name,
          national_id: user.eid?.national_id ?? '',
          email: user.email,
        })
      : {};
  // What the person saved themselves wins over a link.
  const [prepared] = useState(() => (draft === null ? readPreparedAnswers(window.location.hash) : null));
  const [answers, setAnswers] = useState<Answers>(() => start(draft?.payload ?? prepared));
  const [note, setNote] = useState(draft?.note ?? '');
  const [papers, setPapers] = useState<readonly Paper[]>(draft?.files ?? []);
  const [faults, setFaults] = useState<Faults>({});
  const [paperFaults, setPaperFaults] = useState<Faults>({});
  const [resumedAt, setResumedAt] = useState(draft?.updated_at ?? null);
  // An uploaded paper belongs to the draft, and creates the draft if there is none.
  const refreshDrafts = () => client.invalidateQueries({ queryKey: draftsQuery.queryKey });
  const uploads = usePaperUpload({
    target: draftPapersOf(applicable.id),
    onArrived: (paper) => {
      setPapers((before) => [...before, paper]);
      if (paper.slot !== null) setPaperFaults((before) => without(before, paperId(paper.slot ?? '')));
      refreshDrafts();
    },
  });
  const key = useRef({ body: '', value: '' });
  const slots = listAskedSlots(form, answers);
  const fetched = useDraftFacts(applicable.id, slots, refreshDrafts);

  const steps: Step[] = [
    ...(form || service.fulfilment === 'manual' ? (['answers'] as const) : []),
    ...(slots.length > 0 || applicable.evidence.length > 0 ? (['papers'] as const) : []),
    'review',
  ];
  const [left, setLeft] = useState(draft);
  const wanted = query.get('step') ?? left?.step;
  const step = steps.find((each) => each === wanted) ?? steps[0] ?? 'review';
  const index = steps.indexOf(step);
  const keeper = useDraft(
    applicable.id,
    { note, payload: answers },
    {
      hasDraft: left !== null || papers.length > 0 || fetched.isBegun,
      place: { step: left?.step ?? step, field: left?.field ?? '' },
    },
  );
  const goTo = (next: Step) => {
    keeper.setPlace({ step: next, field: '' });
    setQuery({ step: next });
  };
  const heading = useStepFocus(step);
  useReturn(left?.step === step ? left.field : '');

  const send = useMutation({
    mutationFn: async () => {
      keeper.stop();
      const body = {
        service_id: applicable.id,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        payload: form ? writePayload(form, answers) : {},
        ...(fetched.accepted.length === 0 ? {} : { facts: fetched.accepted.map(({ id }) => id) }),
      };
      const text = JSON.stringify(body);
      // The same body has the same idempotency key, so that a second press or a lost answer never applies twice.
      if (key.current.body !== text) key.current = { body: text, value: createKey() };
      return (await apply(body, key.current.value)).application.id;
    },
    onSuccess: async (id) => {
      await navigate(`/applications/${id}`, { replace: true, state: { submitted: true } });
      client.removeQueries({ queryKey: ['gov', 'draft', applicable.id] });
      forgetDraft(client, applicable.id);
      client.invalidateQueries({ queryKey: ['gov'] });
    },
    onError: (error) => {
      keeper.goOn();
      fetched.refresh();
      const failure = readFailure(error);
      if (failure.kind !== 'invalid' || !form) return;
      showFaults(placeServerFaults(form, failure.errors, missingPaper));
    },
  });

  const showFaults = (found: { answers: Faults; papers: Faults }) => {
    setFaults(found.answers);
    setPaperFaults(found.papers);
    if (Object.keys(found.answers).length > 0) goTo('answers');
    else if (Object.keys(found.papers).length > 0) goTo('papers');
  };

  const explainSend = (error: Error) =>
    readFailure(error).kind === 'invalid' ? words.invalid : (readReason(error) ?? explain(error));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || uploads.isPending) return;
    const found = {
      answers: form && step !== 'papers' ? findFaults(form, answers, { language, now: new Date() }) : {},
      papers:
        step === 'answers'
          ? {}
          : explainMissing(listMissingSlots(form, answers, papers, fetched.filled), missingPaper),
    };
    showFaults(found);
    if (Object.keys({ ...found.answers, ...found.papers }).length > 0) return;
    if (step === 'review') send.mutate();
    else goTo(steps[index + 1] ?? 'review');
  };

  return (
    <>
      <ol className={classes.steps} aria-label={words.steps.label}>
        {steps.map((each) => (
          <li key={each} aria-current={each === step ? 'step' : undefined}>
            {words.steps[each]}
          </li>
        ))}
      </ol>
      <form
        className={classes.form}
        onSubmit={submit}
        onFocus={({ target }) => {
          const field = readFieldId(target.id);
          if (field !== '') keeper.setPlace({ step, field });
        }}
        noValidate
        data-testid="apply-form"
        data-step={step}
      >
        {resumedAt && (step !== 'review' || step === left?.step) ? (
          <Resumed
            at={resumedAt}
            serviceId={applicable.id}
            keeper={keeper}
            onStartOver={() => {
              const fresh = start(null);
              keeper.startOver({ note: '', payload: fresh });
              setAnswers(fresh);
              setNote('');
              setPapers([]);
              fetched.refresh();
              setFaults({});
              setPaperFaults({});
              setLeft(null);
              setResumedAt(null);
              setQuery({});
              // The banner is no longer on the page, and the focus would be lost with it.
              heading.current?.focus();
            }}
          />
        ) : null}
        {prepared && step === 'answers' ? (
          <p className={noteStyle.note} data-tone="warn" data-testid="prepared">
            {words.prepared}
          </p>
        ) : null}
        <h2 ref={heading} tabIndex={-1} className={textStyle.hidden}>
          {words.steps.of(index + 1, steps.length)}: {words.steps[step]}
        </h2>
        {step === 'answers' && form ? (
          <FormFields
            form={form}
            answers={answers}
            faults={faults}
            onChange={(name, value) => {
              setAnswers((before) => ({ ...before, [name]: value }));
              setFaults((before) => forgetFaults(before, name));
            }}
          />
        ) : null}
        {step === 'answers' && !form ? (
          <div className={classes.panel}>
            <Textarea
              size="md"
              rows={4}
              label={words.note}
              maxLength={2000}
              value={note}
              data-testid="note"
              onChange={(event) => setNote(event.currentTarget.value)}
            />
          </div>
        ) : null}
        {step === 'papers' ? (
          <ErrorSummary
            errors={paperFaults}
            labels={Object.fromEntries(slots.map((slot) => [paperId(slot.key), slot['x-title'][language]]))}
          />
        ) : null}
        {step === 'papers' ? (
          <div className={classes.panel}>
            <h2>{words.papersHeading}</h2>
            <PaperPicker
              asked={applicable.evidence}
              slots={slots}
              faults={paperFaults}
              serviceId={applicable.id}
              papers={papers}
              uploads={uploads}
              onRemoved={(gone) => {
                setPapers((before) => before.filter(({ id }) => id !== gone.id));
                refreshDrafts();
              }}
              renderFetched={({ key: slot }) => (
                <FetchPaper
                  serviceId={applicable.id}
                  offer={fetched.offerFor(slot)}
                  fact={fetched.factFor(slot)}
                  onChanged={(fact) => {
                    fetched.refresh();
                    if (fact.state === 'accepted') setPaperFaults((before) => without(before, paperId(slot)));
                  }}
                />
              )}
            />
          </div>
        ) : null}
        {step === 'review' ? (
          <ReviewStep
            service={service}
            payload={form ? writePayload(form, answers) : {}}
            note={note}
            papers={papers.filter((paper) => !isUnasked(paper, form, slots))}
            facts={fetched.accepted}
            slots={slots}
            asksPapers={steps.includes('papers')}
            onChange={form ? () => goTo('answers') : undefined}
          />
        ) : null}
        <Failed text={send.error ? explainSend(send.error) : null} testId="apply-failed" />
        <div className={classes.actions}>
          <Button
            type="submit"
            size="md"
            loading={send.isPending}
            disabled={uploads.isPending}
            data-testid="next"
          >
            {step === 'review' ? words.submit : words.next}
          </Button>
          {index > 0 ? (
            <Button
              variant="default"
              size="md"
              disabled={send.isPending}
              onClick={() => goTo(steps[index - 1] ?? 'answers')}
            >
              {words.previous}
            </Button>
          ) : null}
          {steps.length > 1 ? <DraftLine state={keeper.state} /> : null}
        </div>
      </form>
    </>
  );
}

const without = (faults: Faults, id: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([key]) => key !== id));

/** True for a paper of the form that the answers no longer ask for; the server does not send it to the officer. */
const isUnasked = ({ slot }: Paper, form: ServiceForm | null, asked: readonly PaperSlot[]) =>
  (form?.['x-papers']?.some(({ key }) => key === slot) ?? false) && !asked.some(({ key }) => key === slot);

/** Restores the focus to the field that had it when the person left the page. */
function useReturn(field: string): void {
  const wanted = useRef(field);
  useEffect(() => {
    if (wanted.current === '') return;
    const input = document.getElementById(fieldId(wanted.current));
    wanted.current = '';
    input?.focus({ preventScroll: true });
    input?.scrollIntoView({ block: 'center' });
  }, []);
}

/** Each step starts at the top of the page with the focus on its heading, so that a screen reader announces it. */
function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    window.scrollTo(0, 0);
    // The error summary focuses itself.
    if (!document.querySelector('[data-testid=error-summary]'))
      heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}
