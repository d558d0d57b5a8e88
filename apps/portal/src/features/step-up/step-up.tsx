import { Button } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type PassedFactor, readStepUp } from '../../api/second-factor.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { type Asked, useProof } from '../../shell/use-proof.ts';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { signedInWords } from '../eid-sign-in/signed-in-words.ts';
import { SecondFactorForm } from '../second-factor/second-factor-form.tsx';
import { stepUpWords } from './words.ts';

/** Loaded on demand: most changes need no proof. */
const StepUpByEid = lazy(() => import('./step-up-eid.tsx').then((part) => ({ default: part.StepUpByEid })));

/** The person cancelled: nothing happened, so no error is shown. */
class StepUpCancelled extends Error {}

/** The failure to show for a change; null if the person cancelled it. */
export function readStepUpFailure(error: unknown): unknown {
  return error instanceof StepUpCancelled ? null : error;
}

type Question = NonNullable<ReturnType<typeof readStepUp>>;

const rules = {
  readQuestion: readStepUp,
  cancel: () => new StepUpCancelled('not confirmed'),
};

export interface StepUp {
  /** Makes the change; if the server requires a fresh proof, asks for it and repeats the change. */
  run<Data>(change: () => Promise<Data>): Promise<Data>;
  /** While it is open, another dialog must close: two would compete for the focus. */
  isOpen: boolean;
  dialog: ReactNode;
}

export function useStepUp(): StepUp {
  const { run, asked } = useProof<Question>(rules);
  return { run, isOpen: asked !== null, dialog: <StepUpDialog asked={asked} /> };
}

function StepUpDialog({ asked }: { asked: Asked<Question> | null }) {
  const words = usePageWords(stepUpWords);
  const [passed, setPassed] = useState<PassedFactor | null>(null);
  const close = () => {
    const wasPassed = passed !== null;
    setPassed(null);
    if (wasPassed) asked?.onPassed();
    else asked?.onCancelled();
  };
  const title =
    asked?.question.method === 'eid'
      ? words.eidTitle
      : asked?.question.method === 'none'
        ? words.noneTitle
        : words.title;
  const renderBody = ({ question, onPassed }: Asked<Question>) => {
    if (passed) return <RecoveryUsed left={passed.recovery_codes_left} onContinue={close} />;
    if (question.method === 'eid')
      return (
        <Suspense>
          <StepUpByEid onPassed={onPassed} onCancel={close} />
        </Suspense>
      );
    if (question.method === 'none')
      return (
        <>
          <p>{words.noneText}</p>
          <Button data-autofocus data-testid="step-up-close" onClick={close}>
            {words.close}
          </Button>
        </>
      );
    return (
      <>
        <p>{words.text}</p>
        <SecondFactorForm
          key={question.mfaToken}
          mfaToken={question.mfaToken}
          submitLabel={words.submit}
          onCancel={close}
          onPassed={(outcome) => (outcome.used_recovery_code ? setPassed(outcome) : onPassed())}
        />
      </>
    );
  };
  return (
    <Dialog
      isOpen={asked !== null}
      title={title}
      closesOutside={false}
      onClose={close}
      data-testid="step-up"
      data-method={asked?.question.method}
    >
      {asked ? renderBody(asked) : null}
    </Dialog>
  );
}

function RecoveryUsed({ left, onContinue }: { left: number; onContinue(): void }) {
  const words = usePageWords(signedInWords);
  return (
    <>
      <p role="status">{words.recoveryUsed(left)}</p>
      {left < 4 ? <p>{words.recoveryFew}</p> : null}
      <Button data-autofocus data-testid="continue" onClick={onContinue}>
        {words.button}
      </Button>
    </>
  );
}
