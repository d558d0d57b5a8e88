import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  type Application,
  type ApplicationType,
  createApplication,
  hasPeople,
} from '../../../api/applications.ts';
import { SecretPanel } from '../../../features/oauth-clients/secret-panel.tsx';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { readFaults } from '../../../ui/forms/read-faults.ts';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { findUriFaults, RedirectUris } from './redirect-uris.tsx';
import { TypeChoice } from './type-choice.tsx';

interface RegisterProps {
  onClose(): void;
  /** Told once there is nothing more to keep. */
  onRegistered(application: Application): void;
}

export function Register({ onClose, onRegistered }: RegisterProps) {
  const words = usePageWords(applicationsWords);
  const [name, setName] = useState('');
  const [type, setType] = useState<ApplicationType>('web');
  const [uris, setUris] = useState(['']);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const create = useMutation({
    mutationFn: createApplication,
    onSuccess: (made) => {
      if (!made.secret) onRegistered(made);
    },
    onError: (error) => setErrors(readFaults(error)),
  });
  const made = create.data;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    const found: Record<string, string> = {
      ...(name.trim() === '' ? { name: words.nameError } : {}),
      ...(hasPeople(type) ? findUriFaults(uris, type, words.uris) : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    const redirect_uris = uris.map((uri) => uri.trim()).filter((uri) => uri !== '');
    create.mutate({ name: name.trim(), app_type: type, ...(hasPeople(type) ? { redirect_uris } : {}) });
  };

  if (made?.secret)
    return (
      <Detail title={made.name} subject={made.id} onClose={() => onRegistered(made)}>
        <SecretPanel secret={made.secret} onKept={() => onRegistered(made)} />
      </Detail>
    );
  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} labels={{ name: words.name }} />
        <TextInput
          id="name"
          label={words.name}
          description={words.nameHint}
          value={name}
          error={errors['name']}
          maxLength={128}
          autoComplete="off"
          data-testid="app-name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <TypeChoice value={type} onChange={setType} />
        {hasPeople(type) ? <RedirectUris type={type} uris={uris} errors={errors} onChange={setUris} /> : null}
        {Object.keys(errors).length === 0 ? <ActionFailure error={create.error} /> : null}
        <FormActions submit={words.add} testId="register" isPending={create.isPending} onCancel={onClose} />
      </form>
    </Detail>
  );
}
