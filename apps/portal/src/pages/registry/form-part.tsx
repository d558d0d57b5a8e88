import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ServiceForm } from '../../api/catalogue.ts';
import type { Passport } from '../../api/registry.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import formStyle from '../../ui/forms/form.module.css';
import noteStyle from '../../ui/note.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import { Choice } from './form-builder/choice.tsx';
import { FormBuilder } from './form-builder/form-builder.tsx';
import { FormChanges } from './form-builder/form-changes.tsx';
import { type Form, parseForm, startForm } from './form-builder/form-model.ts';
import { FormPreview } from './form-builder/form-preview.tsx';
import { namePart } from './form-builder/name-part.ts';
import { builderWords } from './form-builder/words.ts';
import type { Draft } from './passport-draft.ts';
import { type FormProblem, readForm } from './read-form.ts';

interface FormPartProps {
  passport: Passport;
  draft: Draft;
  error: string | undefined;
  isLocked: boolean;
  onChange(draft: Draft): void;
}

const MODES = ['build', 'json'] as const;

/** The part of the form that a problem is about, by its title. */
const readDetail = (problem: FormProblem, sayPart: (path: string) => string) => {
  if ('detail' in problem) return problem.detail;
  return 'field' in problem ? sayPart(problem.field) : '';
};

/** The form of a service: built from parts or written as JSON, with a preview beside it. */
export function FormPart({ passport, draft, error, isLocked, onChange }: FormPartProps) {
  const words = usePageWords(builderWords);
  const { editor } = usePageWords(editorWords);
  const { language } = useLanguage();
  const sayPart = (path: string) => namePart(draft.form, path, words, language);
  const [mode, setMode] = useState<(typeof MODES)[number]>('build');
  const isEmpty = draft.form.trim() === '';
  const read = isEmpty ? null : readForm(draft.form);
  const problem =
    read && 'problem' in read ? editor.problems[read.problem.kind](readDetail(read.problem, sayPart)) : '';
  const put = (form: string) => onChange({ ...draft, form });
  return (
    <div className={classes.formPart}>
      <div className={formStyle.form}>
        <Choice
          name="form-mode"
          label={words.modes}
          options={MODES}
          words={words.mode}
          value={mode}
          onChange={setMode}
        />
        {mode === 'build' ? (
          <>
            {error ? (
              <p id="form" tabIndex={-1} className={noteStyle.note} data-tone="bad">
                {error}
              </p>
            ) : null}
            <Builder passport={passport} text={draft.form} isLocked={isLocked} onChange={put} />
          </>
        ) : (
          <JsonText text={draft.form} fault={problem || error} isLocked={isLocked} onChange={put} />
        )}
      </div>
      <section
        className={`${classes.section} ${classes.formPreview}`}
        aria-labelledby="form-preview"
        data-testid="form-preview"
      >
        <h2 id="form-preview">{words.preview}</h2>
        {read && 'form' in read ? (
          // The server checks the form completely; the preview shows any that can be read.
          <FormPreview form={read.form as unknown as ServiceForm} />
        ) : isEmpty ? (
          <p className={textStyle.quiet}>{editor.formNone}</p>
        ) : (
          <p className={noteStyle.note} data-tone="warn">
            {words.notYet} {problem}
          </p>
        )}
        <FormChanges passport={passport} form={read && 'form' in read ? read.form : null} />
      </section>
    </div>
  );
}

interface TextProps {
  text: string;
  isLocked: boolean;
  onChange(text: string): void;
}

function Builder({ passport, text, isLocked, onChange }: TextProps & { passport: Passport }) {
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const form = parseForm(text);
  const put = (next: Form) => onChange(JSON.stringify(next, null, 2));
  if (form === null && text.trim() !== '')
    return (
      <p className={noteStyle.note} data-tone="warn">
        {words.broken}
      </p>
    );
  if (form === null)
    return (
      <>
        <p className={textStyle.quiet}>{words.none}</p>
        {isLocked ? null : (
          <div>
            <Button data-testid="start-form" onClick={() => put(startForm())}>
              {words.start}
            </Button>
          </div>
        )}
      </>
    );
  const evidences = passport.evidences
    .filter(({ in_khur, required }) => in_khur && required)
    .map(({ code, name, name_en }) => ({ code, name: inLanguage({ mn: name, en: name_en }, language) }));
  return <FormBuilder form={form} evidences={evidences} isLocked={isLocked} onChange={put} />;
}

function JsonText({ text, fault, isLocked, onChange }: TextProps & { fault: string | undefined }) {
  const { editor: words } = usePageWords(editorWords);
  const read = text.trim() ? readForm(text) : null;
  return (
    <>
      <Textarea
        id="form"
        label={words.formLabel}
        description={words.formHint}
        classNames={{ input: classes.json ?? '' }}
        error={fault || undefined}
        value={text}
        maxLength={100_000}
        rows={24}
        spellCheck={false}
        readOnly={isLocked}
        data-testid="field-form"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {read && 'form' in read && !isLocked ? (
        <div className={formStyle.actions}>
          <Button
            variant="default"
            data-testid="form-format"
            onClick={() => onChange(JSON.stringify(read.form, null, 2))}
          >
            {words.formFormat}
          </Button>
        </div>
      ) : null}
    </>
  );
}
