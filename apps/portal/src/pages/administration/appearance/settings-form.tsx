import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  ACCENTS,
  type Appearance,
  FONTS,
  SCHEMES,
  STYLES,
  saveAppearance,
  type Theme,
} from '../../../api/appearance.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { readHex } from '../../../theme/color.ts';
import { ACCENT_COLORS, buildLook } from '../../../theme/site-look.ts';
import noteStyle from '../../../ui/note.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import classes from './appearance.module.css';
import { Choices } from './choices.tsx';
import { Preview } from './preview.tsx';
import { appearanceWords } from './words.ts';

interface SettingsFormProps {
  appearance: Appearance;
  activeTheme: Theme | undefined;
  onSaved(): void;
}

const CUSTOM = 'custom';

export function SettingsForm({ appearance, activeTheme, onSaved }: SettingsFormProps) {
  const words = usePageWords(appearanceWords);
  const common = usePageWords(uiWords);
  const isNamed = (ACCENTS as readonly string[]).includes(appearance.accent);
  const [accent, setAccent] = useState(isNamed ? appearance.accent : CUSTOM);
  const [custom, setCustom] = useState(isNamed ? '' : appearance.accent);
  const [font, setFont] = useState(appearance.font);
  const [style, setStyle] = useState(appearance.style);
  const [scheme, setScheme] = useState(appearance.theme);
  const [isWrong, setIsWrong] = useState(false);
  const save = useMutation({ mutationFn: saveAppearance, onSuccess: onSaved });
  const customHex = readHex(custom);
  const draft: Appearance = {
    accent: accent === CUSTOM ? (customHex ?? 'cobalt') : accent,
    font,
    style,
    theme: scheme,
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const wrong = accent === CUSTOM && !customHex;
    setIsWrong(wrong);
    if (!wrong && !save.isPending) save.mutate(draft);
  };

  return (
    <section className={classes.settings} aria-labelledby="settings">
      <form className={classes.form} onSubmit={submit} noValidate data-testid="appearance-form">
        <h2 id="settings">{words.settings}</h2>
        {activeTheme ? (
          <p className={noteStyle.note}>
            {activeTheme.name}: {words.overruled}
          </p>
        ) : null}
        <Choices
          legend={words.accent}
          name="accent"
          value={accent}
          options={[
            ...ACCENTS.map((value) => ({
              value,
              label: words.accents[value],
              color: ACCENT_COLORS[value] ?? '',
            })),
            { value: CUSTOM, label: words.accents.custom, ...(customHex ? { color: customHex } : {}) },
          ]}
          onChange={setAccent}
        />
        {accent === CUSTOM ? (
          <TextInput
            label={words.customAccent}
            description={words.hexHint}
            error={isWrong ? words.hexError : null}
            value={custom}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            data-testid="accent-hex"
            onChange={(event) => setCustom(event.currentTarget.value)}
          />
        ) : null}
        <Choices
          legend={words.font}
          name="font"
          value={font}
          options={FONTS.map((value) => ({ value, label: words.fonts[value] }))}
          onChange={(value) => setFont(value as Appearance['font'])}
        />
        <Choices
          legend={words.style}
          name="style"
          value={style}
          options={STYLES.map((value) => ({ value, label: words.styles[value] }))}
          onChange={(value) => setStyle(value as Appearance['style'])}
        />
        <Choices
          legend={words.scheme}
          name="scheme"
          value={scheme}
          hint={words.schemeHint}
          options={SCHEMES.map((value) => ({ value, label: words.schemes[value] }))}
          onChange={(value) => setScheme(value as Appearance['theme'])}
        />
        <Done>{save.isSuccess ? words.saved : null}</Done>
        <ActionFailure error={save.error} />
        <div>
          <Button type="submit" loading={save.isPending} data-testid="save-appearance">
            {common.save}
          </Button>
        </div>
      </form>
      {/* Without the active theme: one sees what one is choosing here. */}
      <Preview look={buildLook(draft, undefined)} />
    </section>
  );
}
