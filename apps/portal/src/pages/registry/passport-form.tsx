import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lifeEventsQuery } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { DurationField } from './duration-field.tsx';
import classes from './editor.module.css';
import { Field } from './field.tsx';
import { fieldWords } from './field-words.ts';
import type { Draft } from './passport-draft.ts';
import { maxLengthOf, SECTION_NAMES, SECTIONS } from './passport-fields.ts';

interface PassportFieldsProps {
  draft: Draft;
  errors: Record<string, string>;
  isNew: boolean;
  isLocked: boolean;
  onChange(draft: Draft): void;
}

/** The fields of a passport, grouped as a registrar thinks of them. */
export function PassportFields({ draft, errors, isNew, isLocked, onChange }: PassportFieldsProps) {
  const words = usePageWords(fieldWords);
  const { data: events = [] } = useQuery(lifeEventsQuery);
  return (
    <div className={classes.sections}>
      <nav className={classes.index} aria-label={words.sectionsLabel}>
        <ul>
          {SECTION_NAMES.map((section) => (
            <li key={section}>
              <a href={`#section-${section}`}>{words.sections[section]}</a>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.editor}>
        {SECTION_NAMES.map((section) => (
          <section key={section} className={classes.section} aria-labelledby={`section-${section}`}>
            <h2 id={`section-${section}`}>{words.sections[section]}</h2>
            <div className={classes.fields}>
              {section === 'basics' && isNew ? (
                <TextInput
                  id="code"
                  label={words.code}
                  description={words.codeHint}
                  error={errors['code']}
                  value={draft.code}
                  maxLength={maxLengthOf('code')}
                  autoComplete="off"
                  spellCheck={false}
                  data-testid="field-code"
                  onChange={(event) => onChange({ ...draft, code: event.currentTarget.value })}
                />
              ) : null}
              {SECTIONS[section].map((name) =>
                name === 'max_days' ? (
                  <DurationField
                    key={name}
                    draft={draft}
                    error={errors['max_days'] ?? errors['processing_time'] ?? errors['sla_hours']}
                    isLocked={isLocked}
                    onChange={onChange}
                  />
                ) : name === 'processing_time' || name === 'sla_hours' ? null : (
                  <Field
                    key={name}
                    name={name}
                    draft={draft}
                    error={errors[name]}
                    events={events}
                    isLocked={isLocked}
                    onChange={onChange}
                  />
                ),
              )}
            </div>
          </section>
        ))}
      </div>
    </div>
  );
}
