import { IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { ServiceForm } from '../../api/catalogue.ts';
import type { AnswerChange } from '../../api/gov.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import { type Answer, listAnswers, sayAnswer } from './list-answers.ts';
import classes from './service-form.module.css';
import { formWords } from './words.ts';

interface ChangesProps {
  form: ServiceForm | null;
  changes: readonly AnswerChange[];
}

/** Previous answers by field name; empty for a list, which is too long to repeat. */
function useBefore({ form, changes }: ChangesProps): Map<string, string> {
  const { language } = useLanguage();
  const words = usePageWords(formWords);
  return new Map(
    changes.map(({ field, before }) => [
      field,
      Array.isArray(before) || form?.properties[field]?.type === 'array'
        ? ''
        : sayAnswer(form?.properties[field], before, words, language),
    ]),
  );
}

/** Changed answers with their previous values. */
export function ChangedAnswers({ form, changes }: ChangesProps) {
  const { language } = useLanguage();
  const words = usePageWords(formWords);
  const before = useBefore({ form, changes });
  return (
    <>
      <p>{words.changedAnswers}</p>
      <ul className={classes.changed} data-testid="changed-answers">
        {[...before].map(([name, was]) => {
          const title = form?.properties[name]?.['x-title'][language] ?? name;
          return <li key={name}>{was === '' ? title : words.changed(title, was)}</li>;
        })}
      </ul>
    </>
  );
}

interface AnswerListProps {
  form: ServiceForm | null;
  payload: unknown;
  heading?: 'h3' | 'h4';
  /** The layout of questions and answers in a section. */
  listClass?: string | undefined;
  /** Answers to mark as changed. */
  changes?: readonly AnswerChange[];
  /** Beside the title of a section. */
  renderAction?(section: { number: number; title: string }): ReactNode;
}

/** Read-only answers, shown before sending and later. */
export function AnswerList({
  form,
  payload,
  heading: Heading = 'h3',
  listClass = factStyle.details,
  changes = [],
  renderAction,
}: AnswerListProps) {
  const { language } = useLanguage();
  const words = usePageWords(formWords);
  const before = useBefore({ form, changes });
  return listAnswers(form, payload, words, language).map(({ number, title, answers }) => (
    <div key={answers.map(({ name }) => name).join()} className={classes.answered}>
      <div className={classes.answeredHead}>
        {title ? <Heading>{title}</Heading> : null}
        {number === null ? null : renderAction?.({ number, title })}
      </div>
      <dl className={listClass}>
        {answers.map(({ name, label, value }) => (
          <div key={name} data-changed={before.has(name) || undefined}>
            <dt>
              {label}
              <ChangedMark before={before.get(name)} />
            </dt>
            <Value value={value} />
          </div>
        ))}
      </dl>
    </div>
  ));
}

function ChangedMark({ before }: { before: string | undefined }) {
  const { mark } = usePageWords(formWords);
  if (before === undefined) return null;
  return (
    <span className={classes.mark} title={before === '' ? mark.title : mark.titleBefore(before)}>
      <IconPencil size={13} stroke={2} aria-hidden="true" />
      {mark.text}
    </span>
  );
}

function Value({ value }: Pick<Answer, 'value'>) {
  if (typeof value === 'string') return <dd className={classes.answer}>{value}</dd>;
  return value.map(({ title, lines }) => (
    <dd key={title} className={classes.answer}>
      <span className={classes.entryTitle}>{title}</span>
      {lines.join('\n')}
    </dd>
  ));
}
