import { Button } from '@mantine/core';
import { Pin2Ended, Pin2Waiting } from '../../../features/step-up/pin2-waiting.tsx';
import { pin2Words } from '../../../features/step-up/pin2-words.ts';
import { usePageWords } from '../../../i18n/provider.tsx';
import dialogStyle from '../../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import textStyle from '../../../ui/text.module.css';
import { useSecondsLeft } from '../../../ui/use-clock.ts';
import { newWords } from './new-words.ts';
import type { useSigning } from './use-signing.ts';

interface SignDialogProps {
  signing: ReturnType<typeof useSigning>;
  /** The phone has signed, and the server checks it. */
  isGiving: boolean;
}

/** Over the form, which keeps what was written; a refusal to ask the phone is shown in the form instead. */
export function SignDialog({ signing, isGiving }: SignDialogProps) {
  const { begun, state, isStarting } = signing;
  const words = usePageWords(newWords);
  const pin2 = usePageWords(pin2Words);
  const isWaiting = state === 'RUNNING' || state === 'CONFIRMED';
  const secondsLeft = useSecondsLeft(
    begun !== undefined && state === 'RUNNING' ? Date.parse(begun.expires_at) : null,
  );
  return (
    <Dialog
      isOpen={begun !== undefined || isStarting || isGiving}
      title={words.dialog}
      closesOutside={false}
      onClose={() => isGiving || signing.leave()}
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
      {begun ? null : <p role="status">{isGiving ? words.giving : words.asking}</p>}
      <p className={textStyle.quiet}>{words.kept}</p>
      <div className={dialogStyle.actions}>
        {begun && !isWaiting ? (
          <Button data-testid="sign-again" onClick={signing.again}>
            {pin2.again}
          </Button>
        ) : null}
        <Button
          variant="default"
          data-autofocus
          data-testid="sign-back"
          disabled={isGiving}
          onClick={signing.leave}
        >
          {words.leave}
        </Button>
      </div>
    </Dialog>
  );
}
