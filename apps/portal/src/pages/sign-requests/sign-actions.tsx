import { Button, Textarea } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, readFailure } from '../../api/errors.ts';
import { declineRequest, type SignRequest } from '../../api/sign-requests.ts';
import type { Mark } from '../../api/signing.ts';
import { useSignFailure } from '../../features/signing/use-sign-failure.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import buttonStyle from '../../ui/button.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import noteStyle from '../../ui/note.module.css';
import { ActionFailure, Failed, Reference } from '../../ui/states/states.tsx';
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
  const explain = useSignFailure();
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
          {error ? (
            <Failed
              testId="sign-refused"
              text={
                <>
                  {explain(error)}
                  <Reference error={error} />
                </>
              }
            />
          ) : null}
          {isAboutMark(error) ? (
            <Button size="md" data-testid="sign-without-mark" onClick={() => onSign('none')}>
              {words.noMark}
            </Button>
          ) : (
            <Button
              size="md"
              loading={isPending}
              disabled={!isReady || isBusy}
              leftSection={<IconSignature size={20} aria-hidden="true" />}
              aria-describedby="sign-hint"
              data-testid="sign"
              onClick={() => onSign()}
            >
              {words.sign}
            </Button>
          )}
          <p id="sign-hint" role="status" className={`${textStyle.quiet} ${textStyle.small}`}>
            {isPending ? words.asking : words.signHint}
          </p>
        </>
      )}
      <Decline request={request} party={declineAs} onDeclined={onDeclined} />
    </div>
  );
}

/** A certified document may refuse the mark alone. */
function isAboutMark(error: unknown): boolean {
  const failure = readFailure(error);
  if (!(error instanceof ApiError) || failure.kind !== 'refused' || failure.code !== 'not_signable')
    return false;
  const reason = (error.data as { reason?: unknown } | null)?.reason;
  return ['mark_not_allowed', 'mark_too_small', 'unprintable_text'].includes(String(reason));
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
  const [reason, setReason] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const decline = useMutation({
    mutationFn: () => declineRequest(request.id, { party, reason: reason.trim() }),
    onSuccess: () => {
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
