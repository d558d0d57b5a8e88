import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import { Button, Checkbox, NativeSelect, Radio, Textarea, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { findFact, isRequired, type KnownFacts, listAskedSections, resolveDay } from '@tamga/forms';
import { useEffect, useRef } from 'react';
import { readActingFor } from '../../api/acting-for.ts';
import type { FormField, ServiceForm } from '../../api/catalogue.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { dayAt } from '../../i18n/time.ts';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import textStyle from '../../ui/text.module.css';
import {
  type Answers,
  type Entry,
  fieldId,
  isSeveralChoices,
  labelFields,
  leastEntries,
  listAskedEntryFields,
  listEntryFields,
  splitChoices,
  startEntry,
} from './answers.ts';
import { autocompleteOf } from './autocomplete.ts';
import type { Faults } from './check-answers.ts';
import classes from './service-form.module.css';
import { formWords } from './words.ts';

interface FormFieldsProps {
  form: ServiceForm;
  answers: Answers;
  faults: Faults;
  /** What the eID says about the applicant: shown, not asked. */
  facts?: KnownFacts;
  /** Shows one section alone, under a heading of the page; otherwise all of them. */
  page?: { number: number; titleId: string };
  onChange(name: string, value: Answers[string]): void;
}

/** The errors, then the questions of a service in the sections and order of its form. */
export function FormFields({ form, answers, faults, facts, page, onChange }: FormFieldsProps) {
  const { language } = useLanguage();
  const shown = listAskedSections(form, answers).filter(
    ({ number }) => page === undefined || number === page.number,
  );
  const sections = shown.map((section) => (
    <fieldset key={section.number} className={classes.fields} aria-labelledby={page?.titleId}>
      {page || !section['x-title'] ? null : <legend>{section['x-title'][language]}</legend>}
      {section['x-help'] ? <p className={classes.fieldsHelp}>{section['x-help'][language]}</p> : null}
      {section.fields.map((name) => {
        const field = form.properties[name];
        if (!field) return null;
        const value = answers[name];
        const fact = findFact(field, facts);
        // An older application may hold what the person was called then.
        if (fact !== undefined && value === fact)
          return <KnownAnswer key={name} id={fieldId(name)} field={field} fact={fact} />;
        return field.type === 'array' && !isSeveralChoices(field) ? (
          <EntryList
            key={name}
            name={name}
            field={field}
            least={leastEntries(form, name)}
            entries={Array.isArray(value) ? value : []}
            faults={faults}
            onChange={(entries) => onChange(name, entries)}
          />
        ) : (
          <Question
            key={name}
            id={fieldId(name)}
            field={field}
            isRequired={isRequired(form, name)}
            value={typeof value === 'object' ? '' : value}
            fault={faults[fieldId(name)]}
            autoComplete={autocompleteOf(name, field)}
            onChange={(next) => onChange(name, next)}
          />
        );
      })}
    </fieldset>
  ));
  return (
    <>
      <ErrorSummary errors={faults} labels={labelFields(form, language, answers)} />
      {sections}
    </>
  );
}

/** A fact of the eID or the register: a text and no field, because a field that cannot be used invites people to try. */
function KnownAnswer({ id, field, fact }: { id: string; field: FormField; fact: string }) {
  const { language } = useLanguage();
  const words = usePageWords(formWords);
  return (
    <dl className={classes.known} id={id} data-testid={id} data-known>
      <dt>{field['x-title'][language]}</dt>
      <dd>{field.format === 'date' ? formatDate(fact, language) : fact}</dd>
      <dd className={textStyle.quiet}>{readActingFor() === null ? words.fromEid : words.fromRegister}</dd>
    </dl>
  );
}

interface QuestionProps {
  id: string;
  field: FormField;
  isRequired: boolean;
  value: string | boolean | undefined;
  fault: string | undefined;
  autoComplete?: string;
  onChange(value: string | boolean): void;
}

const MANY_CHOICES = 6;

/** A phone number or an account number: a phone shows its numeric keypad. */
const isDigits = ({ pattern }: FormField) =>
  pattern !== undefined && /^\^(?:\[0-9\]|\\d)(?:\{[\d,]+\}|\+)\$$/.test(pattern);

/** Bounds for the browser's calendar. */
function readBounds({ 'x-earliest': earliest, 'x-latest': latest }: FormField): {
  min?: string;
  max?: string;
} {
  const today = dayAt(new Date());
  return {
    ...(earliest ? { min: resolveDay(earliest, today) } : {}),
    ...(latest ? { max: resolveDay(latest, today) } : {}),
  };
}

function Question({ id, field, isRequired, value, fault, autoComplete = 'off', onChange }: QuestionProps) {
  const { language } = useLanguage();
  const words = usePageWords(formWords);
  const title = field['x-title'][language];
  const text = typeof value === 'string' ? value : '';
  const unit = field['x-unit']?.[language];
  // Most questions are required, so only optional ones are marked.
  const label = `${title}${unit ? ` (${unit})` : ''}${isRequired || field.type === 'boolean' ? '' : ` – ${words.optional}`}`;
  const help = [field['x-help']?.[language], field['x-pattern-help']?.[language]].filter(Boolean).join(' ');
  const shared = {
    id,
    label,
    error: fault,
    'aria-required': isRequired,
    ...(help === '' ? {} : { description: help }),
    'data-testid': id,
  };

  if (field.type === 'boolean') {
    return (
      <Checkbox
        {...shared}
        size="md"
        checked={value === true}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    );
  }
  if (field.enum) {
    const choices = field.enum.map((each) => ({
      value: each,
      label: field['x-labels']?.[each]?.[language] ?? each,
    }));
    if (field['x-widget'] === 'radio' && choices.length <= MANY_CHOICES) {
      // The group element must not carry field attributes.
      const { id: _id, 'aria-required': _required, ...group } = shared;
      return (
        <Radio.Group {...group} size="md" value={text} onChange={onChange}>
          <div className={classes.radios}>
            {choices.map((choice, index) => (
              // The error summary links to the first option.
              <Radio
                key={choice.value}
                id={index === 0 ? id : `${id}-${choice.value}`}
                size="md"
                {...choice}
              />
            ))}
          </div>
        </Radio.Group>
      );
    }
    return (
      <NativeSelect
        {...shared}
        size="md"
        autoComplete={autoComplete}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        <option value="">{words.choose}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </NativeSelect>
    );
  }
  if (isSeveralChoices(field)) {
    const { id: _id, 'aria-required': _required, ...group } = shared;
    return (
      <Checkbox.Group
        {...group}
        size="md"
        value={splitChoices(text)}
        onChange={(chosen) => onChange(chosen.join(' '))}
      >
        <div className={classes.radios}>
          {field.items?.enum?.map((choice, index) => (
            // The error summary links to the first option.
            <Checkbox
              key={choice}
              id={index === 0 ? id : `${id}-${choice}`}
              size="md"
              value={choice}
              label={field.items?.['x-labels']?.[choice]?.[language] ?? choice}
            />
          ))}
        </div>
      </Checkbox.Group>
    );
  }
  if (field['x-widget'] === 'textarea') {
    return (
      <Textarea
        {...shared}
        size="md"
        rows={4}
        autoComplete={autoComplete}
        maxLength={field.maxLength}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  }
  const isNumber = field.type !== 'string';
  return (
    <TextInput
      {...shared}
      size="md"
      className={isNumber || field.format === 'date' ? classes.short : undefined}
      // Not type=number: the mouse wheel would change the value.
      type={field.format === 'date' ? 'date' : field.format === 'email' ? 'email' : 'text'}
      inputMode={isNumber ? 'decimal' : isDigits(field) ? 'numeric' : undefined}
      autoComplete={autoComplete}
      maxLength={isNumber ? 20 : field.maxLength}
      {...(field.format === 'date' ? readBounds(field) : {})}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

interface EntryListProps {
  name: string;
  field: FormField;
  least: number;
  entries: Entry[];
  faults: Faults;
  onChange(entries: Entry[]): void;
}

function EntryList({ name, field, least, entries, faults, onChange }: EntryListProps) {
  const { language } = useLanguage();
  const words = usePageWords(formWords);
  const title = (field['x-entry-title'] ?? field['x-title'])[language];
  const help = field['x-help']?.[language];
  const fault = faults[fieldId(name)];
  const fields = listEntryFields(field);
  const toFocus = useRef('');
  // Removing an entry removes the focused button, and a new entry starts at its first question.
  useEffect(() => {
    if (toFocus.current !== '') document.getElementById(toFocus.current)?.focus();
    toFocus.current = '';
  });
  return (
    <div className={classes.entries} id={fieldId(name)} tabIndex={-1}>
      {help ? <p className={classes.fieldsHelp}>{help}</p> : null}
      {fault ? <p className={classes.entriesFault}>{fault}</p> : null}
      {entries.map((entry, index) => (
        // An entry has no id, so its index identifies it.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset key={index} className={classes.entry}>
          <legend>{words.entry(title, index + 1)}</legend>
          {listAskedEntryFields(field, entry).map(([key, inner]) => (
            <Question
              key={key}
              id={fieldId(name, index, key)}
              field={inner}
              isRequired={isRequired(field.items ?? {}, key)}
              value={entry[key]}
              fault={faults[fieldId(name, index, key)]}
              onChange={(value) =>
                onChange(entries.map((each, at) => (at === index ? { ...each, [key]: value } : each)))
              }
            />
          ))}
          {entries.length > least ? (
            <div>
              <Button
                variant="default"
                size="sm"
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                onClick={() => {
                  toFocus.current = fieldId(name);
                  onChange(entries.filter((_, at) => at !== index));
                }}
              >
                {words.removeEntry(words.entry(title, index + 1))}
              </Button>
            </div>
          ) : null}
        </fieldset>
      ))}
      {entries.length < (field.maxItems ?? 0) ? (
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => {
              toFocus.current = fieldId(name, entries.length, fields[0]?.[0] ?? '');
              onChange([...entries, startEntry(field)]);
            }}
          >
            {words.addEntry(title)}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
