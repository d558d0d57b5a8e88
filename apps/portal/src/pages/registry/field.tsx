import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type LifeEvent, ownAuthoritiesQuery } from '../../api/registry.ts';
import { optionWords } from '../../features/registry/option-words.ts';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import textStyle from '../../ui/text.module.css';
import classes from './editor.module.css';
import { fieldWords } from './field-words.ts';
import type { Draft } from './passport-draft.ts';
import {
  APPLICANTS,
  CHANNELS,
  type FieldName,
  isFlag,
  isList,
  type ListName,
  maxLengthOf,
  TEXT_FIELDS,
  type TextName,
} from './passport-fields.ts';

interface FieldProps {
  name: FieldName;
  draft: Draft;
  error: string | undefined;
  events: readonly LifeEvent[];
  isLocked: boolean;
  onChange(draft: Draft): void;
}

/** One field of a passport, by its kind. Its id is its name, so that the error summary can link to it. */
export function Field({ name, draft, error, events, isLocked, onChange }: FieldProps) {
  const words = usePageWords(fieldWords);
  if (isFlag(name)) {
    return (
      <Checkbox
        id={name}
        label={words.labels[name]}
        description={words.hints[name]}
        error={error}
        checked={draft.flags[name]}
        disabled={isLocked}
        data-testid={`field-${name}`}
        onChange={(event) =>
          onChange({ ...draft, flags: { ...draft.flags, [name]: event.currentTarget.checked } })
        }
      />
    );
  }
  if (isList(name)) return <ListField {...{ name, draft, events, isLocked, onChange }} />;
  return <TextField {...{ name, draft, error, events, isLocked, onChange }} />;
}

function ListField({
  name,
  draft,
  events,
  isLocked,
  onChange,
}: Omit<FieldProps, 'error'> & { name: ListName }) {
  const { language } = useLanguage();
  const words = usePageWords(fieldWords);
  const optionTexts = usePageWords(optionWords);
  const fixed = { channels: CHANNELS, applicants: APPLICANTS };
  const options =
    name !== 'life_event_ids'
      ? fixed[name].map((each) => [each, optionTexts[each] ?? each] as const)
      : events.map((event) => [event.id, (language === 'en' && event.en_label) || event.name] as const);
  const held = draft.lists[name];
  return (
    <fieldset id={name} className={formStyle.group} disabled={isLocked}>
      <legend>{words.labels[name]}</legend>
      {words.hints[name] ? <p className={textStyle.quiet}>{words.hints[name]}</p> : null}
      <div className={classes.options}>
        {options.map(([value, label]) => (
          <Checkbox
            key={value}
            label={label}
            checked={held.includes(value)}
            onChange={(event) => {
              const next = event.currentTarget.checked
                ? [...held, value]
                : held.filter((other) => other !== value);
              onChange({ ...draft, lists: { ...draft.lists, [name]: next } });
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

function TextField({ name, draft, error, events, isLocked, onChange }: FieldProps & { name: TextName }) {
  const { language } = useLanguage();
  const words = usePageWords(fieldWords);
  const optionTexts = usePageWords(optionWords);
  const field = TEXT_FIELDS[name];
  const put = (value: string) => onChange({ ...draft, texts: { ...draft.texts, [name]: value } });
  const common = {
    id: name,
    label: words.labels[name],
    description: words.hints[name],
    error,
    value: draft.texts[name],
    maxLength: maxLengthOf(name),
    'data-testid': `field-${name}`,
    ...(name.endsWith('_en') ? { lang: 'en' } : {}),
  };
  switch (field.kind) {
    case 'choice':
      return (
        <NativeSelect
          {...common}
          classNames={{ wrapper: classes.short ?? '' }}
          disabled={isLocked}
          data={field.options.map((value) => ({ value, label: optionTexts[value] ?? value }))}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
    case 'event':
      return (
        <NativeSelect
          {...common}
          classNames={{ wrapper: classes.short ?? '' }}
          disabled={isLocked}
          data={[
            { value: '', label: words.noEvent },
            ...events.map((event) => ({
              value: event.id,
              label: (language === 'en' && event.en_label) || event.name,
            })),
          ]}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
    case 'authority':
      return <AuthoritySelect common={common} isLocked={isLocked} onPut={put} />;
    case 'area':
      return (
        <Textarea
          {...common}
          rows={4}
          readOnly={isLocked}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
    case 'whole':
      return (
        <TextInput
          {...common}
          classNames={{ wrapper: classes.short ?? '' }}
          inputMode="numeric"
          readOnly={isLocked}
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
    case 'line':
      return (
        <TextInput
          {...common}
          readOnly={isLocked}
          autoComplete="off"
          onChange={(event) => put(event.currentTarget.value)}
        />
      );
  }
}

interface AuthoritySelectProps {
  common: { id: string; value: string; maxLength: number | undefined };
  isLocked: boolean;
  onPut(value: string): void;
}

/** A registrar chooses among the authorities they work for. */
function AuthoritySelect({ common, isLocked, onPut }: AuthoritySelectProps) {
  const { language } = useLanguage();
  const words = usePageWords(fieldWords);
  const { data: authorities = [] } = useQuery(ownAuthoritiesQuery);
  const { maxLength: _, ...props } = common;
  return (
    <NativeSelect
      {...props}
      disabled={isLocked}
      data={[
        { value: '', label: words.chooseAuthority },
        ...authorities.map(({ id, name, name_en }) => ({
          value: id,
          label: (language === 'en' && name_en) || name,
        })),
      ]}
      onChange={(event) => onPut(event.currentTarget.value)}
    />
  );
}
