import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AdminUser, putUserGeId } from '../../../api/administration.ts';
import { adminUsersChangeBody } from '../../../api/generated/bodies.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import { usersWords } from './words.ts';

export function GeIdForm({ user, onChanged }: { user: AdminUser; onChanged(user: AdminUser): void }) {
  const words = usePageWords(usersWords);
  const shared = usePageWords(uiWords);
  const save = useMutation({
    mutationFn: (geId: string | null) => putUserGeId(user.id, geId),
    onSuccess: onChanged,
  });
  const form = useBodyForm({
    schema: adminUsersChangeBody,
    keepAs: null,
    initial: { ge_id: user.ge_id ?? '' },
    toBody: ({ ge_id }) => ({ ge_id: ge_id.trim() || null }),
    hints: { ge_id: words.geIdError },
    onSend: ({ ge_id }) => save.mutate(ge_id),
    onChange: save.reset,
    error: save.error,
    isPending: save.isPending,
  });

  return (
    <form className={layoutStyle.part} onSubmit={form.send} noValidate>
      <TextInput
        {...form.field('ge_id')}
        label={words.geId}
        description={words.geIdHint}
        autoComplete="off"
        spellCheck={false}
        data-testid="ge-id"
      />
      <Done>{save.isSuccess ? words.geIdSaved : null}</Done>
      {form.hasFaults ? null : <ActionFailure error={save.error} />}
      <div>
        <Button type="submit" variant="default" loading={save.isPending} data-testid="save-ge-id">
          {shared.save}
        </Button>
      </div>
    </form>
  );
}
