import { Button, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import type { PublicService } from '../../api/catalogue.ts';
import { readFailure } from '../../api/errors.ts';
import {
  type ApplicableService,
  type Applied,
  apply,
  createKey,
  type Draft,
  dropDraft,
  paperUploadPath,
} from '../../api/gov.ts';
import { upload } from '../../api/upload.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import { ConfirmDialog } from '../profile/parts/confirm-dialog.tsx';
import { formatDateTime } from '../profile/parts/format-time.ts';
import parts from '../profile/parts/parts.module.css';
import { useExplanation } from '../profile/parts/use-explanation.ts';
import { ErrorSummary } from './error-summary.tsx';
import {
  type Answers,
  fieldId,
  listEntryFields,
  listFields,
  startAnswers,
  writePayload,
} from './form/answers.ts';
import { type Faults, findFaults, placeServerFaults } from './form/check-answers.ts';
import { FormFields } from './form/form-fields.tsx';
import { formWords } from './form/words.ts';
import { PaperPicker } from './paper-picker.tsx';
import { ReviewStep } from './review-step.tsx';
import classes from './service.module.css';
import { type DraftState, useDraft } from './use-draft.ts';
import { serviceWords } from './words.ts';

type Step = 'answers' | 'papers' | 'review';

interface ApplyFormProps {
  service: PublicService;
  applicable: ApplicableService;
  draft: Draft | null;
}

/** The answer's own label for each id that may stand in the summary. */
function labelFields(
  service: PublicService,
  language: 'mn' | 'en',
  answers: Answers,
): Record<string, string> {
  const labels: Record<string, string> = {};
  for (const [name, field] of service.form ? listFields(service.form) : []) {
    labels[fieldId(name)] = field['x-title'][language];
    const entries = answers[name];
    if (!Array.isArray(entries)) continue;
    const title = (field['x-entry-title'] ?? field['x-title'])[language];
    entries.forEach((_, index) => {
      for (const [key, inner] of listEntryFields(field))
        labels[fieldId(name, index, key)] = `${title} ${index + 1}, ${inner['x-title'][language]}`;
    });
  }
  return labels;
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
  const start = (saved: Record<string, unknown> | null): Answers =>
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
  const [files, setFiles] = useState<File[]>([]);
  const [faults, setFaults] = useState<Faults>({});
  const [resumedAt, setResumedAt] = useState(draft?.updated_at ?? null);
  const [sending, setSending] = useState<{ applied: Applied; name: string; share: number } | null>(null);
  const keeper = useDraft(applicable.id, { note, payload: answers });
  const key = useRef({ body: '', value: '' });

  const steps: Step[] = [
    ...(form || service.fulfilment === 'manual' ? (['answers'] as const) : []),
    ...(applicable.evidence.length > 0 ? (['papers'] as const) : []),
    'review',
  ];
  const step = steps.find((each) => each === query.get('step')) ?? steps[0] ?? 'review';
  const index = steps.indexOf(step);
  const goTo = (next: Step | undefined) => setQuery(next === undefined ? {} : { step: next });
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
      const applied = await apply(body, key.current.value);
      const { id } = applied.application;
      const lost: string[] = [];
      for (const file of files) {
        const tell = (share: number) => setSending({ applied, name: file.name, share });
        tell(0);
        await upload(paperUploadPath(id, file.name), file, tell).catch(() => lost.push(file.name));
      }
      return { id, lost };
    },
    onSuccess: async ({ id, lost }) => {
      await navigate(`/applications/${id}`, { replace: true, state: { submitted: true, lost } });
      client.removeQueries({ queryKey: ['gov', 'draft', applicable.id] });
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

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending) return;
    const found = form && step !== 'papers' ? findFaults(form, answers, faultWords, language) : {};
    setFaults(found);
    if (Object.keys(found).length > 0) goTo('answers');
    else if (step === 'review') send.mutate();
    else goTo(steps[index + 1]);
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
            onAfresh={() => {
              setAnswers(start(null));
              setNote('');
              setFaults({});
              setResumedAt(null);
              goTo(undefined);
            }}
          />
        ) : null}
        <h2 ref={heading} tabIndex={-1} className={parts.waiting}>
          {words.steps.of(index + 1, steps.length)}: {words.steps[step]}
        </h2>
        {step === 'answers' ? (
          <>
            <ErrorSummary faults={faults} labels={labelFields(service, language, answers)} />
            {form ? (
              <FormFields
                form={form}
                answers={answers}
                faults={faults}
                onChange={(name, value) => setAnswers((before) => ({ ...before, [name]: value }))}
              />
            ) : (
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
            )}
          </>
        ) : null}
        {step === 'papers' ? (
          <div className={classes.panel}>
            <h2>{words.papers.heading}</h2>
            <PaperPicker asked={applicable.evidence} files={files} onChange={setFiles} />
          </div>
        ) : null}
        {step === 'review' ? (
          <ReviewStep
            service={service}
            payload={form ? writePayload(form, answers) : {}}
            note={note}
            files={files}
            asksPapers={applicable.evidence.length > 0}
            onChange={form ? () => goTo('answers') : undefined}
          />
        ) : null}
        {send.error ? (
          <p role="alert" className={parts.failed} data-testid="apply-failed">
            {readFailure(send.error).kind === 'invalid' ? words.invalid : explain(send.error)}
          </p>
        ) : null}
        {sending ? (
          <div role="status" className={parts.block}>
            <p>{words.sent(sending.applied.application.reference_no)}</p>
            <p className={parts.quiet}>{words.papers.sending(sending.name)}</p>
            <progress className={classes.progress} value={sending.share} max={1} aria-label={sending.name} />
          </div>
        ) : null}
        <div className={classes.actions}>
          <Button type="submit" size="md" loading={send.isPending} data-testid="next">
            {step === 'review' ? words.submit : words.next}
          </Button>
          {index > 0 ? (
            <Button
              variant="default"
              size="md"
              disabled={send.isPending}
              onClick={() => goTo(steps[index - 1])}
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

function Resumed({ at, serviceId, onAfresh }: { at: string; serviceId: string; onAfresh(): void }) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const explain = useExplanation('platform');
  const [isAsking, setIsAsking] = useState(false);
  const drop = useMutation({
    mutationFn: () => dropDraft(serviceId),
    onSuccess: () => {
      setIsAsking(false);
      onAfresh();
    },
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
