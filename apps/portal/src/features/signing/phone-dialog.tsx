import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import dialogStyle from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import textStyle from '../../ui/text.module.css';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import { Pin2Ended, Pin2Waiting } from '../step-up/pin2-waiting.tsx';
import { pin2Words } from '../step-up/pin2-words.ts';

interface PhoneDialogProps {
  isOpen: boolean;
  title: string;
  /** What stays as it is until the person has signed. */
  kept: string;
  /** From usePhoneSignature. */
  signing: {
    begun: { verification_code: string; expires_at: string; text: string } | undefined;
    state: string | undefined;
    again(): void;
    leave(): void;
  };
  /** Why the phone was not asked; null where the form below says it. */
  refusal?: unknown;
  /** Said while the server checks the signature; null otherwise. */
  checking?: string | null;
}

/** A person signs on the phone, over a form that keeps what was written. */
export function PhoneDialog({ signing, refusal = null, checking = null, ...props }: PhoneDialogProps) {
  const { begun, state } = signing;
  const words = usePageWords(pin2Words);
  const isWaiting = state === 'RUNNING' || state === 'CONFIRMED';
  const secondsLeft = useSecondsLeft(begun && state === 'RUNNING' ? Date.parse(begun.expires_at) : null);
  const isOver = refusal !== null || (begun !== undefined && !isWaiting);
  return (
    <Dialog
      isOpen={props.isOpen}
      title={props.title}
      closesOutside={false}
      onClose={() => checking === null && signing.leave()}
      data-testid="sign-dialog"
      data-state={state}
    >
      {begun && isWaiting ? (
        <Pin2Waiting
          code={begun.verification_code}
          isConfirmed={state === 'CONFIRMED'}
          secondsLeft={secondsLeft}
        >
          <p className={textStyle.quiet}>{words.onPhone(begun.text)}</p>
        </Pin2Waiting>
      ) : null}
      {begun && !isWaiting ? <Pin2Ended isExpired={state === 'TIMEOUT'} /> : null}
      {begun || refusal !== null ? null : <p role="status">{checking ?? words.asking}</p>}
      <ActionFailure error={refusal} />
      <p className={textStyle.quiet}>{props.kept}</p>
      <div className={dialogStyle.actions}>
        {isOver ? (
          <Button data-testid="sign-again" onClick={signing.again}>
            {words.again}
          </Button>
        ) : null}
        <Button
          variant="default"
          data-autofocus
          data-testid="sign-back"
          disabled={checking !== null}
          onClick={signing.leave}
        >
          {words.back}
        </Button>
      </div>
    </Dialog>
  );
}
