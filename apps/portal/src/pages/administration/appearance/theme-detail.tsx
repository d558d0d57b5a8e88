import { useMutation } from '@tanstack/react-query';
import {
  type Appearance,
  activateTheme,
  createTheme,
  deleteTheme,
  saveTheme,
  type Theme,
  type ThemeBody,
} from '../../../api/appearance.ts';
import { themesChangeBody, themesCreateBody } from '../../../api/generated/bodies.ts';
import { AskedButton } from '../../../features/step-up/asked-button.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { buildLook, COLOR_NAMES } from '../../../theme/site-look.ts';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import textStyle from '../../../ui/text.module.css';
import { uiWords } from '../../../ui/words.ts';
import { Preview } from './preview.tsx';
import { buildConfig, buildThemeBody, COLOR_PATH, draftTheme } from './theme-draft.ts';
import { ThemeFields } from './theme-fields.tsx';
import { appearanceWords } from './words.ts';

interface ThemeDetailProps {
  /** Null for a theme that is about to be made. */
  theme: Theme | null;
  appearance: Appearance;
  onClose(): void;
  onSaved(theme: Theme): void;
  onActivated(theme: Theme): void;
  onDeleted(theme: Theme): void;
}

export function ThemeDetail(props: ThemeDetailProps) {
  const { theme, appearance, onClose, onSaved } = props;
  const words = usePageWords(appearanceWords);
  const common = usePageWords(uiWords);
  const save = useMutation({
    mutationFn: (body: ThemeBody) => (theme ? saveTheme(theme.id, body) : createTheme(body)),
    onSuccess: onSaved,
  });
  const form = useBodyForm({
    schema: theme ? themesChangeBody : themesCreateBody,
    keepAs: `theme:${theme?.id ?? 'new'}`,
    initial: draftTheme(theme),
    record: theme,
    open: draftTheme,
    toBody: (draft, loaded) => buildThemeBody(draft, loaded?.config),
    hints: { [COLOR_PATH]: words.hexError },
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  const labels: Record<string, string> = { name: words.name };
  for (const name of COLOR_NAMES) labels[`${COLOR_PATH}.${name}`] = words.colorNames[name];

  return (
    <Detail title={theme ? theme.name : words.addTitle} subject={theme?.id ?? 'new'} onClose={onClose}>
      <Preview look={buildLook(appearance, buildConfig(form.values.config, theme?.config))} />
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={labels} />
        <ThemeFields form={form} />
        <Done>{save.isSuccess ? words.themeSaved : null}</Done>
        {form.hasFaults ? null : <ActionFailure error={save.error} />}
        <FormActions
          form={form}
          submit={theme ? common.save : words.add}
          testId="save-theme"
          isPending={save.isPending}
          isSaved={theme !== null}
          onCancel={onClose}
        />
      </form>
      {theme ? <ThemeActions {...props} theme={theme} /> : null}
    </Detail>
  );
}

function ThemeActions({ theme, onActivated, onDeleted }: ThemeDetailProps & { theme: Theme }) {
  const words = usePageWords(appearanceWords);
  if (theme.is_active) return <p className={`${layoutStyle.part} ${textStyle.quiet}`}>{words.activeNote}</p>;
  return (
    <div className={layoutStyle.part}>
      <div className={formStyle.actions}>
        <AskedButton
          label={words.activate}
          testId="activate"
          title={words.activateTitle(theme.name)}
          run={() => activateTheme(theme.id)}
          onDone={() => onActivated(theme)}
        >
          <p>{words.activateText}</p>
        </AskedButton>
        <AskedButton
          label={words.delete}
          testId="delete"
          isDangerous
          title={words.deleteTitle(theme.name)}
          action={words.deleteAction}
          run={() => deleteTheme(theme.id)}
          onDone={() => onDeleted(theme)}
        >
          <p>{words.deleteText}</p>
        </AskedButton>
      </div>
    </div>
  );
}
