import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type Appearance,
  activateTheme,
  createTheme,
  deleteTheme,
  saveTheme,
  type Theme,
  type ThemeBody,
} from '../../../api/appearance.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { buildLook, COLOR_NAMES } from '../../../theme/site-look.ts';
import { Confirm } from '../confirm.tsx';
import parts from '../detail.module.css';
import { ErrorSummary } from '../error-summary.tsx';
import { Detail } from '../list-and-detail.tsx';
import { ActionFailure, Done } from '../states.tsx';
import { administrationWords } from '../words.ts';
import { Preview } from './preview.tsx';
import { buildConfig, buildThemeBody, draftTheme, findColorErrors } from './theme-draft.ts';
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
  const common = usePageWords(administrationWords);
  const [draft, setDraft] = useState(() => draftTheme(theme));
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: ThemeBody) => (theme ? saveTheme(theme.id, body) : createTheme(body)),
    onSuccess: onSaved,
  });
  const labels: Record<string, string> = { 'theme-name': words.name };
  for (const name of COLOR_NAMES) labels[`color-${name}`] = words.colorNames[name];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: Record<string, string> = {};
    if (!draft.name.trim()) found['theme-name'] = words.nameError;
    for (const name of findColorErrors(draft)) found[`color-${name}`] = words.hexError;
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate(buildThemeBody(draft, theme?.config));
  };

  return (
    <Detail title={theme ? theme.name : words.addTitle} subject={theme?.id ?? 'new'} onClose={onClose}>
      <Preview look={buildLook(appearance, buildConfig(draft, theme?.config))} />
      <form className={parts.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} labels={labels} />
        <ThemeFields
          draft={draft}
          errors={errors}
          onChange={(changed) => {
            if (!save.isIdle) save.reset();
            setDraft(changed);
          }}
        />
        <Done>{save.isSuccess ? words.themeSaved : null}</Done>
        <ActionFailure error={save.error} />
        <div className={parts.actions}>
          <Button type="submit" loading={save.isPending} data-testid="save-theme">
            {theme ? common.save : words.add}
          </Button>
          <Button variant="default" onClick={onClose}>
            {theme ? common.close : common.cancel}
          </Button>
        </div>
      </form>
      {theme ? <ThemeActions {...props} theme={theme} /> : null}
    </Detail>
  );
}

function ThemeActions({ theme, onActivated, onDeleted }: ThemeDetailProps & { theme: Theme }) {
  const words = usePageWords(appearanceWords);
  const [asked, setAsked] = useState<'activate' | 'delete' | null>(null);
  const activation = useMutation({
    mutationFn: () => activateTheme(theme.id),
    onSuccess: () => onActivated(theme),
  });
  const removal = useMutation({ mutationFn: () => deleteTheme(theme.id), onSuccess: () => onDeleted(theme) });
  const cancel = () => {
    activation.reset();
    removal.reset();
    setAsked(null);
  };
  if (theme.is_active) return <p className={`${parts.part} ${parts.quiet}`}>{words.activeNote}</p>;
  return (
    <div className={parts.part}>
      <div className={parts.actions}>
        <Button variant="default" data-testid="activate" onClick={() => setAsked('activate')}>
          {words.activate}
        </Button>
        <Button className={parts.dangerOutline} data-testid="delete" onClick={() => setAsked('delete')}>
          {words.delete}
        </Button>
      </div>
      <Confirm
        isOpen={asked === 'activate'}
        title={words.activateTitle(theme.name)}
        action={words.activate}
        isPending={activation.isPending}
        error={activation.error}
        onConfirm={() => activation.mutate()}
        onCancel={cancel}
      >
        <p>{words.activateText}</p>
      </Confirm>
      <Confirm
        isOpen={asked === 'delete'}
        isDangerous
        title={words.deleteTitle(theme.name)}
        action={words.deleteAction}
        isPending={removal.isPending}
        error={removal.error}
        onConfirm={() => removal.mutate()}
        onCancel={cancel}
      >
        <p>{words.deleteText}</p>
      </Confirm>
    </div>
  );
}
