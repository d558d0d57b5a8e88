import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import textStyle from '../../ui/text.module.css';
import { findOtherDeadline, readDuration, UNITS, type Unit, writeDuration } from './duration.ts';
import classes from './editor.module.css';
import { fieldWords } from './field-words.ts';
import type { Draft } from './passport-draft.ts';

interface DurationFieldProps {
  draft: Draft;
  error: string | undefined;
  isLocked: boolean;
  onChange(draft: Draft): void;
}

/** How long the service takes: one number and its unit. */
export function DurationField({ draft, error, isLocked, onChange }: DurationFieldProps) {
  const words = usePageWords(fieldWords);
  const { amount, unit } = readDuration(draft.texts);
  // A wrong number has no unit of its own yet.
  const [chosen, setChosen] = useState<Unit>(unit);
  const shown = /^[1-9]\d*$/.test(amount.trim()) ? unit : chosen;
  const deadline = findOtherDeadline(draft.texts);
  const put = (duration: { amount: string; unit: Unit }) => {
    setChosen(duration.unit);
    onChange({ ...draft, texts: { ...draft.texts, ...writeDuration(duration) } });
  };
  if (draft.texts.fulfilment === 'auto')
    return (
      <div id="max_days" tabIndex={-1}>
        <p>{words.duration.label}</p>
        <p className={textStyle.quiet}>{words.duration.automatic}</p>
      </div>
    );
  return (
    <fieldset className={formStyle.group} disabled={isLocked}>
      <legend>{words.duration.label}</legend>
      <div className={classes.duration}>
        <TextInput
          id="max_days"
          label={words.duration.amount}
          error={error}
          inputMode="numeric"
          maxLength={6}
          autoComplete="off"
          value={amount}
          data-testid="field-duration"
          onChange={(event) => put({ amount: event.currentTarget.value, unit: shown })}
        />
        <NativeSelect
          label={words.duration.unit}
          value={shown}
          data={UNITS.map((value) => ({ value, label: words.duration.units[value] }))}
          data-testid="field-duration-unit"
          onChange={(event) => put({ amount, unit: event.currentTarget.value as Unit })}
        />
      </div>
      <p className={textStyle.quiet}>
        {deadline === null ? words.duration.hint : words.duration.other(deadline)}
      </p>
    </fieldset>
  );
}
