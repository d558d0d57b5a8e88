import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { addSigner, type SignersAnswer } from '../../api/organisations.ts';
import { findNationalIdFault, normaliseNationalId } from '../../features/people/national-id.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useFocusedField } from '../../ui/forms/use-focused-field.ts';
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
  const explain = useExplanation('eid', words.codes);
  const [person, setPerson] = useState('');
  const [position, setPosition] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const field = useFocusedField();

  const add = useMutation({
    mutationFn: (signerRegNo: string) =>
      addSigner(regNo, {
        signer_reg_no: signerRegNo,
        ...(position.trim() === '' ? {} : { role: position.trim() }),
      }),
    onSuccess: onAdded,
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const wanted = normaliseNationalId(person);
    const slip = findNationalIdFault(wanted);
    setFault(slip === null ? null : slip === 'missing' ? words.personMissing : words.personShape);
    if (slip) field.current?.focus();
    else add.mutate(wanted);
  };

  return (
    <form className={`${formStyle.narrow} ${classes.inset}`} onSubmit={submit} noValidate>
      <p>{words.addWhy}</p>
      <TextInput
        ref={field}
        size="md"
        label={words.person}
        description={words.personHint}
        error={fault}
        value={person}
        autoComplete="off"
        spellCheck={false}
        data-testid="signer-reg-no"
        onChange={(event) => setPerson(event.currentTarget.value)}
      />
      <TextInput
        size="md"
        label={words.position}
        value={position}
        maxLength={100}
        data-testid="signer-role"
        onChange={(event) => setPosition(event.currentTarget.value)}
      />
      <Failed text={add.error && !fault ? explain(add.error) : null} testId="signer-failed" />
      <FormActions
        submit={words.addSubmit}
        testId="signer-add"
        isPending={add.isPending}
        onCancel={onClose}
      />
    </form>
  );
}
