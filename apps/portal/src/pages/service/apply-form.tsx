import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PublicService } from '../../api/catalogue.ts';
import { readFailure } from '../../api/errors.ts';
import {
  type ApplicableService,
  apply,
  createKey,
  type Draft,
  draftsQuery,
  draftUploadPath,
  dropDraft,
  forgetDraft,
  type Paper,
} from '../../api/gov.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ConfirmDialog } from '../profile/parts/confirm-dialog.tsx';
import { Failed } from '../profile/parts/form-actions.tsx';
import parts from '../profile/parts/parts.module.css';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import { type Answers, startAnswers, writePayload } from './form/answers.ts';
import { type Faults, findFaults, forgetFaults, placeServerFaults } from './form/check-answers.ts';
import { FormFields } from './form/form-fields.tsx';
import { formWords } from './form/words.ts';
import { PaperPicker } from './paper-picker.tsx';
import { usePaperUpload } from './paper-upload.tsx';
import { ReviewStep } from './review-step.tsx';
import classes from './service.module.css';
import { type DraftKeeper, type DraftState, useDraft } from './use-draft.ts';
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
  const { faults: faultWords } = usePageWords(formWords);
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
  const [answers, setAnswers] = useState<Answers>(() => start(draft?.payload ?? null));
  const [note, setNote] = useState(draft?.note ?? '');
  const [papers, setPapers] = useState<readonly Paper[]>(draft?.files ?? []);
  const [faults, setFaults] = useState<Faults>({});
  const [resumedAt, setResumedAt] = useState(draft?.updated_at ?? null);
  // A paper is kept with the draft, and makes one where there was none.
  const refreshDrafts = () => client.invalidateQueries({ queryKey: draftsQuery.queryKey });
  const uploads = usePaperUpload({
    pathOf: (name) => draftUploadPath(applicable.id, name),
    onArrived: (paper) => {
      setPapers((before) => [...before, paper]);
      refreshDrafts();
    },
  });
  const keeper = useDraft(applicable.id, { note, payload: answers });
  const key = useRef({ body: '', value: '' });

  const steps: Step[] = [
    ...(form || service.fulfilment === 'manual' ? (['answers'] as const) : []),
    ...(applicable.evidence.length > 0 ? (['papers'] as const) : []),
    'review',
  ];
  const step = steps.find((each) => each === query.get('step')) ?? steps[0] ?? 'review';
  const index = steps.indexOf(step);
  const goTo = (next: Step) => {
    keeper.flush();
    setQuery({ step: next });
  };
  const heading = useStepFocus(step);

  const send = useMutation({
    mutationFn: async () => {
      keeper.stop();
      const body = {
        service_id: applicable.id,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        payload: form ? writePayload(form, answers) : {},
      };
      const text = JSON.stringify(body);
      // The same wish has the same key, so that a second press or a lost answer never applies twice.
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
      const failure = readFailure(error);
      if (failure.kind !== 'invalid' || !form) return;
      setFaults(placeServerFaults(failure.errors, faultWords));
      goTo('answers');
    },
  });

  const explainSend = (error: Error) =>
    readFailure(error).kind === 'invalid' ? words.invalid : explain(error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || uploads.isPending) return;
    const found = form && step !== 'papers' ? findFaults(form, answers, faultWords, language) : {};
    setFaults(found);
    if (Object.keys(found).length > 0) goTo('answers');
    else if (step === 'review') send.mutate();
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
      <form className={classes.form} onSubmit={submit} noValidate data-testid="apply-form" data-step={step}>
        {resumedAt && step !== 'review' ? (
          <Resumed
            at={resumedAt}
            serviceId={applicable.id}
            keeper={keeper}
            onAfresh={() => {
              const fresh = start(null);
              keeper.beginAfresh({ note: '', payload: fresh });
              setAnswers(fresh);
              setNote('');
              setPapers([]);
              setFaults({});
              setResumedAt(null);
              setQuery({});
              // The banner that was answered has gone.
              heading.current?.focus();
            }}
          />
        ) : null}
        <h2 ref={heading} tabIndex={-1} className={parts.waiting}>
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
          <div className={classes.panel}>
            <h2>{words.papers.heading}</h2>
            <PaperPicker
              asked={applicable.evidence}
              serviceId={applicable.id}
              papers={papers}
              uploads={uploads}
              onRemoved={(gone) => {
                setPapers((before) => before.filter(({ id }) => id !== gone.id));
                refreshDrafts();
              }}
            />
          </div>
        ) : null}
        {step === 'review' ? (
          <ReviewStep
            service={service}
            payload={form ? writePayload(form, answers) : {}}
            note={note}
            papers={papers}
            asksPapers={applicable.evidence.length > 0}
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

/** The next step begins at its heading: for the eye at the top, for a screen reader with its name. */
function useStepFocus(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    window.scrollTo(0, 0);
    // The error summary takes the focus where there is one.
    if (!document.querySelector('[data-testid=error-summary]'))
      heading.current?.focus({ preventScroll: true });
  }, [step]);
  return heading;
}

function DraftLine({ state }: { state: DraftState }) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const text =
    state.kind === 'saved'
      ? words.saved(formatDateTime(state.at, language))
      : { idle: words.keep, saving: words.saving, failed: words.failed }[state.kind];
  return (
    <p
      className={classes.draftState}
      data-testid="draft-state"
      data-state={state.kind}
      data-failed={state.kind === 'failed'}
      // Said aloud only when it went wrong: a voice after each pause would be in the way.
      role={state.kind === 'failed' ? 'alert' : undefined}
    >
      {text}
    </p>
  );
}

interface ResumedProps {
  at: string;
  serviceId: string;
  keeper: DraftKeeper;
  onAfresh(): void;
}

function Resumed({ at, serviceId, keeper, onAfresh }: ResumedProps) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const explain = useExplanation('platform');
  const client = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const drop = useMutation({
    mutationFn: () => {
      keeper.stop();
      return dropDraft(serviceId);
    },
    onSuccess: () => {
      forgetDraft(client, serviceId);
      setIsAsking(false);
      onAfresh();
    },
    onError: () => keeper.goOn(),
  });
  return (
    <div className={classes.resumed} role="status" data-testid="draft-resumed">
      <p>{words.resumed(formatDateTime(at, language))}</p>
      <Button variant="default" size="sm" onClick={() => setIsAsking(true)}>
        {words.afresh}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={words.afreshTitle}
        confirmLabel={words.afresh}
        isPending={drop.isPending}
        failure={drop.error ? explain(drop.error) : null}
        onConfirm={() => drop.mutate()}
        onClose={() => setIsAsking(false)}
      >
        <p>{words.afreshText}</p>
      </ConfirmDialog>
    </div>
  );
}
