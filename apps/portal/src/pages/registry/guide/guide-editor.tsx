import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { readFailure } from '../../../api/errors.ts';
import {
  type LifeEventSteps,
  lifeEventQuery,
  type Passport,
  passportsQuery,
  saveSteps,
} from '../../../api/registry.ts';
import { nameOf } from '../../../features/catalogue/service-name.ts';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { Bilingual, inLanguage } from '../../../i18n/two-languages.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useTyped } from '../../../ui/forms/use-typed.ts';
import noteStyle from '../../../ui/note.module.css';
import { PageHeading } from '../../../ui/page/page.tsx';
import headStyle from '../../../ui/page/page-head.module.css';
import { ReorderList } from '../../../ui/reorder/reorder-list.tsx';
import { ActionFailure, Done, EmptyState } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { useLeaveWarning } from '../../../ui/use-leave-warning.ts';
import { useMayManageShared } from '../registry.tsx';
import classes from './guide-editor.module.css';
import { buildSteps, fieldId, findStepFaults, readSteps, type StepDraft, startStep } from './step-draft.ts';
import { StepFields } from './step-fields.tsx';
import { guideEditorWords } from './words.ts';

export function GuideEditor({ guide }: { guide: LifeEventSteps }) {
  const { language } = useLanguage();
  const words = usePageWords(guideEditorWords);
  const mayManage = useMayManageShared();
  const client = useQueryClient();
  const { data: passports = [] } = useQuery(passportsQuery);
  const typed = useTyped(`guide:${guide.id}`, readSteps(guide.steps));
  const { value: steps, change: setSteps } = typed;
  const [isTouched, setIsChanged] = useState(false);
  const isChanged = isTouched || typed.restored !== null;
  const [faults, setFaults] = useState<Record<string, string>>({});
  const passportOf = ({ service_id }: StepDraft) => passports.find(({ id }) => id === service_id);
  const nameStep = (step: StepDraft) => {
    const passport = passportOf(step);
    if (passport) return nameOf(passport, language);
    return inLanguage({ mn: step.title, en: step.title_en }, language) || words.newStep;
  };
  const save = useMutation({
    mutationFn: () => saveSteps(guide, buildSteps(steps)),
    onSuccess: (saved) => {
      client.setQueryData(lifeEventQuery(guide.id).queryKey, saved);
      client.invalidateQueries({ queryKey: ['registry', 'life-events'] });
      client.invalidateQueries({ queryKey: ['catalogue'] });
      typed.forget(readSteps(saved.steps));
      setIsChanged(false);
    },
    // The next save replaces the version that is loaded now; the steps on the page stay.
    onError: async (error) => {
      const failure = readFailure(error);
      if (failure.kind === 'refused' && failure.code === 'changed_meanwhile')
        await client.fetchQuery({ ...lifeEventQuery(guide.id), staleTime: 0 });
    },
  });
  const change = (next: StepDraft[]) => {
    if (!save.isIdle) save.reset();
    setIsChanged(true);
    setSteps(next);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found = findStepFaults(steps, words);
    setFaults(found);
    if (Object.keys(found).length === 0) save.mutate();
  };
  const discard = () => {
    typed.startOver();
    setIsChanged(false);
    setFaults({});
  };
  useLeaveWarning(isChanged);
  const isPublished = ({ status, life_event_ids: ids }: Passport) =>
    status === 'published' && ids.includes(guide.id);
  const isShown =
    passports.some(isPublished) ||
    guide.steps.some(({ service_id }) =>
      service_id === null ? true : passports.find(({ id }) => id === service_id)?.status === 'published',
    );
  const labels = Object.fromEntries(
    steps.flatMap((step, at) =>
      ['title', 'title_en', 'body', 'body_en'].map((name) => [fieldId(step, name), words.step(at + 1)]),
    ),
  );

  return (
    <div className={classes.page}>
      <header className={headStyle.head}>
        <PageHeading>
          <Bilingual mn={guide.name} en={guide.en_label} />
        </PageHeading>
        <p className={headStyle.lead}>{words.lead}</p>
        {isShown ? (
          <p>
            <Link to={`/guides/${guide.id}`}>{words.see}</Link>
          </p>
        ) : (
          <p className={noteStyle.note}>{words.hidden}</p>
        )}
      </header>
      <form className={classes.form} onSubmit={submit} noValidate>
        <RestoredNote form={{ restored: typed.restored, startOver: discard }} />
        <ErrorSummary errors={faults} labels={labels} />
        {steps.length === 0 ? <EmptyState title={words.empty} /> : null}
        <ReorderList
          testId="guide-steps"
          label={words.list}
          items={steps}
          isLocked={!mayManage}
          keyOf={({ key }) => key}
          nameOf={nameStep}
          onChange={change}
          head={(step, index) => `${index + 1}. ${nameStep(step)}`}
        >
          {(step) => (
            <StepFields
              step={step}
              isUnpublished={step.service_id !== null && passportOf(step)?.status !== 'published'}
              faults={faults}
              isLocked={!mayManage}
              onChange={(next) => change(steps.map((other) => (other.key === step.key ? next : other)))}
            />
          )}
        </ReorderList>
        {mayManage ? (
          <>
            <AddStep
              passports={passports}
              steps={steps}
              onAdd={(step) => change([...steps, step])}
              name={(passport) => nameOf(passport, language)}
            />
            <ActionFailure error={save.error} />
            <Done>{save.isSuccess ? words.saved : ''}</Done>
            <div className={formStyle.actions}>
              <Button type="submit" loading={save.isPending} data-testid="steps-save">
                {words.save}
              </Button>
              {isChanged ? (
                <Button variant="default" onClick={discard}>
                  {words.discard}
                </Button>
              ) : null}
            </div>
            {isChanged ? <p className={textStyle.quiet}>{words.unsaved}</p> : null}
          </>
        ) : null}
      </form>
    </div>
  );
}

interface AddStepProps {
  passports: readonly Passport[];
  steps: readonly StepDraft[];
  name(passport: Passport): string;
  onAdd(step: StepDraft): void;
}

function AddStep({ passports, steps, name, onAdd }: AddStepProps) {
  const words = usePageWords(guideEditorWords);
  const [chosen, setChosen] = useState('');
  const [error, setError] = useState('');
  const free = passports
    .filter(({ id, status }) => status !== 'archived' && !steps.some((step) => step.service_id === id))
    .toSorted((a, b) => name(a).localeCompare(name(b)));
  const addService = () => {
    setError(chosen === '' ? words.chooseFirst : '');
    if (chosen === '') return;
    onAdd(startStep(chosen));
    setChosen('');
  };
  return (
    <div className={classes.add}>
      <NativeSelect
        label={words.chooseService}
        className={classes.choice}
        error={error || undefined}
        value={chosen}
        data={[
          { value: '', label: words.choose },
          ...free.map((passport) => ({ value: passport.id, label: name(passport) })),
        ]}
        onChange={(event) => {
          setChosen(event.currentTarget.value);
          setError('');
        }}
      />
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        data-testid="add-service-step"
        onClick={addService}
      >
        {words.addService}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        data-testid="add-plain-step"
        onClick={() => onAdd(startStep(null))}
      >
        {words.addPlain}
      </Button>
    </div>
  );
}
