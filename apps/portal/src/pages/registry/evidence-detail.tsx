import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  createEvidence,
  deleteEvidence,
  type Evidence,
  type EvidenceBody,
  saveEvidence,
} from '../../api/registry.ts';
import { AskedButton } from '../../features/step-up/asked-button.tsx';
import { useLanguage, usePageWords } from '../../i18n/provider.tsx';
import { inLanguage } from '../../i18n/two-languages.tsx';
import { ErrorSummary } from '../../ui/forms/error-summary.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { readFaults } from '../../ui/forms/read-faults.ts';
import { Detail } from '../../ui/page/list-and-detail.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { uiWords } from '../../ui/words.ts';
import { vocabularyWords } from './vocabulary-words.ts';

interface EvidenceDetailProps {
  /** Null for one that is about to be added. */
  evidence: Evidence | null;
  mayManage: boolean;
  onClose(): void;
  onSaved(evidence: Evidence): void;
  onDeleted(evidence: Evidence): void;
}

const EMPTY: EvidenceBody = {
  code: '',
  name: '',
  name_en: '',
  description: '',
  description_en: '',
  holder_agency: '',
  holder_agency_en: '',
  source_system: '',
  in_khur: false,
  khur_service_code: '',
};
export const CODE = /^[A-Za-z0-9][A-Za-z0-9_-]{1,63}$/;

export function EvidenceDetail({ evidence, mayManage, onClose, onSaved, onDeleted }: EvidenceDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(vocabularyWords);
  const own = words.evidences;
  const shared = usePageWords(uiWords);
  const [values, setValues] = useState<EvidenceBody>(() => {
    if (!evidence) return EMPTY;
    const { id: _id, created_at: _created, updated_at: _updated, ...body } = evidence;
    return body;
  });
  const [errors, setErrors] = useState<Record<string, string>>({});
  const save = useMutation({
    mutationFn: (body: EvidenceBody) => (evidence ? saveEvidence(evidence.id, body) : createEvidence(body)),
    onSuccess: onSaved,
    onError: (error) => setErrors(readFaults(error)),
  });
  const labels = {
    code: words.code,
    name: words.name,
    name_en: words.nameEn,
    description: words.description,
    description_en: words.descriptionEn,
    holder_agency: own.holder,
    holder_agency_en: own.holderEn,
    source_system: own.source,
    khur_service_code: own.exchangeCode,
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (save.isPending) return;
    const found: Record<string, string> = {};
    if (!evidence && !CODE.test(values.code.trim())) found['code'] = words.codeError;
    if (!values.name.trim()) found['name'] = shared.required;
    if (values.in_khur && !values.khur_service_code.trim())
      found['khur_service_code'] = own.exchangeCodeError;
    setErrors(found);
    if (Object.keys(found).length === 0) save.mutate({ ...values, code: values.code.trim() });
  };
  const line = (name: keyof typeof labels, maxLength: number) => (
    <TextInput
      id={name}
      label={labels[name]}
      description={name === 'code' ? words.codeHint : undefined}
      value={values[name]}
      error={errors[name]}
      maxLength={maxLength}
      readOnly={!mayManage}
      autoComplete="off"
      data-testid={`evidence-${name}`}
      onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
    />
  );

  return (
    <Detail
      title={evidence ? inLanguage({ mn: evidence.name, en: evidence.name_en }, language) : own.addTitle}
      subject={evidence?.id ?? 'new'}
      onClose={onClose}
    >
      <form className={formStyle.form} onSubmit={submit} noValidate>
        <ErrorSummary errors={errors} labels={labels} />
        {evidence ? (
          <p className={textStyle.quiet}>
            {words.code}: <span className={textStyle.code}>{evidence.code}</span>
          </p>
        ) : (
          line('code', 64)
        )}
        {line('name', 300)}
        {line('name_en', 300)}
        {(['description', 'description_en'] as const).map((name) => (
          <Textarea
            key={name}
            id={name}
            label={labels[name]}
            value={values[name]}
            error={errors[name]}
            maxLength={4000}
            rows={3}
            readOnly={!mayManage}
            onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
          />
        ))}
        {line('holder_agency', 300)}
        {line('holder_agency_en', 300)}
        {line('source_system', 300)}
        <Checkbox
          label={own.exchange}
          description={own.exchangeHint}
          checked={values.in_khur}
          disabled={!mayManage}
          data-testid="evidence-exchange"
          onChange={(event) => setValues({ ...values, in_khur: event.currentTarget.checked })}
        />
        {values.in_khur ? line('khur_service_code', 120) : null}
        <ActionFailure error={save.error} />
        {mayManage ? (
          <div className={formStyle.actions}>
            <Button type="submit" loading={save.isPending} data-testid="evidence-save">
              {shared.save}
            </Button>
            {evidence ? (
              <AskedButton
                label={words.delete}
                testId="evidence-delete"
                isDangerous
                title={own.deleteTitle(evidence.name)}
                action={words.delete.replace('…', '')}
                run={() => deleteEvidence(evidence.id)}
                onDone={() => onDeleted(evidence)}
              >
                <p>{own.deleteText}</p>
              </AskedButton>
            ) : null}
          </div>
        ) : null}
      </form>
    </Detail>
  );
}
