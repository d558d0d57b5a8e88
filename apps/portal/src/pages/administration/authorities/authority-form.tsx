import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AuthorityBody, type AuthorityDetail, saveAuthority } from '../../../api/authorities.ts';
import { adminAuthoritiesCreateBody } from '../../../api/generated/bodies.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ErrorSummary } from '../../../ui/forms/error-summary.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { FormActions } from '../../../ui/forms/form-actions.tsx';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import { Detail } from '../../../ui/page/list-and-detail.tsx';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import { authorityWords } from './words.ts';

interface AuthorityFormProps {
  /** Null for an authority that is about to be registered. */
  authority: AuthorityDetail | null;
  onClose(): void;
  onSaved(authority: AuthorityDetail): void;
}

export function AuthorityForm(props: AuthorityFormProps) {
  const words = usePageWords(authorityWords);
  return props.authority === null ? (
    <Detail title={words.addTitle} subject="new" onClose={props.onClose}>
      <NameFields {...props} />
    </Detail>
  ) : (
    <NameFields {...props} />
  );
}

const openValues = (authority: AuthorityDetail | null) => ({
  name: authority?.name ?? '',
  name_en: authority?.name_en ?? '',
  short_name: authority?.short_name ?? '',
  phone: authority?.phone ?? '',
  email: authority?.email ?? '',
  website: authority?.website ?? '',
});

function NameFields({ authority, onClose, onSaved }: AuthorityFormProps) {
  const words = usePageWords(authorityWords);
  const shared = usePageWords(uiWords);
  const save = useMutation({
    mutationFn: (body: AuthorityBody) => saveAuthority(authority?.id ?? null, body),
    onSuccess: onSaved,
  });
  const form = useBodyForm({
    schema: adminAuthoritiesCreateBody,
    keepAs: `authority:${authority?.id ?? 'new'}`,
    initial: openValues(authority),
    record: authority,
    open: openValues,
    toBody: (values): AuthorityBody => ({
      name: values.name.trim(),
      name_en: values.name_en.trim(),
      short_name: values.short_name.trim(),
      phone: values.phone.trim(),
      email: values.email.trim(),
      website: values.website.trim(),
    }),
    hints: { website: words.websiteHint },
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  const optional = (label: string) => `${label} (${words.optional})`;
  const labels = {
    name: words.name,
    name_en: words.nameEn,
    short_name: optional(words.shortName),
    phone: optional(words.phone),
    email: optional(words.email),
    website: optional(words.website),
  };
  return (
    <form className={formStyle.form} onSubmit={form.send} noValidate data-testid="authority-form">
      <RestoredNote form={form} />
      <ErrorSummary errors={form.faults} labels={labels} />
      {(Object.keys(labels) as (keyof typeof labels)[]).map((name) => (
        <TextInput
          key={name}
          {...form.field(name)}
          label={labels[name]}
          lang={name === 'name_en' ? 'en' : undefined}
          description={name === 'website' ? words.websiteHint : undefined}
          autoComplete="off"
          data-testid={`authority-${name}`}
        />
      ))}
      <Done>{save.isSuccess && authority ? words.saved : null}</Done>
      {form.hasFaults ? null : <ActionFailure error={save.error} />}
      <FormActions
        form={form}
        submit={authority ? shared.save : words.add}
        testId="save-authority"
        isPending={save.isPending}
        isSaved={authority !== null}
        onCancel={onClose}
      />
    </form>
  );
}
