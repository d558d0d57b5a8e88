import { Textarea, TextInput } from '@mantine/core';
import { usePageWords } from '../../../i18n/provider.tsx';
import classes from './builder.module.css';
import type { Text } from './form-model.ts';
import { builderWords } from './words.ts';

interface TextPairProps {
  id: string;
  label: string;
  text: Text | undefined;
  isLong?: boolean;
  isLocked: boolean;
  onChange(text: Text): void;
}

/** One text in both languages, side by side. */
export function TextPair({ id, label, text, isLong = false, isLocked, onChange }: TextPairProps) {
  const words = usePageWords(builderWords);
  const given = { mn: text?.mn ?? '', en: text?.en ?? '' };
  const Input = isLong ? Textarea : TextInput;
  const field = (language: keyof Text) => ({
    id: `${id}-${language}`,
    label: (language === 'mn' ? words.inMn : words.inEn)(label),
    lang: language,
    value: given[language],
    maxLength: 500,
    readOnly: isLocked,
    autoComplete: 'off',
    ...(isLong ? { rows: 2 } : {}),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ ...given, [language]: event.currentTarget.value }),
  });
  return (
    <div className={classes.pair}>
      <Input {...field('mn')} />
      <Input {...field('en')} />
    </div>
  );
}
