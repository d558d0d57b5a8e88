import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { FONTS, SCHEMES, STYLES } from '../../../api/appearance.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { readHex } from '../../../theme/color.ts';
import { SITE_TEXTS } from '../../../theme/look-store.ts';
import { COLOR_NAMES, type ColorName, readPalette } from '../../../theme/site-look.ts';
import formStyle from '../../../ui/forms/form.module.css';
import textStyle from '../../../ui/text.module.css';
import classes from './appearance.module.css';
import { type ContrastFault, findContrastFaults } from './contrast.ts';
import { buildConfig, type ThemeDraft } from './theme-draft.ts';
import { appearanceWords } from './words.ts';

interface ThemeFieldsProps {
  draft: ThemeDraft;
  errors: Record<string, string>;
  onChange(draft: ThemeDraft): void;
}

export function ThemeFields({ draft, errors, onChange }: ThemeFieldsProps) {
  const words = usePageWords(appearanceWords);
  const faults = findContrastFaults(readPalette(buildConfig(draft, undefined)), draft.mode);
  const asSettings = { value: '', label: words.asSettings };

  return (
    <>
      <TextInput
        id="theme-name"
        label={words.name}
        value={draft.name}
        error={errors['theme-name']}
        maxLength={80}
        data-testid="theme-name"
        onChange={(event) => onChange({ ...draft, name: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.scheme}
        value={draft.mode}
        data-testid="theme-mode"
        data={[asSettings, ...SCHEMES.map((value) => ({ value, label: words.schemes[value] }))]}
        onChange={(event) => onChange({ ...draft, mode: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.font}
        value={draft.font}
        data={[asSettings, ...FONTS.map((value) => ({ value, label: words.fonts[value] }))]}
        onChange={(event) => onChange({ ...draft, font: event.currentTarget.value })}
      />
      <NativeSelect
        label={words.style}
        value={draft.style}
        data={[asSettings, ...STYLES.map((value) => ({ value, label: words.styles[value] }))]}
        onChange={(event) => onChange({ ...draft, style: event.currentTarget.value })}
      />
      <fieldset className={formStyle.group}>
        <legend>{words.colors}</legend>
        <p className={textStyle.quiet}>{words.colorsHint}</p>
        <div className={classes.colors}>
          {COLOR_NAMES.map((name) => (
            <ColorField
              key={name}
              name={name}
              value={draft.colors[name]}
              error={errors[`color-${name}`]}
              fault={faults[name]}
              onChange={(value) => onChange({ ...draft, colors: { ...draft.colors, [name]: value } })}
            />
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
                lang={language}
                label={words.textNames[key]}
                value={draft.texts[language][key]}
                maxLength={300}
                data-testid={`text-${language}-${key}`}
                onChange={(event) =>
                  onChange({
                    ...draft,
                    texts: {
                      ...draft.texts,
                      [language]: { ...draft.texts[language], [key]: event.currentTarget.value },
                    },
                  })
                }
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
  value: string;
  error: string | undefined;
  fault: ContrastFault | undefined;
  onChange(value: string): void;
}

function ColorField({ name, value, error, fault, onChange }: ColorFieldProps) {
  const words = usePageWords(appearanceWords);
  const label = words.colorNames[name];
  const hex = readHex(value);
  return (
    <div>
      <div className={classes.color}>
        <input
          type="color"
          className={hex ? classes.picker : `${classes.picker} ${classes.faded}`}
          value={hex ?? '#ffffff'}
          aria-label={words.pickColor(label)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        <TextInput
          id={`color-${name}`}
          className={classes.colorField}
          label={label}
          value={value}
          error={error}
          maxLength={7}
          placeholder="#rrggbb"
          autoComplete="off"
          spellCheck={false}
          data-testid={`color-${name}`}
          aria-describedby={fault ? `fault-${name}` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
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
