import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { adminToolsKeysCreateBody } from '../../../api/generated/bodies.ts';
import { createToolKey, type NewToolKey, toolKeysQuery } from '../../../api/tools.ts';
import { describeScope, scopeWords, type ToolScope, toolScopes } from '../../../features/oauth/scopes.ts';
import { SecretPanel } from '../../../features/oauth-clients/secret-panel.tsx';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
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
  const scopeTexts = usePageWords(scopeWords);
  const client = useQueryClient();
  const stepUp = useStepUp();
  const creation = useMutation({
    mutationFn: (body: NewToolKey) => stepUp.run(() => createToolKey(body)),
    // The secret stays with this panel and goes when it closes.
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: toolKeysQuery.queryKey }),
  });
  const made = creation.data;
  const form = useBodyForm({
    schema: adminToolsKeysCreateBody,
    keepAs: 'tools-key',
    initial: { name: '', opensAdmin: false, scopes: [] as ToolScope[], days: '90' },
    toBody: ({ name, opensAdmin, scopes, days }): NewToolKey => ({
      name: name.trim(),
      surfaces: opensAdmin ? ['admin', 'tools'] : ['tools'],
      scopes,
      days: days === '' ? null : Number(days),
    }),
    check: ({ opensAdmin, scopes }): Partial<Record<string, string>> =>
      opensAdmin || scopes.length > 0 ? {} : { scopes: words.toolsMissing },
    onSend: creation.mutate,
    error: creation.error,
    isPending: creation.isPending,
  });

  if (made)
    return (
      <Detail title={made.name} subject={made.id} onClose={() => onKept(made.id)}>
        <SecretPanel secret={made.key} onKept={() => onKept(made.id)} />
      </Detail>
    );
  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={{ name: words.name, scopes: words.chosenTools }} />
        <TextInput
          {...form.field('name')}
          label={words.name}
          description={words.nameHint}
          autoComplete="off"
          data-testid="key-name"
        />
        <Checkbox.Group {...form.field('scopes')} label={words.chosenTools} description={words.toolsHint}>
          {toolScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={describeScope(scope, scopeTexts).title}
              data-testid={`key-${scope}`}
            />
          ))}
        </Checkbox.Group>
        <Checkbox
          {...form.field('opensAdmin')}
          label={words.opensAdmin}
          description={words.opensAdminHint}
          data-testid="key-admin"
        />
        <NativeSelect
          {...form.field('days')}
          label={words.days}
          description={words.daysHint}
          data={['7', '30', '90', '365', ''].map((value) => ({ value, label: words.daysOf[value] ?? value }))}
          data-testid="key-days"
        />
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(creation.error)} />}
        <FormActions
          form={form}
          submit={words.add}
          testId="make-key"
          isPending={creation.isPending}
          onCancel={onClose}
        />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
