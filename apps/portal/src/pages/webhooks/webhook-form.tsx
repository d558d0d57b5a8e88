import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Checkbox, TextInput } from '@mantine/core';
import { applicationsWebhooksCreateBody } from '../../api/generated/bodies.ts';
import { WEBHOOK_EVENTS, type Webhook, type WebhookBody, type WebhookEvent } from '../../api/webhooks.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { webhookWords } from './words.ts';

interface WebhookFormProps {
  webhook: Webhook | null;
  submit: string;
  done: string | null;
  /** The last attempt to save. */
  save: { error: unknown; isPending: boolean; reset(): void };
  onSend(body: WebhookBody): void;
  onCancel(): void;
}

const openValues = (webhook: Webhook | null) => ({
  url: webhook?.url ?? '',
  events: WEBHOOK_EVENTS.filter((event) => webhook?.events.includes(event)) as WebhookEvent[],
  description: webhook?.description ?? '',
});

export function WebhookForm({ webhook, submit, done, save, onSend, onCancel }: WebhookFormProps) {
  const words = usePageWords(webhookWords);
  const form = useBodyForm({
    schema: applicationsWebhooksCreateBody,
    keepAs: `webhook:${webhook?.id ?? 'new'}`,
    initial: openValues(webhook),
    record: webhook,
    open: openValues,
    toBody: (draft): WebhookBody => ({
      url: draft.url.trim(),
      events: draft.events,
      description: draft.description.trim(),
    }),
    hints: { url: words.urlHint },
    onSend,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <ErrorSummary
        errors={form.faults}
        labels={{ url: words.url, events: words.events, description: words.description }}
      />
      <TextInput
        {...form.field('url')}
        label={words.url}
        description={words.urlHint}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        data-testid="webhook-url"
      />
      <Checkbox.Group {...form.field('events')} label={words.events} description={words.eventsHint}>
        {WEBHOOK_EVENTS.map((event) => (
          <Checkbox
            key={event}
            value={event}
            label={words.eventNames[event]}
            description={event}
            data-testid={`event-${event}`}
          />
        ))}
      </Checkbox.Group>
      <TextInput
        {...form.field('description')}
        label={words.description}
        description={words.descriptionHint}
        autoComplete="off"
        data-testid="webhook-description"
      />
      <Done testId="webhook-saved">{done}</Done>
      {form.hasFaults ? null : <ActionFailure error={save.error} />}
      <FormActions
        form={form}
        submit={submit}
        testId="save-webhook"
        isPending={save.isPending}
        isSaved={webhook !== null}
        onCancel={onCancel}
      />
    </form>
  );
}
