import { Button } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ServiceForm } from '../../api/catalogue.ts';
import type { Draft } from '../../api/gov.ts';
import { type Answers, listFields, writePayload } from '../../features/service-form/answers.ts';
import { sayAnswer } from '../../features/service-form/list-answers.ts';
import { formWords } from '../../features/service-form/words.ts';
import { formatDateTime } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import factStyle from '../../ui/facts.module.css';
import noteStyle from '../../ui/note.module.css';
import classes from './service.module.css';
import { serviceWords } from './words.ts';

interface DraftConflictProps {
  form: ServiceForm | null;
  /** Null: the draft was sent or deleted. */
  theirs: Draft | null;
  mine: Answers;
  /** The other version as this form shows it. */
  other: Answers;
  onMine(): void;
  onTheirs(): void;
}

/** Two versions of one draft: both stay until the person chooses. */
export function DraftConflict({ form, theirs, mine, other, onMine, onTheirs }: DraftConflictProps) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const differing = theirs === null ? [] : listDifferences(form, mine, other);
  return (
    <section
      className={`${noteStyle.note} ${classes.conflict}`}
      data-tone="warn"
      aria-labelledby="conflict-title"
      data-testid="draft-conflict"
    >
      <h2 id="conflict-title" ref={heading} tabIndex={-1} className={noteStyle.noteTitle}>
        {theirs === null ? words.goneTitle : words.conflictTitle}
      </h2>
      <p>{theirs === null ? words.gone : words.conflict(formatDateTime(theirs.updated_at, language))}</p>
      {form && differing.length > 0 ? (
        <>
          <h3>{words.different}</h3>
          {differing.map((name) => (
            <Difference key={name} form={form} name={name} mine={mine} other={other} />
          ))}
        </>
      ) : null}
      <div className={classes.actions}>
        <Button data-testid="keep-mine" onClick={onMine}>
          {theirs === null ? words.keepNew : words.mine}
        </Button>
        <Button variant="default" data-testid="take-theirs" onClick={onTheirs}>
          {theirs === null ? words.discard : words.theirs}
        </Button>
      </div>
    </section>
  );
}

function listDifferences(form: ServiceForm | null, mine: Answers, other: Answers): string[] {
  if (form === null) return [];
  return listFields(form)
    .map(([name]) => name)
    .filter((name) => JSON.stringify(mine[name]) !== JSON.stringify(other[name]));
}

interface DifferenceProps {
  form: ServiceForm;
  name: string;
  mine: Answers;
  other: Answers;
}

function Difference({ form, name, mine, other }: DifferenceProps) {
  const { language } = useLanguage();
  const { draft: words } = usePageWords(serviceWords);
  const said = usePageWords(formWords);
  const field = form.properties[name];
  const say = (answers: Answers) => {
    const value = writePayload(form, answers)[name];
    const isList = Array.isArray(value) && field?.items?.enum === undefined;
    if (isList) return String(value.length);
    return value === undefined ? words.nothing : sayAnswer(field, value, said, language) || words.nothing;
  };
  return (
    <div>
      <p>{field?.['x-title'][language]}</p>
      <dl className={factStyle.details}>
        <div>
          <dt>{words.here}</dt>
          <dd>{say(mine)}</dd>
        </div>
        <div>
          <dt>{words.there}</dt>
          <dd>{say(other)}</dd>
        </div>
      </dl>
    </div>
  );
}
