import { Button } from '@mantine/core';
import { Pin2Ended, Pin2Waiting } from '../../features/step-up/pin2-waiting.tsx';
import { pin2Words } from '../../features/step-up/pin2-words.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import dialogStyle from '../../ui/dialogs/dialog.module.css';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { ActionFailure } from '../../ui/states/states.tsx';
import { useSecondsLeft } from '../../ui/use-clock.ts';
import classes from './case.module.css';
import { caseWords } from './case-words.ts';
import type { useSigning } from './use-signing.ts';

/** Over the form, which keeps what was written until the decision is made. */
export function SignDialog({ signing }: { signing: ReturnType<typeof useSigning> }) {
  const { wish: order, begun, state, refused: error } = signing;
  const words = usePageWords(caseWords);
  const pin2 = usePageWords(pin2Words);
  const isWaiting = state === 'RUNNING' || state === 'CONFIRMED';
  const secondsLeft = useSecondsLeft(
    begun !== undefined && state === 'RUNNING' ? Date.parse(begun.expires_at) : null,
  );
  const isOver = error !== null || (state !== undefined && !isWaiting);
  return (
    <Dialog
      isOpen={order !== null}
      title={order?.action === 'refuse' ? words.signRefusal : words.signApproval}
      closesOutside={false}
      onClose={signing.leave}
      data-testid="sign-dialog"
      data-state={state}
    >
      {begun && isWaiting ? (
        <Pin2Waiting
          code={begun.verification_code}
          isConfirmed={state === 'CONFIRMED'}
          secondsLeft={secondsLeft}
        >
          <p className={classes.quiet}>{words.onPhone(begun.text)}</p>
        </Pin2Waiting>
      ) : null}
      {begun && !isWaiting ? <Pin2Ended isExpired={state === 'TIMEOUT'} /> : null}
      {!begun && !error ? <p role="status">{words.askingPhone}</p> : null}
      <ActionFailure error={error} />
      <p className={classes.quiet}>{words.signKept}</p>
      <div className={dialogStyle.actions}>
        {isOver ? (
          <Button data-testid="sign-again" onClick={signing.again}>
            {pin2.again}
          </Button>
        ) : null}
        <Button variant="default" data-autofocus data-testid="sign-back" onClick={signing.leave}>
          {words.signBack}
        </Button>
      </div>
    </Dialog>
  );
}
