import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type AdminUser, putUserGeId } from '../../../api/administration.ts';
import { readFailure } from '../../../api/errors.ts';
import { adminUsersChangeBody } from '../../../api/generated/bodies.ts';
import { readStepUpFailure, useStepUp } from '../../../features/step-up/step-up.tsx';
import { usePageWords } from '../../../i18n/provider.tsx';
import { useProof } from '../../../shell/use-proof.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { useBodyForm } from '../../../ui/forms/use-body-form.ts';
import layoutStyle from '../../../ui/layout.module.css';
import { ActionFailure, Done } from '../../../ui/states/states.tsx';
import { uiWords } from '../../../ui/words.ts';
import { usersWords } from './words.ts';

/** Another person held the number: the administrator confirms, or reads why it was not given. */
const reuse = {
  readQuestion: (error: unknown) => {
    const failure = readFailure(error);
    return failure.kind === 'refused' && failure.code === 'number_held_before' ? failure : null;
  },
  cancel: (error: unknown) => error,
};

export function GeIdForm({ user, onChanged }: { user: AdminUser; onChanged(user: AdminUser): void }) {
  const words = usePageWords(usersWords);
  const shared = usePageWords(uiWords);
  const stepUp = useStepUp();
  const confirmed = useProof(reuse);
  const save = useMutation({
    mutationFn: (geId: string | null) => {
      let isRepeated = false;
      return confirmed.run(() => {
        const body = { ge_id: geId, ...(isRepeated ? { confirm_reuse: true as const } : {}) };
        isRepeated = true;
        return stepUp.run(() => putUserGeId(user.id, body));
      });
    },
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
      {form.hasFaults ? null : <ActionFailure error={readStepUpFailure(save.error)} />}
      <div>
        <Button type="submit" variant="default" loading={save.isPending} data-testid="save-ge-id">
          {shared.save}
        </Button>
      </div>
      {stepUp.dialog}
      {confirmed.asked ? (
        <ConfirmDialog
          isOpen
          title={words.geIdReuseTitle}
          action={words.geIdReuse}
          isPending={false}
          failure={null}
          onConfirm={confirmed.asked.onPassed}
          onCancel={confirmed.asked.onCancelled}
        >
          <p>{words.geIdReuseText}</p>
        </ConfirmDialog>
      ) : null}
    </form>
  );
}
