import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { createAdmin, type NewAdmin } from '../../../api/superadmin.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { readFaults } from '../../../ui/forms/read-faults.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { adminsWords } from './words.ts';

const FIELDS = ['last_name', 'first_name', 'last_name_en', 'first_name_en', 'email'] as const;
type Field = (typeof FIELDS)[number];
const EMPTY: Record<Field, string> = {
  last_name: '',
  first_name: '',
  last_name_en: '',
  first_name_en: '',
  email: '',
};

/** Nobody of this number has signed in yet: they may be registered beforehand. */
export function PreRegister({
  register,
  onRegistered,
}: {
  register: string;
  onRegistered(name: string): unknown;
}) {
  const words = usePageWords(adminsWords);
  const stepUp = useStepUp();
  const heading = useRef<HTMLHeadingElement>(null);
  const [values, setValues] = useState(EMPTY);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const create = useMutation({
    mutationFn: (body: NewAdmin) => stepUp.run(() => createAdmin(body)),
    onSuccess: (admin) => onRegistered(admin.full_name || register),
    onError: (error) => setErrors(readFaults(error)),
  });
  useEffect(() => heading.current?.focus(), []);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (create.isPending) return;
    setErrors({});
    const body: NewAdmin = { register };
    for (const field of FIELDS) if (values[field].trim()) body[field] = values[field].trim();
    create.mutate(body);
  };

  return (
    <form className={layoutStyle.part} onSubmit={submit} noValidate data-testid="pre-register">
      <h3 ref={heading} tabIndex={-1}>
        {words.unknownHeading}
      </h3>
      <p>{words.unknownText}</p>
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          type={field === 'email' ? 'email' : 'text'}
          label={`${words.fields[field]} (${words.optional})`}
          error={errors[field]}
          value={values[field]}
          maxLength={field === 'email' ? 200 : 100}
          autoComplete="off"
          spellCheck={false}
          data-testid={field}
          onChange={(event) => setValues({ ...values, [field]: event.currentTarget.value })}
        />
      ))}
      {Object.keys(errors).length === 0 ? <ActionFailure error={readStepUpFailure(create.error)} /> : null}
      <div>
        <Button type="submit" loading={create.isPending} data-testid="register-admin">
          {words.preRegister}
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}
