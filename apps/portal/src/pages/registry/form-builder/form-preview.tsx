import { listAskedSlots } from '@tamga/forms';
import { useEffect, useRef, useState } from 'react';
import type { ServiceForm } from '../../../api/catalogue.ts';
import { AnswerList } from '../../../features/service-form/answer-list.tsx';
import { type Answers, startAnswers, writePayload } from '../../../features/service-form/answers.ts';
import { FormFields } from '../../../features/service-form/form-fields.tsx';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './builder.module.css';
import { Choice } from './choice.tsx';
import { builderWords } from './words.ts';

const VIEWS = ['citizen', 'officer'] as const;

/** The form as a citizen fills it in, and the answers as an officer reads them. */
export function FormPreview({ form }: { form: ServiceForm }) {
  const words = usePageWords(builderWords);
  const [view, setView] = useState<(typeof VIEWS)[number]>('citizen');
  const [typed, setTyped] = useState<Answers>({});
  // The form changes while it is previewed; answers to other questions stay.
  const answers = { ...startAnswers(form, null, null), ...keepFitting(form, typed) };
  const frame = useRef<HTMLDivElement>(null);
  // The preview lies in the form of the passport, which Enter would save.
  useEffect(() => {
    const ignoreEnter = (event: KeyboardEvent) => {
      if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
    };
    const { current } = frame;
    current?.addEventListener('keydown', ignoreEnter);
    return () => current?.removeEventListener('keydown', ignoreEnter);
  }, []);
  return (
    <div ref={frame} className={classes.preview}>
      <Choice
        name="form-view"
        label={words.views}
        options={VIEWS}
        words={words.view}
        value={view}
        onChange={setView}
      />
      {view === 'citizen' ? (
        <div data-testid="preview-citizen" className={classes.preview}>
          <FormFields
            form={form}
            answers={answers}
            faults={{}}
            onChange={(name, value) => setTyped({ ...typed, [name]: value })}
          />
          <Papers form={form} answers={answers} />
        </div>
      ) : (
        <div data-testid="preview-officer" className={classes.preview}>
          <p className={textStyle.quiet}>{words.answersHint}</p>
          <AnswerList form={form} payload={writePayload(form, answers)} heading="h4" />
        </div>
      )}
    </div>
  );
}

/** A question whose kind changed starts again. */
function keepFitting(form: ServiceForm, typed: Answers): Answers {
  const start = startAnswers(form, null, null);
  const shape = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value);
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => name in start && shape(start[name]) === shape(value)),
  );
}

function Papers({ form, answers }: { form: ServiceForm; answers: Answers }) {
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const papers = listAskedSlots(form, writePayload(form, answers));
  return (
    <div>
      <h4>{words.papers}</h4>
      {papers.length === 0 ? (
        <p className={textStyle.quiet}>{words.noPapers}</p>
      ) : (
        <ul className={classes.papers}>
          {papers.map((paper) => (
            <li key={paper.key}>
              {paper['x-title'][language]}
              {paper.required ? `, ${words.isRequired}` : ''}
              {paper['x-help'] ? <span className={textStyle.under}>{paper['x-help'][language]}</span> : null}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
