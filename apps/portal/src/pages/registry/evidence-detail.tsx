import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Button, Checkbox, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { registryEvidencesCreateBody, registryEvidencesReplaceBody } from '../../api/generated/bodies.ts';
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
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
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

function readBody(evidence: Evidence): EvidenceBody {
  const { id: _id, created_at: _created, updated_at: _updated, ...body } = evidence;
  return body;
}

export function EvidenceDetail({ evidence, mayManage, onClose, onSaved, onDeleted }: EvidenceDetailProps) {
  const { language } = useLanguage();
  const words = usePageWords(vocabularyWords);
  const own = words.evidences;
  const shared = usePageWords(uiWords);
  const save = useMutation({
    mutationFn: (body: EvidenceBody) => (evidence ? saveEvidence(evidence.id, body) : createEvidence(body)),
    onSuccess: onSaved,
  });
  const form = useBodyForm({
    schema: evidence ? registryEvidencesReplaceBody : registryEvidencesCreateBody,
    keepAs: `evidence:${evidence?.id ?? 'new'}`,
    initial: evidence ? readBody(evidence) : EMPTY,
    record: evidence,
    open: readBody,
    toBody: (values) => ({ ...values, code: values.code.trim() }),
    hints: { code: words.codeError },
    check: ({ in_khur, khur_service_code }) =>
      in_khur && !khur_service_code.trim() ? { khur_service_code: own.exchangeCodeError } : {},
    onSend: save.mutate,
    error: save.error,
    isPending: save.isPending,
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
  const line = (name: keyof typeof labels) => (
    <TextInput
      {...form.field(name)}
      label={labels[name]}
      description={name === 'code' ? words.codeHint : undefined}
      readOnly={!mayManage}
      autoComplete="off"
      data-testid={`evidence-${name}`}
    />
  );

  return (
    <Detail
      title={evidence ? inLanguage({ mn: evidence.name, en: evidence.name_en }, language) : own.addTitle}
      subject={evidence?.id ?? 'new'}
      onClose={onClose}
    >
      <form className={formStyle.form} onSubmit={form.send} noValidate>
        <RestoredNote form={form} />
        <ErrorSummary errors={form.faults} labels={labels} />
        {evidence ? (
          <p className={textStyle.quiet}>
            {words.code}: <span className={textStyle.code}>{evidence.code}</span>
          </p>
        ) : (
          line('code')
        )}
        {line('name')}
        {line('name_en')}
        {(['description', 'description_en'] as const).map((name) => (
          <Textarea key={name} {...form.field(name)} label={labels[name]} rows={3} readOnly={!mayManage} />
        ))}
        {line('holder_agency')}
        {line('holder_agency_en')}
        {line('source_system')}
        <Checkbox
          {...form.getInputProps('in_khur', { type: 'checkbox' })}
          label={own.exchange}
          description={own.exchangeHint}
          disabled={!mayManage}
          data-testid="evidence-exchange"
        />
        {form.values.in_khur ? line('khur_service_code') : null}
        {form.hasFaults ? null : <ActionFailure error={save.error} />}
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
