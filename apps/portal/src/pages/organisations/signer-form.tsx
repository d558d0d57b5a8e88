import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { eidSignersAddBody } from '../../api/generated/bodies.ts';
import { addSigner, type SignersAnswer } from '../../api/organisations.ts';
import { findNationalIdFault, normaliseNationalId } from '../../features/people/national-id.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import classes from './organisations.module.css';
import { signingWords } from './signing-words.ts';

interface SignerFormProps {
  regNo: string;
  onAdded(answer: SignersAnswer): void;
  onClose(): void;
}

export function SignerForm({ regNo, onAdded, onClose }: SignerFormProps) {
  const words = usePageWords(signingWords);
  const explain = useExplanation('eid');
  const add = useMutation({
    mutationFn: (body: Parameters<typeof addSigner>[1]) => addSigner(regNo, body),
    onSuccess: onAdded,
  });
  const form = useBodyForm({
    schema: eidSignersAddBody,
    keepAs: `signer`,
    initial: { signer_reg_no: '', role: '' },
    toBody: (values) => ({
      signer_reg_no: normaliseNationalId(values.signer_reg_no),
      ...(values.role.trim() === '' ? {} : { role: values.role.trim() }),
    }),
    hints: { signer_reg_no: words.personShape },
    check: (values) =>
      findNationalIdFault(normaliseNationalId(values.signer_reg_no)) === 'latin'
        ? { signer_reg_no: words.personShape }
        : {},
    onSend: add.mutate,
    error: add.error,
    isPending: add.isPending,
  });

  return (
    <form className={`${formStyle.narrow} ${classes.inset}`} onSubmit={form.send} noValidate>
      <RestoredNote form={form} />
      <p>{words.addWhy}</p>
      <TextInput
        {...form.field('signer_reg_no')}
        autoFocus
        size="md"
        label={words.person}
        description={words.personHint}
        autoComplete="off"
        spellCheck={false}
        data-testid="signer-reg-no"
      />
      <TextInput {...form.field('role')} size="md" label={words.position} data-testid="signer-role" />
      <Failed text={add.error && !form.hasFaults ? explain(add.error) : null} testId="signer-failed" />
      <FormActions
        form={form}
        submit={words.addSubmit}
        testId="signer-add"
        isPending={add.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
