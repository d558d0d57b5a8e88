import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { govOfficerTemplatesCreateBody } from '../../api/generated/bodies.ts';
import type { DeskService } from '../../api/officer.ts';
import { type ReplyTemplate, saveTemplate, TEMPLATES_KEY } from '../../api/team.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ActionFailure } from '../../ui/states/states.tsx';
import { templateWords } from './template-words.ts';

const KINDS = ['ask', 'approve', 'refuse'] as const;

interface TemplateFormProps {
  /** Null: a new one. */
  template: ReplyTemplate | null;
  services: readonly DeskService[];
  onSaved(): void;
  onCancel(): void;
}

export function TemplateForm({ template, services, onSaved, onCancel }: TemplateFormProps) {
  const words = usePageWords(templateWords);
  const client = useQueryClient();
  const authorities = [...new Map(services.map(({ authority_id, authority }) => [authority_id, authority]))];
  const openValues = (of: typeof template) => ({
    authority: of?.authority_id ?? (authorities.length === 1 ? (authorities[0]?.[0] ?? '') : ''),
    service_id: of?.service_id ?? '',
    kind: of?.kind ?? 'ask',
    title: of?.title ?? '',
    title_en: of?.title_en ?? '',
    body: of?.body ?? '',
    body_en: of?.body_en ?? '',
  });
  const save = useMutation({
    mutationFn: (body: Parameters<typeof saveTemplate>[1]) => saveTemplate(template?.id ?? null, body),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TEMPLATES_KEY });
      form.reset();
      onSaved();
    },
  });
  const form = useBodyForm({
    schema: govOfficerTemplatesCreateBody,
    keepAs: `template:${template?.id ?? 'new'}`,
    initial: openValues(template),
    record: template,
    open: openValues,
    toBody: (values) => ({
      authority: values.authority,
      service_id: values.service_id === '' ? null : values.service_id,
      kind: KINDS.find((kind) => kind === values.kind) ?? 'ask',
      title: values.title.trim(),
      title_en: values.title_en.trim(),
      body: values.body.trim(),
      body_en: values.body_en.trim(),
    }),
    hints: { authority: words.chooseAuthority },
    onSend: save.mutate,
    error: save.error,
    isPending: save.isPending,
  });
  const authority = form.field('authority');
  return (
    <form className={formStyle.narrow} onSubmit={form.send} noValidate data-testid="template-form">
      <RestoredNote form={form} />
      <ErrorSummary
        errors={form.faults}
        labels={{
          authority: words.authority,
          service_id: words.service,
          kind: words.kind,
          title: words.titleMn,
          title_en: words.titleEn,
          body: words.bodyMn,
          body_en: words.bodyEn,
        }}
      />
      <NativeSelect
        {...authority}
        label={words.authority}
        data-testid="template-authority"
        data={[
          { value: '', label: words.chooseAuthority },
          ...authorities.map(([value, label]) => ({ value, label })),
        ]}
        onChange={(event) => {
          authority.onChange(event);
          // A service of another authority would be refused.
          form.setFieldValue('service_id', '');
        }}
      />
      <NativeSelect
        {...form.field('service_id')}
        label={words.service}
        data-testid="template-service"
        data={[
          { value: '', label: words.everyService },
          ...services
            .filter((service) => service.authority_id === form.values.authority)
            .map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <NativeSelect
        {...form.field('kind')}
        label={words.kind}
        data-testid="template-kind"
        data={KINDS.map((value) => ({ value, label: words.kinds[value] }))}
      />
      <TextInput {...form.field('title')} label={words.titleMn} lang="mn" data-testid="template-title" />
      <TextInput
        {...form.field('title_en')}
        label={words.titleEn}
        lang="en"
        data-testid="template-title-en"
      />
      <Textarea
        {...form.field('body')}
        label={words.bodyMn}
        description={words.bodyHint}
        lang="mn"
        autosize
        minRows={3}
        data-testid="template-body"
      />
      <Textarea
        {...form.field('body_en')}
        label={words.bodyEn}
        description={words.bodyHint}
        lang="en"
        autosize
        minRows={3}
        data-testid="template-body-en"
      />
      {form.hasFaults ? null : <ActionFailure error={save.error} />}
      <div className={formStyle.actions}>
        <Button type="submit" loading={save.isPending} data-testid="template-save">
          {words.save}
        </Button>
        {template === null ? null : (
          <Button
            variant="default"
            onClick={() => {
              form.forget();
              onCancel();
            }}
          >
            {words.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
