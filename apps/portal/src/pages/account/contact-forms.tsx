import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useRef } from 'react';
import { askCode, type ContactKind, type Contacts, confirmCode } from '../../api/account.ts';
import { meEmailCodeBody, meEmailConfirmBody, mePhoneCodeBody } from '../../api/generated/bodies.ts';
import { readStepUpFailure, useStepUp } from '../../features/step-up/step-up.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import { CodeField } from '../../ui/forms/code-field.tsx';
import formStyle from '../../ui/forms/form.module.css';
import { FormActions } from '../../ui/forms/form-actions.tsx';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { accountWords } from './words.ts';

interface AddressFormProps {
  kind: ContactKind;
  onSent(address: string): void;
  onCancel(): void;
}

export function AddressForm({ kind, onSent, onCancel }: AddressFormProps) {
  const all = usePageWords(accountWords);
  const words = all.kinds[kind];
  const stepUp = useStepUp();
  const input = useRef<HTMLInputElement>(null);
  const send = useMutation({
    mutationFn: ({ address }: { address: string }) => stepUp.run(() => askCode(kind, address)),
    onSuccess: ({ address }) => onSent(address),
  });
  const form = useBodyForm({
    schema: kind === 'email' ? meEmailCodeBody : mePhoneCodeBody,
    keepAs: null,
    initial: { address: '' },
    toBody: ({ address }) => ({ address: address.trim() }),
    hints: { address: words.wrong },
    onSend: send.mutate,
    onChange: send.reset,
    error: send.error,
    isPending: send.isPending,
  });
  // Both kinds may be open at once, so the input has no id that the form knows.
  const submit = (event: FormEvent<HTMLFormElement>) => {
    form.send(event);
    if (!form.isValid()) input.current?.focus();
  };
  return (
    <form className={formStyle.form} onSubmit={submit} noValidate>
      <TextInput
        {...form.field('address')}
        ref={input}
        id={`${kind}-input`}
        label={words.label}
        description={words.hint}
        inputWrapperOrder={['label', 'description', 'error', 'input']}
        errorProps={{ role: 'alert' }}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        inputMode={kind === 'email' ? 'email' : 'tel'}
        data-testid={`${kind}-input`}
        autoFocus
      />
      {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(send.error)} />}
      <FormActions
        submit={all.sendCode}
        testId={`${kind}-send`}
        isPending={send.isPending}
        onCancel={onCancel}
      />
      {stepUp.dialog}
    </form>
  );
}

interface CodeFormProps {
  kind: ContactKind;
  address: string;
  onProven(contacts: Contacts): void;
  onOther(): void;
}

export function CodeForm({ kind, address, onProven, onOther }: CodeFormProps) {
  const words = usePageWords(accountWords);
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmCode(kind, code),
    onSuccess: onProven,
  });
  const form = useBodyForm({
    schema: meEmailConfirmBody,
    keepAs: null,
    initial: { code: '' },
    toBody: ({ code }) => ({ code: code.replace(/\s/g, '') }),
    hints: { code: words.codeWrong },
    onSend: confirm.mutate,
    onChange: confirm.reset,
    error: confirm.error,
    isPending: confirm.isPending,
  });
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate>
      <p role="status">{words.codeSent(address)}</p>
      <CodeField
        {...form.field('code')}
        id={`${kind}-code`}
        kind="digits"
        label={words.code}
        testId={`${kind}-code`}
        autoFocus
      />
      {form.hasFaults ? null : <ActionFailure error={confirm.error} />}
      <FormActions
        submit={words.confirm}
        testId={`${kind}-confirm`}
        isPending={confirm.isPending}
        cancel={words.otherAddress}
        onCancel={onOther}
      />
      <p className={`${textStyle.quiet} ${textStyle.small}`}>{words.codeLate}</p>
    </form>
  );
}
