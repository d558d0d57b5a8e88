import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AdminUser, putUserAuthorities } from '../../../api/administration.ts';
import { adminUsersAuthoritiesSetBody } from '../../../api/generated/bodies.ts';
import { needsAuthority } from '../../../features/roles/role-names.ts';
import { readStepUpFailure } from '../../../features/step-up/step-up.tsx';
import { useConfirmedChange } from '../../../features/unattended/unattended.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import { RestoredNote } from '../../../ui/forms/restored-note.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { AuthorityFields } from './authority-fields.tsx';
import { usersWords } from './words.ts';

/** Authorities that a person works for. */
export function AuthoritiesForm({ user, onChanged }: { user: AdminUser; onChanged(user: AdminUser): void }) {
  const { authorities: words } = usePageWords(usersWords);
  const change = useConfirmedChange();
  const save = useMutation({
    mutationFn: (body: { authorities: string[] }) =>
      change.run((confirmation) => putUserAuthorities(user.id, { ...body, ...confirmation })),
    onSuccess: onChanged,
  });
  const form = useBodyForm({
    schema: adminUsersAuthoritiesSetBody,
    keepAs: null,
    initial: { authorities: user.authority_ids },
    record: { authorities: user.authority_ids },
    open: ({ authorities }) => ({ authorities }),
    toBody: (values) => values,
    check: ({ authorities }) =>
      needsAuthority(user.role_id) && authorities.length === 0 ? { authorities: words.missing } : {},
    onSend: save.mutate,
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });
  return (
    <>
      <form className={layoutStyle.part} onSubmit={form.send} data-testid="authorities-form">
        <RestoredNote form={form} labels={{ authorities: words.heading }} />
        <h3>{words.heading}</h3>
        <AuthorityFields
          chosen={form.values.authorities}
          error={form.faults['authorities']}
          onChange={(chosen) => form.setFieldValue('authorities', chosen)}
        />
        <Done>{save.isSuccess ? words.saved : null}</Done>
        <ActionFailure error={readStepUpFailure(save.error)} />
        <div className={formStyle.actions}>
          <Button type="submit" loading={save.isPending} data-testid="save-authorities">
            {words.save}
          </Button>
        </div>
      </form>
      {change.dialog}
    </>
  );
}
