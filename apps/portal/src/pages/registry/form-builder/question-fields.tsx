import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePageWords } from '../../../i18n/provider.tsx';
import textStyle from '../../../ui/text.module.css';
import classes from './builder.module.css';
import { ConditionFields } from './condition-fields.tsx';
import {
  type Field,
  type Form,
  isRequired,
  KINDS,
  type Kind,
  kindOf,
  listNames,
  moveToSection,
  renameOption,
  renameQuestion,
  setKeyword,
  setKind,
  setQuestion,
  setRequired,
  setText,
} from './form-model.ts';
import { NameInput, OptionFields } from './option-fields.tsx';
import { TextPair } from './text-pair.tsx';
import { builderWords } from './words.ts';

interface QuestionFieldsProps {
  form: Form;
  name: string;
  groupNames: readonly string[];
  isLocked: boolean;
  onChange(form: Form): void;
  onRename(name: string): void;
}

const isFieldName = (text: string) => /^[a-z][a-z0-9_]{0,63}$/.test(text);

export function QuestionFields({
  form,
  name,
  groupNames,
  isLocked,
  onChange,
  onRename,
}: QuestionFieldsProps) {
  const words = usePageWords(builderWords);
  const field = form.properties[name] ?? {};
  const kind = kindOf(field);
  const put = (next: Field) => onChange(setQuestion(form, name, next));
  const group = form['x-sections'].findIndex(({ fields }) => fields.includes(name));
  const id = `question-${name}`;
  return (
    <div className={classes.fields}>
      <TextPair
        id={`${id}-title`}
        label={words.title}
        text={field['x-title']}
        isLocked={isLocked}
        onChange={(text) => put(setText(field, 'x-title', text))}
      />
      <TextPair
        id={`${id}-help`}
        label={words.help}
        text={field['x-help']}
        isLong
        isLocked={isLocked}
        onChange={(text) => put(setText(field, 'x-help', text))}
      />
      {kind === null ? (
        <p className={textStyle.quiet}>{words.onlyJson}</p>
      ) : (
        <>
          <div className={classes.row}>
            <NativeSelect
              label={words.kind}
              disabled={isLocked}
              value={kind}
              data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
              onChange={(event) => put(setKind(field, event.currentTarget.value as Kind))}
            />
            {groupNames.length > 1 ? (
              <NativeSelect
                label={words.moveTo}
                disabled={isLocked}
                value={String(group)}
                data={groupNames.map((label, at) => ({ value: String(at), label }))}
                onChange={(event) => onChange(moveToSection(form, name, Number(event.currentTarget.value)))}
              />
            ) : null}
          </div>
          <KindFields
            id={id}
            kind={kind}
            field={field}
            isLocked={isLocked}
            onChange={put}
            onRenameOption={(from, to) => onChange(renameOption(form, name, from, to))}
          />
        </>
      )}
      <Checkbox
        label={words.required}
        checked={isRequired(form, name)}
        disabled={isLocked}
        onChange={(event) => onChange(setRequired(form, name, event.currentTarget.checked))}
      />
      <ConditionFields
        form={form}
        condition={field['x-when']}
        before={listNames(form).slice(0, listNames(form).indexOf(name))}
        isLocked={isLocked}
        onChange={(condition) => put(setKeyword(field, 'x-when', condition))}
      />
      <NameInput
        label={words.name}
        description={words.nameHint}
        value={name}
        isLocked={isLocked}
        accepts={(text) => isFieldName(text) && !Object.hasOwn(form.properties, text)}
        onRename={(next) => {
          onRename(next);
          onChange(renameQuestion(form, name, next));
        }}
      />
    </div>
  );
}

interface KindFieldsProps {
  id: string;
  kind: Kind;
  field: Field;
  isLocked: boolean;
  onChange(field: Field): void;
  onRenameOption(from: string, to: string): void;
}

/** The rules of one kind of question. */
function KindFields({ id, kind, field, isLocked, onChange, onRenameOption }: KindFieldsProps) {
  const words = usePageWords(builderWords);
  const set = (name: string, value: unknown) => onChange(setKeyword(field, name, value));
  const number = (name: string, label: string) => (
    <NumberInput
      label={label}
      value={typeof field[name] === 'number' ? field[name] : undefined}
      isLocked={isLocked}
      onChange={(value) => set(name, value)}
    />
  );
  const day = (name: string, label: string) => (
    <TextInput
      label={label}
      description={words.dayHint}
      value={typeof field[name] === 'string' ? field[name] : ''}
      maxLength={20}
      readOnly={isLocked}
      autoComplete="off"
      onChange={(event) => set(name, event.currentTarget.value.trim() || undefined)}
    />
  );
  switch (kind) {
    case 'text':
    case 'long':
    case 'email':
      return <div className={classes.row}>{number('maxLength', words.maxLength)}</div>;
    case 'number':
      return (
        <>
          <div className={classes.row}>
            {number('minimum', words.minimum)}
            {number('maximum', words.maximum)}
          </div>
          <TextPair
            id={`${id}-unit`}
            label={words.unit}
            text={field['x-unit'] as { mn: string; en: string } | undefined}
            isLocked={isLocked}
            onChange={(text) => onChange(setText(field, 'x-unit', text))}
          />
          <Checkbox
            label={words.decimals}
            checked={field.type === 'number'}
            disabled={isLocked}
            onChange={(event) => set('type', event.currentTarget.checked ? 'number' : 'integer')}
          />
        </>
      );
    case 'date':
      return (
        <div className={classes.row}>
          {day('x-earliest', words.earliest)}
          {day('x-latest', words.latest)}
        </div>
      );
    case 'choice':
    case 'choices':
      return (
        <>
          <OptionFields
            id={id}
            field={field}
            isLocked={isLocked}
            onChange={onChange}
            onRename={onRenameOption}
          />
          {kind === 'choice' ? (
            <Checkbox
              label={words.radio}
              checked={field['x-widget'] === 'radio'}
              disabled={isLocked}
              onChange={(event) => set('x-widget', event.currentTarget.checked ? 'radio' : undefined)}
            />
          ) : null}
        </>
      );
    case 'yesno':
      return (
        <Checkbox
          label={words.mustTick}
          checked={field['const'] === true}
          disabled={isLocked}
          onChange={(event) => set('const', event.currentTarget.checked ? true : undefined)}
        />
      );
  }
}

interface NumberInputProps {
  label: string;
  value: number | undefined;
  isLocked: boolean;
  onChange(value: number | undefined): void;
}

function NumberInput({ label, value, isLocked, onChange }: NumberInputProps) {
  // A number that is being typed, such as "-" or "1.", is none yet.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      label={label}
      inputMode="decimal"
      value={typed ?? (value === undefined ? '' : String(value))}
      maxLength={20}
      readOnly={isLocked}
      autoComplete="off"
      onChange={(event) => {
        const text = event.currentTarget.value;
        setTyped(text);
        if (text.trim() === '') onChange(undefined);
        else if (/^-?\d+(?:\.\d+)?$/.test(text.trim())) onChange(Number(text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}
