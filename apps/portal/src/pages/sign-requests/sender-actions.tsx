import { Button } from '@mantine/core';
import { IconBell, IconDownload } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import {
  remindParties,
  requestDocumentPath,
  SIGN_REQUESTS_KEY,
  type SignRequest,
  withdrawRequest,
} from '../../api/sign-requests.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { places } from '../../shell/places.ts';
import buttonStyle from '../../ui/button.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { ActionFailure, Done } from '../../ui/states/states.tsx';
import { requestWords } from './request-words.ts';
import classes from './sign-requests.module.css';

/** Everybody can take the document; the sender reminds and withdraws. */
export function SenderActions({ request }: { request: SignRequest }) {
  const words = usePageWords(requestWords);
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: SIGN_REQUESTS_KEY });
  const [isAsking, setIsAsking] = useState(false);
  const remind = useMutation({ mutationFn: () => remindParties(request.id), onSettled: refresh });
  const withdraw = useMutation({
    mutationFn: () => withdrawRequest(request.id),
    onSuccess: () => setIsAsking(false),
    onSettled: refresh,
  });
  const isMine = request.is_sender && request.state === 'open';
  return (
    <div className={classes.actions}>
      {request.has_document ? (
        <Button
          component="a"
          variant="default"
          href={requestDocumentPath(request)}
          download
          leftSection={<IconDownload size={18} aria-hidden="true" />}
          data-testid="download-request"
        >
          {words.download}
        </Button>
      ) : null}
      {request.document_id ? (
        <Button
          component={Link}
          variant="default"
          to={places['sign-documents'].path}
          data-testid="my-documents"
        >
          {words.myDocuments}
        </Button>
      ) : null}
      {isMine ? (
        <>
          <Button
            variant="default"
            loading={remind.isPending}
            leftSection={<IconBell size={18} aria-hidden="true" />}
            data-testid="remind"
            onClick={() => remind.mutate()}
          >
            {words.remind}
          </Button>
          <Done testId="reminded">{remind.isSuccess ? words.reminded : ''}</Done>
          <ActionFailure error={remind.error} />
          <Button
            className={buttonStyle.dangerOutline}
            data-testid="withdraw"
            onClick={() => {
              withdraw.reset();
              setIsAsking(true);
            }}
          >
            {words.withdraw}
          </Button>
        </>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={words.withdrawTitle}
        action={words.withdraw}
        isPending={withdraw.isPending}
        failure={<ActionFailure error={withdraw.error} />}
        onConfirm={() => withdraw.mutate()}
        onCancel={() => setIsAsking(false)}
      >
        <p>{words.withdrawText}</p>
      </ConfirmDialog>
    </div>
  );
}
