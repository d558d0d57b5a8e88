import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import buttons from '../button.module.css';
import { uiWords } from '../words.ts';
import classes from './dialog.module.css';

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
  useEffect(() => {
    if (!isOpen) return;
    const asker = document.activeElement;
    return () => {
      // Removing the dialog loses the focus, so it returns to the opener if that still exists.
      if (document.activeElement === document.body && asker instanceof HTMLElement) asker.focus();
    };
  }, [isOpen]);
  return (
    // Composed from parts, because Mantine's header would be a second banner landmark on the page.
    <Modal.Root opened={isOpen} onClose={() => isPending || onCancel()} centered>
      <Modal.Overlay />
      <Modal.Content bg="var(--tamga-surface)" radius="lg" data-testid="confirm">
        <Modal.Body p="lg" className={classes.body}>
          <Modal.Title fz="lg" fw={650} className={classes.title}>
            {props.title}
          </Modal.Title>
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
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
