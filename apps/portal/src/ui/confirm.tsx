import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { readStepUpFailure, useStepUp } from '../features/step-up/step-up.tsx';
import { usePageWords } from '../i18n/provider.tsx';
import parts from './detail.module.css';
import { administrationWords } from './list-words.ts';
import { ActionFailure } from './states.tsx';

interface ConfirmProps {
  isOpen: boolean;
  title: string;
  /** What will happen, in full sentences. */
  children: ReactNode;
  action: string;
  isDangerous?: boolean;
  isPending: boolean;
  error: unknown;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks once, says what will happen, and keeps the way back as near as the way on. */
export function Confirm(props: ConfirmProps) {
  const words = usePageWords(administrationWords);
  return (
    <Modal.Root opened={props.isOpen} onClose={props.onCancel} centered>
      <Modal.Overlay />
      <Modal.Content bg="var(--tamga-surface)" radius="lg" data-testid="confirm">
        <Modal.Body p="lg" className={parts.confirm}>
          <Modal.Title fz="lg" fw={650} lh={1.3}>
            {props.title}
          </Modal.Title>
          {props.children}
          <ActionFailure error={props.error} />
          <Group mt="sm">
            <Button
              className={props.isDangerous ? parts.danger : undefined}
              loading={props.isPending}
              data-testid="confirm-action"
              onClick={props.onConfirm}
            >
              {props.action}
            </Button>
            <Button variant="default" data-autofocus data-testid="confirm-cancel" onClick={props.onCancel}>
              {words.cancel}
            </Button>
          </Group>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

interface AskedButtonProps<Result> {
  label: string;
  testId: string;
  isDangerous?: boolean;
  title: string;
  /** The button that does it, where its words are not those of the button that asks. */
  action?: string;
  /** What will happen, in full sentences. */
  children: ReactNode;
  run(): Promise<Result>;
  onDone(result: Result): unknown;
}

/** A button whose deed is asked about once more. */
export function AskedButton<Result>(props: AskedButtonProps<Result>) {
  const { label, isDangerous = false, action = label, onDone } = props;
  const [isAsked, setIsAsked] = useState(false);
  const stepUp = useStepUp();
  const deed = useMutation({
    mutationFn: () => stepUp.run(props.run),
    onSuccess: async (result) => {
      await onDone(result);
      setIsAsked(false);
    },
  });
  return (
    <>
      <Button
        variant={isDangerous ? 'filled' : 'default'}
        className={isDangerous ? parts.dangerOutline : undefined}
        data-testid={props.testId}
        onClick={() => setIsAsked(true)}
      >
        {label}
      </Button>
      <Confirm
        isOpen={isAsked && !stepUp.isOpen}
        isDangerous={isDangerous}
        title={props.title}
        action={action}
        isPending={deed.isPending}
        error={readStepUpFailure(deed.error)}
        onConfirm={() => deed.mutate()}
        onCancel={() => {
          deed.reset();
          setIsAsked(false);
        }}
      >
        {props.children}
      </Confirm>
      {stepUp.dialog}
    </>
  );
}

interface DeletePartProps {
  words: Record<'delete' | 'deleteAction' | 'deleteText' | 'deleteUndo', string> & {
    deleteTitle(name: string): string;
  };
  name: string;
  run(): Promise<unknown>;
  onDone(): unknown;
}

/** The last part of a detail: what is shown can be deleted. */
export function DeletePart({ words, name, run, onDone }: DeletePartProps) {
  return (
    <div className={parts.part}>
      <div>
        <AskedButton
          label={words.delete}
          testId="delete"
          isDangerous
          title={words.deleteTitle(name)}
          action={words.deleteAction}
          run={run}
          onDone={onDone}
        >
          <p>{words.deleteText}</p>
          <p>{words.deleteUndo}</p>
        </AskedButton>
      </div>
    </div>
  );
}
