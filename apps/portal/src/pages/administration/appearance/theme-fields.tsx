import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { FONTS, SCHEMES, STYLES } from '../../../api/appearance.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { readHex } from '../../../theme/color.ts';
import { SITE_TEXTS } from '../../../theme/look-store.ts';
import { COLOR_NAMES, type ColorName, readPalette } from '../../../theme/site-look.ts';
import formStyle from '../../../ui/forms/form.module.css';
import type { BodyForm } from '../../../ui/forms/use-body-form.ts';
import textStyle from '../../../ui/text.module.css';
import classes from './appearance.module.css';
import { type ContrastFault, findContrastFaults } from './contrast.ts';
import { buildConfig, COLOR_PATH, type ThemeDraft } from './theme-draft.ts';
import { appearanceWords } from './words.ts';

export function ThemeFields({ form }: { form: BodyForm<ThemeDraft> }) {
  const words = usePageWords(appearanceWords);
  const { config } = form.values;
  const faults = findContrastFaults(readPalette(buildConfig(config, undefined)), config.appearance.mode);
  const asSettings = { value: '', label: words.asSettings };

  return (
    <>
      <TextInput {...form.field('name')} label={words.name} data-testid="theme-name" />
      <NativeSelect
        {...form.field('config.appearance.mode')}
        label={words.scheme}
        data-testid="theme-mode"
        data={[asSettings, ...SCHEMES.map((value) => ({ value, label: words.schemes[value] }))]}
      />
      <NativeSelect
        {...form.field('config.appearance.font')}
        label={words.font}
        data={[asSettings, ...FONTS.map((value) => ({ value, label: words.fonts[value] }))]}
      />
      <NativeSelect
        {...form.field('config.appearance.style')}
        label={words.style}
        data={[asSettings, ...STYLES.map((value) => ({ value, label: words.styles[value] }))]}
      />
      <fieldset className={formStyle.group}>
        <legend>{words.colors}</legend>
        <p className={textStyle.quiet}>{words.colorsHint}</p>
        <div className={classes.colors}>
          {COLOR_NAMES.map((name) => (
            <ColorField key={name} name={name} form={form} fault={faults[name]} />
          ))}
        </div>
      </fieldset>
      {(['mn', 'en'] as const).map((language) => (
        <fieldset key={language} className={formStyle.group}>
          <legend>
            {words.texts}: <span lang={language}>{words.languages[language]}</span>
          </legend>
          {language === 'mn' ? <p className={textStyle.quiet}>{words.textsHint}</p> : null}
          {SITE_TEXTS.map((key) => {
            const Field = key === 'lead' ? Textarea : TextInput;
            return (
              <Field
                key={key}
                {...form.field(`config.landing.${language}.${key}`)}
                lang={language}
                label={words.textNames[key]}
                // The schema bounds texts of any page; these have to fit above the fold.
                maxLength={300}
                data-testid={`text-${language}-${key}`}
              />
            );
          })}
        </fieldset>
      ))}
    </>
  );
}

interface ColorFieldProps {
  name: ColorName;
  form: BodyForm<ThemeDraft>;
  fault: ContrastFault | undefined;
}

function ColorField({ name, form, fault }: ColorFieldProps) {
  const words = usePageWords(appearanceWords);
  const label = words.colorNames[name];
  const path = `${COLOR_PATH}.${name}` as const;
  const hex = readHex(form.values.config.appearance.colors[name]);
  return (
    <div>
      <div className={classes.color}>
        <input
          type="color"
          className={hex ? classes.picker : `${classes.picker} ${classes.faded}`}
          value={hex ?? '#ffffff'}
          aria-label={words.pickColor(label)}
          onChange={(event) => form.setFieldValue(path, event.currentTarget.value)}
        />
        <TextInput
          {...form.field(path)}
          className={classes.colorField}
          label={label}
          placeholder="#rrggbb"
          autoComplete="off"
          spellCheck={false}
          data-testid={`color-${name}`}
          aria-describedby={fault ? `fault-${name}` : undefined}
        />
      </div>
      {fault ? (
        <p id={`fault-${name}`} className={classes.warning} role="status" data-testid={`fault-${name}`}>
          {words.contrast(fault.ratio.toFixed(1), String(fault.needed))}
        </p>
      ) : null}
    </div>
  );
}
