import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { superadminAdminsCreateBody } from '../../../api/generated/bodies.ts';
import { createAdmin, type NewAdmin } from '../../../api/superadmin.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure } from '../../../ui/states/states.tsx';
import { adminsWords } from './words.ts';

const FIELDS = ['last_name', 'first_name', 'last_name_en', 'first_name_en', 'email'] as const;
const EMPTY = { last_name: '', first_name: '', last_name_en: '', first_name_en: '', email: '' };

/** Registers a person who has not signed in yet. */
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
  const create = useMutation({
    mutationFn: (body: NewAdmin) => stepUp.run(() => createAdmin(body)),
    onSuccess: (admin) => onRegistered(admin.full_name || register),
  });
  useEffect(() => heading.current?.focus(), []);
  const form = useBodyForm({
    schema: superadminAdminsCreateBody,
    keepAs: `admin:${register}`,
    initial: EMPTY,
    toBody: (values) => {
      const body: NewAdmin = { register };
      for (const field of FIELDS) if (values[field].trim()) body[field] = values[field].trim();
      return body;
    },
    onSend: create.mutate,
    error: create.error,
    isPending: create.isPending,
  });

  return (
    <form className={layoutStyle.part} onSubmit={form.send} noValidate data-testid="pre-register">
      <RestoredNote form={form} />
      <h3 ref={heading} tabIndex={-1}>
        {words.unknownHeading}
      </h3>
      <p>{words.unknownText}</p>
      <ErrorSummary errors={form.faults} labels={words.fields} />
      {FIELDS.map((field) => (
        <TextInput
          key={field}
          {...form.field(field)}
          type={field === 'email' ? 'email' : 'text'}
          label={`${words.fields[field]} (${words.optional})`}
          autoComplete="off"
          spellCheck={false}
          data-testid={field}
        />
      ))}
      {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(create.error)} />}
      <div>
        <Button type="submit" loading={create.isPending} data-testid="register-admin">
          {words.preRegister}
        </Button>
      </div>
      {stepUp.dialog}
    </form>
  );
}
