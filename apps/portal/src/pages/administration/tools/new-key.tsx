import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createToolKey, toolKeysQuery } from '../../../api/tools.ts';
import { SecretPanel } from '../../../features/oauth-clients/secret-panel.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import parts from '../../../ui/detail.module.css';
import { ErrorSummary } from '../../../ui/error-summary.tsx';
import { readFieldTexts } from '../../../ui/failure-text.ts';
import { Detail } from '../../../ui/list-and-detail.tsx';
import { FormActions } from '../../../ui/list-form-actions.tsx';
import { ActionFailure } from '../../../ui/states.tsx';
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
    onError: (error) => setErrors(readFieldTexts(error)),
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
      <form className={parts.form} onSubmit={submit} noValidate>
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
        <FormActions action={words.add} testId="make-key" isPending={creation.isPending} onClose={onClose} />
      </form>
    </Detail>
  );
}
