import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { createLifeEvent, type LifeEvent } from '../../api/registry.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { readFaults } from '../../ui/forms/read-faults.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { uiWords } from '../../ui/words.ts';
import { CODE } from './evidence-detail.tsx';
import { vocabularyWords } from './vocabulary-words.ts';

const LINES = {
  code: 64,
  name: 300,
  en_label: 300,
  lead_agency: 300,
  lead_agency_en: 300,
  eu_code: 32,
  sort_order: 7,
} as const;
type Line = keyof typeof LINES;
const LINE_NAMES = Object.keys(LINES) as Line[];

export function NewLifeEvent({ onClose, onAdded }: { onClose(): void; onAdded(event: LifeEvent): void }) {
  const words = usePageWords(vocabularyWords);
  const own = words.events;
  const shared = usePageWords(uiWords);
  const [values, setValues] = useState<Record<Line | 'description' | 'description_en', string>>({
    code: '',
    name: '',
    en_label: '',
    lead_agency: '',
    lead_agency_en: '',
    eu_code: '',
    sort_order: '100',
    description: '',
    description_en: '',
  });
  const [kind, setKind] = useState<LifeEvent['kind']>('life');
  const [errors, setErrors] = useState<Record<string, string>>({});
  const add = useMutation({
    mutationFn: createLifeEvent,
    onSuccess: onAdded,
    onError: (error) => setErrors(readFaults(error)),
  });
  const labels: Record<Line, string> = {
    code: words.code,
    name: words.name,
    en_label: own.enLabel,
    lead_agency: own.agency,
    lead_agency_en: own.agencyEn,
    eu_code: own.euCode,
    sort_order: own.order,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const found: Record<string, string> = {};
    if (!CODE.test(values.code.trim())) found['code'] = words.codeError;
    if (!values.name.trim()) found['name'] = shared.required;
    if (!/^-?\d{1,6}$/.test(values.sort_order.trim())) found['sort_order'] = own.orderError;
    setErrors(found);
    if (Object.keys(found).length > 0) return;
    add.mutate({ ...values, code: values.code.trim(), kind, sort_order: Number(values.sort_order) });
  };
  return (
    <Detail title={own.addTitle} subject="new" onClose={onClose}>
      <form className={formStyle.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} labels={labels} />
        {LINE_NAMES.map((name) => (
          <TextInput
            key={name}
            id={name}
            label={labels[name]}
            description={name === 'code' ? words.codeHint : undefined}
            value={values[name]}
            error={errors[name]}
            maxLength={LINES[name]}
            autoComplete="off"
            data-testid={`event-${name}`}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        <NativeSelect
          label={own.kind}
          value={kind}
          data={[
            { value: 'life', label: own.kinds.life },
            { value: 'business', label: own.kinds.business },
          ]}
          onChange={(event) => setKind(event.currentTarget.value === 'business' ? 'business' : 'life')}
        />
        {(['description', 'description_en'] as const).map((name) => (
          <Textarea
            key={name}
            label={name === 'description' ? words.description : words.descriptionEn}
            value={values[name]}
            rows={3}
            maxLength={4000}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        <ActionFailure error={add.error} />
        <div className={formStyle.actions}>
          <Button type="submit" loading={add.isPending} data-testid="event-save">
            {shared.save}
          </Button>
        </div>
      </form>
    </Detail>
  );
}
