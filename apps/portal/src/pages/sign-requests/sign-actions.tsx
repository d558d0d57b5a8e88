import { Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { declineRequest, type SignRequest } from '../../api/sign-requests.ts';
import type { Mark } from '../../api/signing.ts';
import { SignButton, SignRefusal } from '../../features/signing/sign-button.tsx';
import { usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { useTyped } from '../../ui/forms/use-typed.ts';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { requestWords } from './request-words.ts';
import classes from './sign-requests.module.css';

interface SignActionsProps {
  request: SignRequest;
  /** The document is on the page. */
  isReady: boolean;
  isPending: boolean;
  error: unknown;
  /** With another mark than the chosen one, if it is named. */
  onSign(mark?: Mark): void;
  onDeclined(): void;
}

/** What a party can do: sign, or decline with a reason. */
export function SignActions({ request, isReady, isPending, error, onSign, onDeclined }: SignActionsProps) {
  const words = usePageWords(requestWords);
  const { sign_as: signAs, decline_as: declineAs, is_busy: isBusy } = request;
  if (declineAs === undefined) return null;
  return (
    <div className={classes.actions} data-testid="sign-actions">
      {signAs === undefined ? (
        <p className={noteStyle.note} data-testid="not-your-turn">
          {words.wait}
        </p>
      ) : (
        <>
          {isBusy ? (
            <p role="status" className={noteStyle.note} data-tone="warn" data-testid="signing-busy">
              {words.busy}
            </p>
          ) : null}
          <SignRefusal error={error} />
          <SignButton
            error={error}
            isPending={isPending}
            isDisabled={!isReady || isBusy}
            onSign={() => onSign()}
            onSignWithoutMark={() => onSign('none')}
          />
          <p id="sign-hint" role="status" className={`${textStyle.quiet} ${textStyle.small}`}>
            {isPending ? words.asking : words.signHint}
          </p>
        </>
      )}
      <Decline request={request} party={declineAs} onDeclined={onDeclined} />
    </div>
  );
}

function Decline({
  request,
  party,
  onDeclined,
}: {
  request: SignRequest;
  party: string;
  onDeclined(): void;
}) {
  const words = usePageWords(requestWords);
  const [isOpen, setIsOpen] = useState(false);
  const {
    value: reason,
    change: setReason,
    forget: forgetTyped,
  } = useTyped(`decline:${request.id}:${party}`, '');
  const [isMissing, setIsMissing] = useState(false);
  const decline = useMutation({
    mutationFn: () => declineRequest(request.id, { party, reason: reason.trim() }),
    onSuccess: () => {
      forgetTyped();
      setIsOpen(false);
      onDeclined();
    },
  });
  return (
    <>
      <Button
        className={buttonStyle.dangerOutline}
        data-testid="decline"
        onClick={() => {
          decline.reset();
          setIsOpen(true);
        }}
      >
        {words.decline}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={words.declineTitle}
        action={words.decline}
        isPending={decline.isPending}
        failure={<ActionFailure error={decline.error} />}
        onConfirm={() => {
          setIsMissing(reason.trim() === '');
          if (reason.trim() !== '') decline.mutate();
        }}
        onCancel={() => setIsOpen(false)}
      >
        <p>{words.declineText}</p>
        <Textarea
          label={words.declineReason}
          value={reason}
          error={isMissing ? words.declineMissing : null}
          maxLength={1000}
          autosize
          minRows={3}
          data-testid="decline-reason"
          onChange={(event) => {
            setReason(event.currentTarget.value);
            setIsMissing(false);
          }}
        />
      </ConfirmDialog>
    </>
  );
}
