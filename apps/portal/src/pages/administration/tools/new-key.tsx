import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createToolKey, toolKeysQuery } from '../../../api/tools.ts';
import { SecretPanel } from '../../../features/oauth-clients/secret-panel.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { readFaults } from '../../../ui/forms/read-faults.ts';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { toolsWords } from './words.ts';

interface NewKeyProps {
  onClose(): void;
  /** Told once the key has been kept: it is never shown again. */
  onKept(id: string): void;
}

export function NewKey({ onClose, onKept }: NewKeyProps) {
  const { keys: words } = usePageWords(toolsWords);
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [isOnlyTools, setIsOnlyTools] = useState(false);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const creation = useMutation({
    mutationFn: createToolKey,
    // The secret stays with this panel and goes when it closes.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: toolKeysQuery.queryKey }),
    onError: (error) => setErrors(readFaults(error)),
  });
  const made = creation.data;

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (creation.isPending) return;
    const found: Record<string, string> = name.trim() === '' ? { name: words.nameError } : {};
    setErrors(found);
    if (Object.keys(found).length === 0) creation.mutate({ name: name.trim(), isOnlyTools });
  };

  if (made)
    return (
      <Detail title={made.name} subject={made.id} onClose={() => onKept(made.id)}>
        <SecretPanel secret={made.key} onKept={() => onKept(made.id)} />
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
          data-testid="key-name"
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Checkbox
          label={words.onlyTools}
          description={words.onlyToolsHint}
          checked={isOnlyTools}
          data-testid="key-only-tools"
          onChange={(event) => setIsOnlyTools(event.currentTarget.checked)}
        />
        {Object.keys(errors).length === 0 ? <ActionFailure error={creation.error} /> : null}
        <FormActions submit={words.add} testId="make-key" isPending={creation.isPending} onCancel={onClose} />
      </form>
    </Detail>
  );
}
