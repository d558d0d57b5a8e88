import { Button, Textarea } from '@mantine/core';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import noteStyle from '../../ui/note.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './editor.module.css';
import { editorWords } from './editor-words.ts';
import type { Draft } from './passport-draft.ts';
import { type FormProblem, previewForm, readForm } from './read-form.ts';

interface FormPartProps {
  draft: Draft;
  error: string | undefined;
  isLocked: boolean;
  onChange(draft: Draft): void;
}

const readDetail = (problem: FormProblem) =>
  'detail' in problem ? problem.detail : 'field' in problem ? problem.field : '';

/** The form of a service as JSON text, with a preview beside it. */
export function FormPart({ draft, error, isLocked, onChange }: FormPartProps) {
  const { language } = useLanguage();
  const { editor: words } = usePageWords(editorWords);
  const read = draft.form.trim() ? readForm(draft.form) : null;
  const form = read && 'form' in read ? read.form : null;
  const problem = read && 'problem' in read ? read.problem : null;
  return (
    <div className={classes.formPart}>
      <div className={formStyle.form}>
        <Textarea
          id="form"
          label={words.formLabel}
          description={words.formHint}
          classNames={{ input: classes.json ?? '' }}
          error={problem ? words.problems[problem.kind](readDetail(problem)) : error}
          value={draft.form}
          maxLength={100_000}
          rows={24}
          spellCheck={false}
          readOnly={isLocked}
          data-testid="field-form"
          onChange={(event) => onChange({ ...draft, form: event.currentTarget.value })}
        />
        {form && !isLocked ? (
          <div className={formStyle.actions}>
            <Button
              variant="default"
              data-testid="form-format"
              onClick={() => onChange({ ...draft, form: JSON.stringify(form, null, 2) })}
            >
              {words.formFormat}
            </Button>
          </div>
        ) : null}
      </div>
      <section className={classes.section} aria-labelledby="form-preview" data-testid="form-preview">
        <h2 id="form-preview">{words.formPreview}</h2>
        {form ? (
          previewForm(form, language).map((section) => (
            <div key={section.title} className={classes.previewSection}>
              <h3>{section.title}</h3>
              <ol>
                {section.fields.map((field) => (
                  <li key={field.name}>
                    <span>{field.label}</span>
                    <span className={textStyle.quiet}>
                      {words.formTypes[field.type] ?? field.type}
                      {field.isRequired ? `, ${words.required}` : ''}
                    </span>
                  </li>
                ))}
              </ol>
            </div>
          ))
        ) : problem ? (
          <p className={noteStyle.note} data-tone="bad">
            {words.problems[problem.kind](readDetail(problem))}
          </p>
        ) : (
          <p className={textStyle.quiet}>{words.formNone}</p>
        )}
      </section>
    </div>
  );
}
