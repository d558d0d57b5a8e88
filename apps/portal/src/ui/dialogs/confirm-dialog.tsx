import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import buttons from '../button.module.css';
import { uiWords } from '../words.ts';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  /** The consequences, in full sentences. */
  children: ReactNode;
  action: string;
  /** "Cancel" unless the confirmed action is itself a cancellation. */
  cancel?: string;
  isDangerous?: boolean;
  isPending: boolean;
  /** The reason for a failure, from Failed or ActionFailure. */
  failure: ReactNode;
  onConfirm(): void;
  onCancel(): void;
}

/** Asks before an action that is hard to undo. The cancel button has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, isDangerous = true, isPending, onCancel } = props;
  const words = usePageWords(uiWords);
  return (
    <Dialog isOpen={isOpen} title={props.title} onClose={() => isPending || onCancel()} data-testid="confirm">
      {props.children}
      {props.failure}
      <div className={classes.actions}>
        <Button variant="default" data-autofocus data-testid="confirm-no" onClick={onCancel}>
          {props.cancel ?? words.cancel}
        </Button>
        <Button
          className={isDangerous ? buttons.danger : undefined}
          loading={isPending}
          data-testid="confirm-yes"
          onClick={props.onConfirm}
        >
          {props.action}
        </Button>
      </div>
    </Dialog>
  );
}
