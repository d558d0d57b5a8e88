import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { usePageWords } from '../../../i18n/provider.tsx';
import noteStyle from '../../../ui/note.module.css';
import classes from './guide-editor.module.css';
import { fieldId, type StepDraft } from './step-draft.ts';
import { guideEditorWords } from './words.ts';

interface StepFieldsProps {
  step: StepDraft;
  isUnpublished: boolean;
  faults: Readonly<Record<string, string>>;
  isLocked: boolean;
  onChange(step: StepDraft): void;
}

export function StepFields({ step, isUnpublished, faults, isLocked, onChange }: StepFieldsProps) {
  const words = usePageWords(guideEditorWords);
  const labels = { title: words.title, title_en: words.titleEn, body: words.body, body_en: words.bodyEn };
  const field = (name: keyof typeof labels) => ({
    id: fieldId(step, name),
    label: labels[name],
    error: faults[fieldId(step, name)],
    value: step[name],
    readOnly: isLocked,
    ...(name.endsWith('_en') ? { lang: 'en' } : {}),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...step, [name]: event.currentTarget.value }),
  });
  return (
    <div className={classes.fields}>
      {isUnpublished ? (
        <p className={noteStyle.note} data-tone="warn">
          {words.unpublished}
        </p>
      ) : null}
      {step.service_id === null ? (
        <>
          <div className={classes.pair}>
            <TextInput {...field('title')} maxLength={200} autoComplete="off" />
            <TextInput {...field('title_en')} maxLength={200} autoComplete="off" />
          </div>
          <NativeSelect
            label={words.how}
            className={classes.short}
            disabled={isLocked}
            value={step.how}
            data={(['online', 'in_person', 'automatic'] as const).map((value) => ({
              value,
              label: words.hows[value],
            }))}
            onChange={(event) => onChange({ ...step, how: event.currentTarget.value as StepDraft['how'] })}
          />
        </>
      ) : null}
      <div className={classes.pair}>
        <Textarea {...field('body')} rows={2} maxLength={2000} />
        <Textarea {...field('body_en')} rows={2} maxLength={2000} />
      </div>
    </div>
  );
}
