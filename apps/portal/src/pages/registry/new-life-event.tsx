import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { registryLifeEventsCreateBody } from '../../api/generated/bodies.ts';
import { createLifeEvent, type LifeEvent } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { vocabularyWords } from './vocabulary-words.ts';

const EMPTY = {
  code: '',
  name: '',
  en_label: '',
  lead_agency: '',
  lead_agency_en: '',
  eu_code: '',
  sort_order: '100',
  kind: 'life' as LifeEvent['kind'],
  description: '',
  description_en: '',
};
const LINES = ['code', 'name', 'en_label', 'lead_agency', 'lead_agency_en', 'eu_code', 'sort_order'] as const;

export function NewLifeEvent({ onClose, onAdded }: { onClose(): void; onAdded(event: LifeEvent): void }) {
  const words = usePageWords(vocabularyWords);
  const own = words.events;
  const shared = usePageWords(uiWords);
  const add = useMutation({ mutationFn: createLifeEvent, onSuccess: onAdded });
  const form = useBodyForm({
    schema: registryLifeEventsCreateBody,
    initial: EMPTY,
    toBody: (values) => ({
      ...values,
      code: values.code.trim(),
      sort_order: /^-?\d+$/.test(values.sort_order.trim()) ? Number(values.sort_order) : Number.NaN,
    }),
    hints: { code: words.codeError, sort_order: own.orderError },
    onSend: add.mutate,
    error: add.error,
    isPending: add.isPending,
  });
  const labels = {
    code: words.code,
    name: words.name,
    en_label: own.enLabel,
    lead_agency: own.agency,
    lead_agency_en: own.agencyEn,
    eu_code: own.euCode,
    sort_order: own.order,
    description: words.description,
    description_en: words.descriptionEn,
  };
  return (
    <Detail title={own.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <ErrorSummary errors={form.faults} labels={labels} />
        {LINES.map((name) => (
          <TextInput
            key={name}
            {...form.field(name)}
            label={labels[name]}
            description={name === 'code' ? words.codeHint : undefined}
            autoComplete="off"
            data-testid={`event-${name}`}
          />
        ))}
        <NativeSelect
          {...form.field('kind')}
          label={own.kind}
          data={[
            { value: 'life', label: own.kinds.life },
            { value: 'business', label: own.kinds.business },
          ]}
        />
        {(['description', 'description_en'] as const).map((name) => (
          <Textarea key={name} {...form.field(name)} label={labels[name]} rows={3} />
        ))}
        {form.hasFaults ? null : <ActionFailure error={add.error} />}
        <div className={formStyle.actions}>
          <Button type="submit" loading={add.isPending} data-testid="event-save">
            {shared.save}
          </Button>
        </div>
      </form>
    </Detail>
  );
}
