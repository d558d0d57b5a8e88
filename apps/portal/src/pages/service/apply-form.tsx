import { Button, Textarea } from '@mantine/core';
import { listAskedSlots, listMissingSlots } from '@tamga/forms';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readActingFor } from '../../api/acting-for.ts';
import type { PublicService } from '../../api/catalogue.ts';
import { readFailure, readReason } from '../../api/errors.ts';
import {
  type ApplicableService,
  type Draft,
  draftPapersOf,
  draftsQuery,
  forgetDraft,
  type Paper,
} from '../../api/gov.ts';
import { chooseBeginning, type KeptPlace, readKeptAnswers } from '../../api/kept-answers.ts';
import { markSessionEnded, requireSamePerson } from '../../api/session.ts';
import { useDraftFacts } from '../../features/facts/use-draft-facts.ts';
import { usePaperUpload } from '../../features/papers/paper-upload.tsx';
import {
  type Answers,
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
import { readKnownFacts, readPerson } from '../../features/service-form/known-person.ts';
import { formWords } from '../../features/service-form/words.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { useSession } from '../../shell/signed-in.tsx';
import noteStyle from '../../ui/note.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { useLeaveWarning } from '../../ui/use-leave-warning.ts';
import { DraftConflict } from './draft-conflict.tsx';
import { DraftLine, Resumed } from './draft-state.tsx';
import { isUnasked, PapersStep } from './papers-step.tsx';
import { readPreparedAnswers } from './prepared-answers.ts';
import { ReviewStep } from './review-step.tsx';
import { createSender, isServiceChanged, refreshService } from './send-application.ts';
import { rememberSent } from './sent-before.tsx';
import classes from './service.module.css';
import {
  listSetAside,
  readSeen,
  readSetAside,
  type SeenService,
  ServiceChanged,
  useSeenService,
} from './service-changed.tsx';
import { useReturn, useStepFocus } from './step-focus.ts';
import { StepList } from './step-list.tsx';
import { faultsOf, findFaultyStep, findLeftStep, listSteps, placeOf, type Step } from './steps.ts';
import { useDraft } from './use-draft.ts';
import { serviceWords } from './words.ts';

interface ApplyFormProps {
  service: PublicService;
  applicable: ApplicableService;
  /** Where this tab keeps the answers. */
  place: KeptPlace;
  draft: Draft | null;
  /** The earlier version that the draft was filled in for. */
  filledFor: SeenService | null;
  /** Called with the name of each step, for the title of the document. */
  onStep(name: string): void;
}

/** In the address of a step that was opened to change something: its end leads back to the check. */
const BACK_TO_CHECK = { back: 'review' };

/** One object: the error summary takes the focus whenever its errors are new. */
const NO_FAULTS = { step: '', answers: {} };

export function ApplyForm({ service, applicable, place, draft, filledFor, onStep }: ApplyFormProps) {
  const { language } = useLanguage();
  const words = usePageWords(serviceWords);
  const { missingPaper } = usePageWords(formWords);
  const explain = useExplanation('platform', words.codes);
  const session = useSession();
  const { user } = session;
  const acting = readActingFor();
  const facts = readKnownFacts(user, acting);
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query, setQuery] = useSearchParams();
  const { form } = service;
  const start = (saved: unknown): Answers =>
    form ? startAnswers(form, saved, readPerson(user, acting), facts) : {};
  const resume = (saved: unknown): Answers => ({ ...readSetAside(form, saved), ...start(saved) });
  const [beginning] = useState(() => chooseBeginning(readKeptAnswers(place), draft));
  const kept = 'kept' in beginning ? beginning.kept : null;
  // What the person saved themselves wins over a link.
  const [prepared] = useState(() =>
    draft === null && kept === null ? readPreparedAnswers(window.location.hash) : null,
  );
  const [answers, setAnswers] = useState<Answers>(() =>
    prepared ? start(prepared) : resume(kept?.content.payload ?? draft?.payload ?? null),
  );
  const { before, forget } = useSeenService(service, filledFor, () => setAnswers(resume(answers)));
  const [note, setNote] = useState(kept?.content.note ?? draft?.note ?? '');
  const [papers, setPapers] = useState<readonly Paper[]>(draft?.files ?? []);
  const [faults, setFaults] = useState<{ step: string; answers: Faults }>(NO_FAULTS);
  const [paperFaults, setPaperFaults] = useState<Faults>({});
  const [resumedAt, setResumedAt] = useState(kept?.at ?? draft?.updated_at ?? null);
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
  const slots = listAskedSlots(form, answers);
  const fetched = useDraftFacts(applicable.id, slots, refreshDrafts);

  const asksPapers = slots.length > 0 || applicable.evidence.length > 0;
  const steps = listSteps({
    form,
    answers,
    takesNote: service.fulfilment === 'manual',
    asksPapers,
    language,
    titles: words.steps,
  });
  const [left, setLeft] = useState(draft);
  const leftStep = left ? findLeftStep(steps, left) : undefined;
  const wanted = query.get('step') ?? leftStep?.key;
  const step = steps.find(({ key }) => key === wanted) ?? (steps[0] as Step);
  const index = steps.indexOf(step);
  const isChanging = query.get('back') === BACK_TO_CHECK.back && step.kind !== 'review';
  const [openedAt] = useState(step.key);
  const { keeper, state } = useDraft(
    place,
    { note, payload: answers },
    {
      content: { note, payload: answers },
      // Answers of this tab are saved without another letter typed; the beginning of a form is not.
      confirmed: kept ? (draft ?? { note: '', payload: {} }) : { note, payload: answers },
      hasDraft: draft !== null,
      revision: beginning.from === 'conflict' ? beginning.kept.revision : (draft?.revision ?? 0),
      place: left ? { step: left.step, field: left.field } : placeOf(step),
      conflict: beginning.from === 'conflict' ? { theirs: draft } : undefined,
    },
    {
      hasDraft: papers.length > 0 || fetched.isBegun,
      // What was set aside is explained by the version that asked for it.
      version: (listSetAside(form, answers).length > 0 && before?.version) || service.version,
    },
  );
  // A save that failed without a session is repeated with the next one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new session triggers it
  useEffect(() => keeper.flush(), [session, keeper]);
  useLeaveWarning(state.kind === 'unsaved' || state.kind === 'conflict' || uploads.waiting.length > 0);
  const goTo = ({ key }: Pick<Step, 'key'>, isBound = false) =>
    setQuery({ step: key, ...(isBound ? BACK_TO_CHECK : {}) });
  const heading = useStepFocus(step.key);
  useReturn(leftStep?.key === step.key ? (left?.field ?? '') : '');
  const name = `${words.steps.of(index + 1, steps.length)}: ${step.title}`;
  useEffect(() => onStep(name), [name, onStep]);
  // Also after the browser's own back.
  const seen = useRef(step.key);
  useEffect(() => {
    if (seen.current === step.key) return;
    seen.current = step.key;
    keeper.setPlace(placeOf(step));
  });

  const [sendOnce] = useState(() => createSender(keeper));
  const send = useMutation({
    mutationFn: async () => {
      await keeper.pause();
      const body = {
        service_id: applicable.id,
        service_version: service.version,
        ...(note.trim() === '' ? {} : { note: note.trim() }),
        payload: form ? writePayload(form, answers) : {},
        ...(fetched.accepted.length === 0 ? {} : { facts: fetched.accepted.map(({ id }) => id) }),
      };
      await requireSamePerson(client, user.id);
      return sendOnce(body);
    },
    onSuccess: async (id) => {
      keeper.finish();
      rememberSent(place, id);
      await navigate(`/applications/${id}`, { replace: true, state: { submitted: true } });
      client.removeQueries({ queryKey: ['gov', 'draft', applicable.id] });
      forgetDraft(client, applicable.id);
      client.invalidateQueries({ queryKey: ['gov'] });
    },
    onError: (error) => {
      keeper.goOn();
      fetched.refresh();
      const failure = readFailure(error);
      if (failure.kind === 'unauthorized') markSessionEnded(client);
      if (isServiceChanged(error)) refreshService(client, service);
      if (failure.kind !== 'invalid' || !form) return;
      showFaults(placeServerFaults(form, failure.errors, missingPaper));
    },
  });

  /** Opens the first step with an error; true if there is one. */
  const showFaults = (found: { answers: Faults; papers: Faults }): boolean => {
    const faulty = findFaultyStep(steps, found);
    setFaults(faulty ? { step: faulty.key, answers: faultsOf(faulty, found.answers) } : NO_FAULTS);
    setPaperFaults(found.papers);
    if (faulty && faulty !== step) goTo(faulty, true);
    return faulty !== undefined;
  };

  // The panel above says it, as soon as the new version is here.
  const isShown = before !== null && send.error !== null && isServiceChanged(send.error);
  const explainSend = (error: Error) =>
    readFailure(error).kind === 'invalid' ? words.invalid : (readReason(error) ?? explain(error));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (send.isPending || uploads.isPending) return;
    const all = {
      answers: form ? findFaults(form, answers, { language, now: new Date(), facts }) : {},
      papers: explainMissing(listMissingSlots(form, answers, papers, fetched.filled), missingPaper),
    };
    const isWhole = step.kind === 'review';
    // A step reports its own errors; a step that was opened from the check, then leads to those of others.
    const own = {
      answers: isWhole ? all.answers : faultsOf(step, all.answers),
      papers: isWhole || step.kind === 'papers' ? all.papers : {},
    };
    if (showFaults(own)) return;
    // A file that only this browser has would be missing from the application.
    if (isWhole && uploads.waiting.length > 0) {
      setPaperFaults({ 'waiting-files': words.draft.files });
      goTo({ key: 'papers' }, true);
    } else if (isWhole) send.mutate();
    else if (!isChanging) goTo(steps[index + 1] ?? { key: 'review' });
    else if (!showFaults(all)) goTo({ key: 'review' });
  };

  return (
    <>
      <StepList steps={steps} current={step} />
      <form
        className={classes.form}
        onSubmit={submit}
        onFocus={({ target }) => {
          const field = readFieldId(target.id);
          if (field !== '') keeper.setPlace({ step: step.kind, field });
        }}
        noValidate
        data-testid="apply-form"
        data-step={step.key}
      >
        {resumedAt && step.key === openedAt ? (
          <Resumed
            at={resumedAt}
            isFromTab={kept !== null}
            serviceId={applicable.id}
            keeper={keeper}
            onStartOver={() => {
              const fresh = start(null);
              keeper.startOver({ note: '', payload: fresh });
              setAnswers(fresh);
              setNote('');
              setPapers([]);
              fetched.refresh();
              setFaults(NO_FAULTS);
              setPaperFaults({});
              forget();
              setLeft(null);
              setResumedAt(null);
              setQuery({});
              // The banner is no longer on the page, and the focus would be lost with it.
              heading.current?.focus();
            }}
          />
        ) : null}
        {state.kind === 'conflict' ? (
          <DraftConflict
            form={form}
            theirs={state.theirs}
            mine={answers}
            other={resume(state.theirs?.payload ?? null)}
            onMine={() => keeper.keepMine()}
            onTheirs={() => {
              const content = {
                note: state.theirs?.note ?? '',
                payload: resume(state.theirs?.payload ?? null),
              };
              keeper.takeTheirs(content);
              setAnswers(content.payload);
              setNote(content.note);
              setPapers(state.theirs?.files ?? []);
              setFaults(NO_FAULTS);
              heading.current?.focus();
            }}
          />
        ) : null}
        <ServiceChanged before={before} now={readSeen(service)} answers={answers} />
        {prepared && step.kind === 'answers' ? (
          <p className={noteStyle.note} data-tone="warn" data-testid="prepared">
            {words.prepared}
          </p>
        ) : null}
        <h2 ref={heading} id="step-title" tabIndex={-1} className={classes.stepTitle}>
          <span>{words.steps.of(index + 1, steps.length)}</span> {step.title}
        </h2>
        {step.section && form ? (
          <FormFields
            form={form}
            answers={answers}
            faults={(faults.step === step.key ? faults : NO_FAULTS).answers}
            facts={facts}
            page={{ number: step.section.number, titleId: 'step-title' }}
            onChange={(name, value) => {
              setAnswers((before) => ({ ...before, [name]: value }));
              setFaults((before) => ({ ...before, answers: forgetFaults(before.answers, name) }));
            }}
          />
        ) : null}
        {step.kind === 'answers' && !form ? (
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
        {step.kind === 'papers' ? (
          <PapersStep
            applicable={applicable}
            slots={slots}
            faults={paperFaults}
            fetched={fetched}
            papers={papers}
            uploads={uploads}
            onRemoved={(gone) => {
              setPapers((before) => before.filter(({ id }) => id !== gone.id));
              refreshDrafts();
            }}
            onFetched={(slot) => setPaperFaults((before) => without(before, paperId(slot)))}
          />
        ) : null}
        {step.kind === 'review' ? (
          <ReviewStep
            service={service}
            payload={form ? writePayload(form, answers) : {}}
            note={note}
            papers={papers.filter((paper) => !isUnasked(paper, form, slots))}
            facts={fetched.accepted}
            slots={slots}
            asksPapers={asksPapers}
          />
        ) : null}
        <Failed text={send.error && !isShown ? explainSend(send.error) : null} testId="apply-failed" />
        <div className={classes.actions}>
          <Button
            type="submit"
            size="md"
            loading={send.isPending}
            disabled={uploads.isPending || (step.kind === 'review' && state.kind === 'conflict')}
            data-testid="next"
          >
            {step.kind === 'review' ? words.submit : isChanging ? words.backToCheck : words.next}
          </Button>
          {index > 0 && !isChanging ? (
            <Button
              variant="default"
              size="md"
              disabled={send.isPending}
              onClick={() => goTo(steps[index - 1] ?? step)}
            >
              {words.previous}
            </Button>
          ) : null}
          {steps.length > 1 ? <DraftLine state={state} keeper={keeper} /> : null}
        </div>
      </form>
    </>
  );
}

const without = (faults: Faults, id: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([key]) => key !== id));
