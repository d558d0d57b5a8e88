import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import buttonStyle from '../../ui/button.module.css';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import layoutStyle from '../../ui/layout.module.css';
import { ActionFailure } from '../../ui/states/states.tsx';
import { type Confirmation, useConfirmedChange } from '../unattended/unattended.tsx';
import { readStepUpFailure } from './step-up.tsx';

interface AskedButtonProps<Result> {
  label: string;
  /** Tells buttons of several rows apart; begins with the label. */
  ariaLabel?: string;
  testId: string;
  isDangerous?: boolean;
  title: string;
  /** The label of the confirming button, if it differs from the opening button. */
  action?: string;
  /** The consequences, in full sentences. */
  children: ReactNode;
  run(confirmation: Confirmation): Promise<Result>;
  onDone(result: Result): unknown;
}

/** A button that asks for confirmation. */
export function AskedButton<Result>(props: AskedButtonProps<Result>) {
  const { label, isDangerous = false, action = label, onDone } = props;
  const [isAsked, setIsAsked] = useState(false);
  const change = useConfirmedChange();
  const deed = useMutation({
    mutationFn: () => change.run(props.run),
    onSuccess: async (result) => {
      await onDone(result);
      setIsAsked(false);
    },
  });
  return (
    <>
      <Button
        variant={isDangerous ? 'filled' : 'default'}
        className={isDangerous ? buttonStyle.dangerOutline : undefined}
        aria-label={props.ariaLabel}
        data-testid={props.testId}
        onClick={() => setIsAsked(true)}
      >
        {label}
      </Button>
      <ConfirmDialog
        isOpen={isAsked && !change.isOpen}
        isDangerous={isDangerous}
        title={props.title}
        action={action}
        isPending={deed.isPending}
        failure={<ActionFailure error={readStepUpFailure(deed.error)} />}
        onConfirm={() => deed.mutate()}
        onCancel={() => {
          deed.reset();
          setIsAsked(false);
        }}
      >
        {props.children}
      </ConfirmDialog>
      {change.dialog}
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

/** The last part of a detail: deletes the shown item. */
export function DeletePart({ words, name, run, onDone }: DeletePartProps) {
  return (
    <div className={layoutStyle.part}>
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
