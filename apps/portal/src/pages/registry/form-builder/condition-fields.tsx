import { Checkbox, NativeSelect } from '@mantine/core';
import { useLanguage, usePageWords } from '../../../i18n/provider.tsx';
import { inLanguage } from '../../../i18n/two-languages.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import classes from './builder.module.css';
import {
  type Condition,
  type Form,
  listConditionFields,
  listConditionValues,
  listOptions,
} from './form-model.ts';
import { builderWords } from './words.ts';

interface ConditionFieldsProps {
  form: Form;
  condition: Condition | undefined;
  /** Names of the questions that come before. */
  before: readonly string[];
  isLocked: boolean;
  onChange(condition: Condition | undefined): void;
}

/** The earlier answers that lead to a question, a group or a paper. */
export function ConditionFields({ form, condition, before, isLocked, onChange }: ConditionFieldsProps) {
  const { language } = useLanguage();
  const words = usePageWords(builderWords);
  const names = listConditionFields(form, before);
  if (names.length === 0 && condition === undefined) return null;
  const nameOf = (name: string) =>
    inLanguage(form.properties[name]?.['x-title'] ?? { mn: name, en: name }, language) || name;
  const field = form.properties[condition?.field ?? ''];
  const labels = new Map(listOptions(field ?? {}).map(({ value, label }) => [value, label]));
  const labelOf = (value: string | boolean) => {
    if (typeof value === 'boolean') return value ? words.yes : words.no;
    return inLanguage(labels.get(value) ?? { mn: '', en: '' }, language) || value;
  };
  const choose = (name: string) => {
    const [first] = listConditionValues(form.properties[name] ?? {});
    onChange(first === undefined ? undefined : { field: name, is: [first] });
  };
  return (
    <>
      <NativeSelect
        label={words.when}
        disabled={isLocked}
        value={condition?.field ?? ''}
        data={[
          { value: '', label: words.always },
          ...names.map((name) => ({ value: name, label: words.whenField(nameOf(name)) })),
        ]}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      {condition && field ? (
        <fieldset className={formStyle.group} disabled={isLocked}>
          <legend>{words.whenIs}</legend>
          <div className={classes.options}>
            {listConditionValues(field).map((value) => (
              <Checkbox
                key={String(value)}
                label={labelOf(value)}
                checked={condition.is.includes(value)}
                onChange={(event) => {
                  const others = condition.is.filter((each) => each !== value);
                  const is = event.currentTarget.checked ? [...others, value] : others;
                  // Without a value the question would never be asked.
                  if (is.length > 0) onChange({ ...condition, is });
                }}
              />
            ))}
          </div>
        </fieldset>
      ) : null}
    </>
  );
}
