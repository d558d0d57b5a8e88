import { Button, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import { ReorderList } from '../../../ui/reorder/reorder-list.tsx';
import classes from './builder.module.css';
import { type Field, freeName, listOptions, type Option, setOptions } from './form-model.ts';
import { TextPair } from './text-pair.tsx';
import { builderWords } from './words.ts';

interface OptionFieldsProps {
  id: string;
  field: Field;
  isLocked: boolean;
  onChange(field: Field): void;
  /** Conditions that name the choice follow. */
  onRename(from: string, to: string): void;
}

const isValue = (text: string) => /^[A-Za-z0-9_-]{1,64}$/.test(text);

export function OptionFields({ id, field, isLocked, onChange, onRename }: OptionFieldsProps) {
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const options = listOptions(field);
  const put = (next: readonly Option[]) => onChange(setOptions(field, next));
  const replace = (old: Option, next: Option) =>
    put(options.map((each) => (each.value === old.value ? next : each)));
  return (
    <div className={classes.block}>
      <h5>{words.options}</h5>
      <ReorderList
        testId={`${id}-options`}
        label={words.options}
        items={options}
        isLocked={isLocked}
        keyOf={({ value }) => value}
        nameOf={({ value, label }) => inLanguage(label, language) || value}
        canRemove={() => options.length > 1}
        onChange={put}
        head={({ value, label }) => inLanguage(label, language) || value}
      >
        {(option) => (
          <>
            <TextPair
              id={`${id}-option-${option.value}`}
              label={words.option}
              text={option.label}
              isLocked={isLocked}
              onChange={(label) => replace(option, { ...option, label })}
            />
            <NameInput
              label={words.optionValue}
              value={option.value}
              isLocked={isLocked}
              accepts={(text) => isValue(text) && !options.some(({ value }) => value === text)}
              onRename={(value) => onRename(option.value, value)}
            />
          </>
        )}
      </ReorderList>
      {isLocked ? null : (
        <div>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => {
              const value = freeName(
                'option',
                options.map((each) => each.value),
              );
              put([...options, { value, label: { mn: '', en: '' } }]);
            }}
          >
            {words.addOption}
          </Button>
        </div>
      )}
    </div>
  );
}

interface NameInputProps {
  label: string;
  description?: string;
  value: string;
  isLocked: boolean;
  accepts(text: string): boolean;
  onRename(text: string): void;
}

/** A name inside the data changes when the field is left: half of it may be the name of another. */
export function NameInput({ label, description, value, isLocked, accepts, onRename }: NameInputProps) {
  const words = usePageWords(builderWords);
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && typed !== value && !accepts(typed);
  return (
    <TextInput
      className={classes.short}
      label={label}
      {...(description === undefined ? {} : { description })}
      error={isWrong ? words.nameFault : undefined}
      value={typed ?? value}
      maxLength={64}
      readOnly={isLocked}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed !== null && typed !== value && !isWrong) onRename(typed);
        if (!isWrong) setTyped(null);
      }}
    />
  );
}
