import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { createContext, type FormEvent, type ReactNode, use, useCallback, useRef, useState } from 'react';
import { stepUp } from '../../api/console.ts';
import { readFailure } from '../../api/errors.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import { ActionFailure } from '../../ui/states.tsx';
import { CodeField, isCode } from './code-field.tsx';
import classes from './console.module.css';
import { consoleWords } from './words.ts';

type WithStepUp = <Result>(work: () => Promise<Result>) => Promise<Result>;

const StepUpContext = createContext<WithStepUp>((work) => work());

/** Runs a dangerous call; where the server asks for a code again, asks the operator and repeats the call once. */
export function useStepUp(): WithStepUp {
  return use(StepUpContext);
}

function needsStepUp(error: unknown): boolean {
  const failure = readFailure(error);
  return failure.kind === 'refused' && failure.code === 'step_up_required';
}

export function StepUpProvider({ children }: { children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  const answer = useRef<((isGiven: boolean) => void) | null>(null);

  const run = useCallback<WithStepUp>(async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!needsStepUp(error)) throw error;
      setIsOpen(true);
      const isGiven = await new Promise<boolean>((resolve) => {
        answer.current = resolve;
      });
      setIsOpen(false);
      if (!isGiven) throw error;
      return work();
    }
  }, []);

  return (
    <StepUpContext value={run}>
      {children}
      <Modal.Root
        opened={isOpen}
        onClose={() => answer.current?.(false)}
        centered
        closeOnClickOutside={false}
      >
        <Modal.Overlay />
        <Modal.Content bg="var(--tamga-surface)" radius="md" data-testid="step-up">
          <Modal.Body p="lg">
            <StepUpForm onEnd={(isGiven) => answer.current?.(isGiven)} />
          </Modal.Body>
        </Modal.Content>
      </Modal.Root>
    </StepUpContext>
  );
}

function StepUpForm({ onEnd }: { onEnd(isGiven: boolean): void }) {
  const { stepUp: words } = usePageWords(consoleWords);
  const [code, setCode] = useState('');
  const [isMissing, setIsMissing] = useState(false);
  const confirm = useMutation({
    mutationFn: stepUp,
    onSuccess: () => onEnd(true),
    onError: () => setCode(''),
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    setIsMissing(!isCode(code));
    if (isCode(code) && !confirm.isPending) confirm.mutate(code);
  };

  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Modal.Title fz="lg" fw={650}>
        {words.title}
      </Modal.Title>
      <p>{words.text}</p>
      <CodeField
        label={words.code}
        hint={words.hint}
        error={isMissing ? words.missing : null}
        value={code}
        onChange={setCode}
      />
      <ActionFailure error={confirm.error} />
      <Group>
        <Button type="submit" loading={confirm.isPending} data-testid="step-up-confirm">
          {words.confirm}
        </Button>
        <Button variant="default" onClick={() => onEnd(false)}>
          {words.cancel}
        </Button>
      </Group>
    </form>
  );
}
