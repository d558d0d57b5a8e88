import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type Application, type ApplicationType, registerOwn } from '../../api/applications.ts';
import { meApplicationsCreateBody } from '../../api/generated/bodies.ts';
import { findUriFaults, RedirectUris } from '../../features/oauth-clients/redirect-uris.tsx';
import { SecretPanel } from '../../features/oauth-clients/secret-panel.tsx';
import { TypeChoice } from '../../features/oauth-clients/type-choice.tsx';
import { applicationsWords } from '../../features/oauth-clients/words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { ownWords } from './words.ts';

type OwnType = Exclude<ApplicationType, 'm2m'>;
const OWN_TYPES: readonly OwnType[] = ['web', 'spa', 'native'];

interface RegisterOwnProps {
  onClose(): void;
  /** Called once the secret, if there is one, was seen. */
  onRegistered(application: Application): void;
}

export function RegisterOwn({ onClose, onRegistered }: RegisterOwnProps) {
  const words = usePageWords(ownWords);
  const shared = usePageWords(applicationsWords);
  const create = useMutation({
    mutationFn: registerOwn,
    onSuccess: (made) => {
      if (!made.secret) onRegistered(made);
    },
  });
  const made = create.data;
  const form = useBodyForm({
    schema: meApplicationsCreateBody,
    keepAs: 'own-application:new',
    initial: { name: '', app_type: 'web' as OwnType, redirect_uris: [''] },
    toBody: ({ name, app_type, redirect_uris }) => ({
      name: name.trim(),
      app_type,
      redirect_uris: redirect_uris.map((uri) => uri.trim()).filter(Boolean),
    }),
    check: ({ app_type, redirect_uris }) => findUriFaults(redirect_uris, app_type, shared.uris),
    onSend: create.mutate,
    error: create.error,
    isPending: create.isPending,
  });

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
        <p>{words.addLead}</p>
        <TextInput
          {...form.field('name')}
          label={words.name}
          description={shared.nameHint}
          autoComplete="off"
          data-testid="app-name"
        />
        <TypeChoice
          offered={OWN_TYPES}
          value={form.values.app_type}
          onChange={(type) => form.setFieldValue('app_type', type as OwnType)}
        />
        <RedirectUris type={form.values.app_type} form={form} />
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
