import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import {
  type Application,
  type ApplicationBody,
  type ApplicationType,
  createApplication,
  hasPeople,
} from '../../../api/applications.ts';
import { applicationsCreateBody } from '../../../api/generated/bodies.ts';
import { findUriFaults, RedirectUris } from '../../../features/oauth-clients/redirect-uris.tsx';
import { SecretPanel } from '../../../features/oauth-clients/secret-panel.tsx';
import { TypeChoice } from '../../../features/oauth-clients/type-choice.tsx';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';

interface RegisterProps {
  onClose(): void;
  /** Told once there is nothing more to keep. */
  onRegistered(application: Application): void;
}

export function Register({ onClose, onRegistered }: RegisterProps) {
  const words = usePageWords(applicationsWords);
  const create = useMutation({
    mutationFn: createApplication,
    onSuccess: (made) => {
      if (!made.secret) onRegistered(made);
    },
  });
  const made = create.data;
  const form = useBodyForm({
    schema: applicationsCreateBody,
    keepAs: 'application:new',
    initial: { name: '', app_type: 'web' as ApplicationType, redirect_uris: [''] },
    toBody: ({ name, app_type, redirect_uris }): ApplicationBody => ({
      name: name.trim(),
      app_type,
      ...(hasPeople(app_type)
        ? { redirect_uris: redirect_uris.map((uri) => uri.trim()).filter(Boolean) }
        : {}),
    }),
    check: ({ app_type, redirect_uris }) =>
      hasPeople(app_type) ? findUriFaults(redirect_uris, app_type, words.uris) : {},
    onSend: create.mutate,
    error: create.error,
    isPending: create.isPending,
  });
  const { app_type } = form.values;

  if (made?.secret)
    return (
      <Detail title={made.name} subject={made.id} onClose={() => onRegistered(made)}>
        <SecretPanel secret={made.secret} onKept={() => onRegistered(made)} />
      </Detail>
    );
  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={{ name: words.name }} />
        <TextInput
          {...form.field('name')}
          label={words.name}
          description={words.nameHint}
          autoComplete="off"
          data-testid="app-name"
        />
        <TypeChoice value={app_type} onChange={(type) => form.setFieldValue('app_type', type)} />
        {hasPeople(app_type) ? <RedirectUris type={app_type} form={form} /> : null}
        {form.hasFaults ? null : <ActionFailure error={create.error} />}
        <FormActions
          form={form}
          submit={words.add}
          testId="register"
          isPending={create.isPending}
          onCancel={onClose}
        />
      </form>
    </Detail>
  );
}
