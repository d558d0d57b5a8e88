import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  ACCENTS,
  type Appearance,
  FONTS,
  SCHEMES,
  STYLES,
  saveAppearance,
  type Theme,
} from '../../../api/appearance.ts';
import { siteAppearanceSetBody } from '../../../api/generated/bodies.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { readHex } from '../../../theme/color.ts';
import { ACCENT_COLORS, buildLook } from '../../../theme/site-look.ts';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
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

/** `custom` itself is no accent: a colour that cannot be read is refused by the schema. */
const toBody = ({ custom, ...chosen }: Appearance & { custom: string }): Appearance => ({
  ...chosen,
  accent: chosen.accent === CUSTOM ? (readHex(custom) ?? CUSTOM) : chosen.accent,
});

function openValues({ accent, font, style, theme }: Appearance) {
  const isNamed = (ACCENTS as readonly string[]).includes(accent);
  return { accent: isNamed ? accent : CUSTOM, custom: isNamed ? '' : accent, font, style, theme };
}

export function SettingsForm({ appearance, activeTheme, onSaved }: SettingsFormProps) {
  const words = usePageWords(appearanceWords);
  const common = usePageWords(uiWords);
  const save = useMutation({ mutationFn: saveAppearance, onSuccess: onSaved });
  const form = useBodyForm({
    schema: siteAppearanceSetBody,
    keepAs: 'appearance',
    initial: openValues(appearance),
    record: appearance,
    open: openValues,
    toBody,
    hints: { accent: words.hexError },
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  const { accent, custom, font, style, theme } = form.values;
  const customHex = readHex(custom);

  return (
    <section className={classes.settings} aria-labelledby="settings">
      <form className={classes.form} onSubmit={form.send} noValidate data-testid="appearance-form">
        <RestoredNote form={form} />
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
          onChange={(value) => form.setFieldValue('accent', value)}
        />
        {accent === CUSTOM ? (
          <TextInput
            {...form.field('custom')}
            id="accent"
            label={words.customAccent}
            description={words.hexHint}
            error={form.faults['accent']}
            maxLength={7}
            autoComplete="off"
            spellCheck={false}
            data-testid="accent-hex"
          />
        ) : null}
        <Choices
          legend={words.font}
          name="font"
          value={font}
          options={FONTS.map((value) => ({ value, label: words.fonts[value] }))}
          onChange={(value) => form.setFieldValue('font', value as Appearance['font'])}
        />
        <Choices
          legend={words.style}
          name="style"
          value={style}
          options={STYLES.map((value) => ({ value, label: words.styles[value] }))}
          onChange={(value) => form.setFieldValue('style', value as Appearance['style'])}
        />
        <Choices
          legend={words.scheme}
          name="scheme"
          value={theme}
          hint={words.schemeHint}
          options={SCHEMES.map((value) => ({ value, label: words.schemes[value] }))}
          onChange={(value) => form.setFieldValue('theme', value as Appearance['theme'])}
        />
        <Done>{save.isSuccess ? words.saved : null}</Done>
        {form.hasFaults ? null : <ActionFailure error={save.error} />}
        <div>
          <Button type="submit" loading={save.isPending} data-testid="save-appearance">
            {common.save}
          </Button>
        </div>
      </form>
      {/* Without the active theme, which would cover the choice. */}
      <Preview look={buildLook(toBody(form.values), undefined)} />
    </section>
  );
}
