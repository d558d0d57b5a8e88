import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { relayPlatformsCreateBody } from '../../api/generated/bodies.ts';
import { createPlatform, type PlatformBody, type RelayPlatform } from '../../api/relay.ts';
import { SecretPanel } from '../../features/oauth-clients/secret-panel.tsx';
import { readStepUpFailure, useStepUp } from '../../features/step-up/step-up.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { buildChange, openDraft, PlatformFields, usePlatformLabels } from './platform-fields.tsx';
import { platformWords } from './platform-words.ts';

const DIRECTIONS = ['downstream', 'upstream'] as const;

interface NewPlatformProps {
  onClose(): void;
  /** Told once the secret has been kept: it is never shown again. */
  onKept(platform: RelayPlatform): void;
}

export function NewPlatform({ onClose, onKept }: NewPlatformProps) {
  const words = usePageWords(platformWords);
  const labels = usePlatformLabels();
  const stepUp = useStepUp();
  // The secret stays with this panel and goes when it closes.
  const creation = useMutation({
    mutationFn: (body: PlatformBody) => stepUp.run(() => createPlatform(body)),
    gcTime: 0,
  });
  const made = creation.data;
  const form = useBodyForm({
    schema: relayPlatformsCreateBody,
    keepAs: 'relay-platform:new',
    neverKept: ['webhook_secret'],
    initial: {
      code: '',
      direction: 'downstream' as RelayPlatform['direction'],
      ...openDraft(null),
      webhook_secret: '',
    },
    toBody: ({ code, direction, webhook_secret: secret, ...draft }): PlatformBody => ({
      code: code.trim(),
      direction,
      ...buildChange(draft),
      ...(secret.trim() === '' ? {} : { webhook_secret: secret.trim() }),
    }),
    onSend: creation.mutate,
    onChange: creation.reset,
    error: creation.error,
    isPending: creation.isPending,
  });
  if (made)
    return (
      <Detail title={made.name} subject={made.id} onClose={() => onKept(made)}>
        <Done>{words.added(made.name)}</Done>
        <SecretPanel secret={made.webhook_secret} onKept={() => onKept(made)} />
      </Detail>
    );
  return (
    <Detail title={words.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={labels} />
        <TextInput
          {...form.field('code')}
          label={words.code}
          description={words.codeHint}
          autoComplete="off"
          spellCheck={false}
          data-testid="platform-code"
        />
        <NativeSelect
          {...form.field('direction')}
          label={words.direction}
          data={DIRECTIONS.map((value) => ({ value, label: words.directions[value] }))}
          data-testid="platform-direction"
        />
        <PlatformFields form={form} />
        <TextInput
          {...form.field('webhook_secret')}
          label={words.secret}
          description={words.secretHint}
          autoComplete="off"
          spellCheck={false}
          data-testid="platform-secret"
        />
        {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(creation.error)} />}
        <FormActions
          form={form}
          submit={words.add}
          testId="save-platform"
          isPending={creation.isPending}
          onCancel={onClose}
        />
      </form>
      {stepUp.dialog}
    </Detail>
  );
}
