import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import classes from './case.module.css';
import { caseWords } from './case-words.ts';
import { type Answer, type AnswerValue, listAnswers } from './list-answers.ts';

interface AnswersProps {
  form: Record<string, unknown> | null;
  payload: Record<string, unknown>;
}

/** What the applicant wrote, beside the questions as they were asked. */
export function Answers({ form, payload }: AnswersProps) {
  const { language } = useLanguage();
  const words = usePageWords(caseWords);
  const sections = listAnswers(form, payload, language);
  if (sections.length === 0) return <p className={classes.quiet}>{words.noAnswers}</p>;
  return sections.map((section) => (
    <div key={section.title} className={classes.answers}>
      {sections.length > 1 || section.title ? <h4>{section.title || words.otherAnswers}</h4> : null}
      <AnswerList answers={section.answers} />
    </div>
  ));
}

function AnswerList({ answers }: { answers: readonly Answer[] }) {
  return (
    <dl className={classes.facts}>
      {answers.map(({ name, label, value }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            <Value value={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ value }: { value: AnswerValue }) {
  const words = usePageWords(caseWords);
  switch (value.kind) {
    case 'none':
      return <span className={classes.quiet}>{words.unanswered}</span>;
    case 'flag':
      return value.isSet ? words.yes : words.no;
    case 'text':
      return <span className={classes.written}>{value.text}</span>;
    case 'entries':
      return (
        <ol className={classes.entries}>
          {value.entries.map((answers, index) => {
            const label = words.entry(index + 1);
            return (
              <li key={label} aria-label={label}>
                <AnswerList answers={answers} />
              </li>
            );
          })}
        </ol>
      );
  }
}
