import { Button, NativeSelect } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Application, applicationQuery, rotateSecret } from '../../../api/applications.ts';
import { SecretPanel } from '../../../features/oauth-clients/secret-panel.tsx';
import { applicationsWords } from '../../../features/oauth-clients/words.ts';
import { formatMoment } from '../../../i18n/format.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import formStyle from '../../../ui/forms/form.module.css';
import noteStyle from '../../../ui/note.module.css';
import { ActionFailure } from '../../../ui/states/states.tsx';

const GRACES = [0, 3600, 86_400, 604_800];

export function SecretTab({ application }: { application: Application }) {
  const { secret: words } = usePageWords(applicationsWords);
  const client = useQueryClient();
  const [grace, setGrace] = useState(86_400);
  const [isAsked, setIsAsked] = useState(false);
  const rotation = useMutation({
    mutationFn: () => rotateSecret(application.id, grace),
    onSuccess: ({ secret: _shownOnce, ...rest }) => {
      setIsAsked(false);
      client.setQueryData(applicationQuery(application.id).queryKey, rest);
    },
  });
  const endsAt = application.old_secret_ends_at;
  return (
    <>
      <p>{words.lead}</p>
      {endsAt ? (
        <p className={noteStyle.note} data-tone="warn">
          {words.oldEnds(formatMoment(endsAt))}
        </p>
      ) : null}
      {rotation.data?.secret ? (
        <SecretPanel secret={rotation.data.secret} onKept={() => rotation.reset()} />
      ) : (
        <div className={formStyle.form}>
          <NativeSelect
            label={words.grace}
            value={String(grace)}
            data={GRACES.map((seconds) => ({ value: String(seconds), label: words.graces[seconds] ?? '' }))}
            data-testid="grace"
            onChange={(event) => setGrace(Number(event.currentTarget.value))}
          />
          <div>
            <Button data-testid="rotate" onClick={() => setIsAsked(true)}>
              {words.rotate}
            </Button>
          </div>
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        isDangerous={grace === 0}
        title={words.rotateTitle}
        action={words.rotate}
        isPending={rotation.isPending}
        failure={<ActionFailure error={rotation.error} />}
        onConfirm={() => rotation.mutate()}
        onCancel={() => {
          rotation.reset();
          setIsAsked(false);
        }}
      >
        <p>{grace === 0 ? words.rotateNow : words.rotateLater}</p>
      </ConfirmDialog>
    </>
  );
}
