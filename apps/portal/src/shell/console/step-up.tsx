import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createContext, type ReactNode, use } from 'react';
import { stepUp } from '../../api/console.ts';
import { readFailure } from '../../api/errors.ts';
import { operatorStepUpBody } from '../../api/generated/bodies.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { CodeField } from '../../ui/forms/code-field.tsx';
import { readDigits } from '../../ui/forms/read-code.ts';
import { useBodyForm } from '../../ui/forms/use-body-form.ts';
import { ActionFailure } from '../../ui/states/states.tsx';
import { useProof } from '../use-proof.ts';
import classes from './console.module.css';
import { consoleWords } from './words.ts';

type WithStepUp = <Result>(work: () => Promise<Result>) => Promise<Result>;

const StepUpContext = createContext<WithStepUp>((work) => work());

/** Runs a dangerous call; where the server asks for a code again, asks the operator and repeats the call once. */
export function useStepUp(): WithStepUp {
  return use(StepUpContext);
}

const rules = {
  readQuestion: (error: unknown) => {
    const failure = readFailure(error);
    return failure.kind === 'refused' && failure.code === 'step_up_required' ? failure.code : null;
  },
  /** The refusal stands, and the page shows it. */
  cancel: (error: unknown) => error,
};

export function StepUpProvider({ children }: { children: ReactNode }) {
  const { stepUp: words } = usePageWords(consoleWords);
  const { run, asked } = useProof(rules);
  return (
    <StepUpContext value={run}>
      {children}
      <Dialog
        isOpen={asked !== null}
        title={words.title}
        closesOutside={false}
        onClose={() => asked?.onCancelled()}
        data-testid="step-up"
      >
        {asked ? <StepUpForm onPassed={asked.onPassed} onCancelled={asked.onCancelled} /> : null}
      </Dialog>
    </StepUpContext>
  );
}

function StepUpForm({ onPassed, onCancelled }: { onPassed(): void; onCancelled(): void }) {
  const { stepUp: words } = usePageWords(consoleWords);
  const confirm = useMutation({
    mutationFn: stepUp,
    onSuccess: onPassed,
    onError: () => {
      form.reset();
    },
  });
  const form = useBodyForm({
    schema: operatorStepUpBody,
    keepAs: null,
    initial: { code: '' },
    toBody: ({ code }) => ({ code: readDigits(code) ?? '' }),
    check: ({ code }) => (readDigits(code) === null ? { code: words.missing } : {}),
    onSend: ({ code }) => confirm.mutate(code),
    isPending: confirm.isPending,
  });

  return (
    <form className={classes.form} onSubmit={form.send} noValidate>
      <p>{words.text}</p>
      <CodeField
        {...form.field('code')}
        kind="digits"
        testId="totp"
        label={words.code}
        description={words.hint}
      />
      <ActionFailure error={confirm.error} />
      <Group>
        <Button type="submit" loading={confirm.isPending} data-testid="step-up-confirm">
          {words.confirm}
        </Button>
        <Button variant="default" onClick={onCancelled}>
          {words.cancel}
        </Button>
      </Group>
    </form>
  );
}
