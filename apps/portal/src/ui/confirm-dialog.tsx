import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { usePageWords } from '../i18n/provider.tsx';
import classes from './parts.module.css';
import { partsWords } from './words.ts';

interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  /** What will happen, in whole sentences. */
  children: ReactNode;
  confirmLabel: string;
  /** The way back; "Cancel" unless what is confirmed is a cancelling itself. */
  closeLabel?: string;
  danger?: boolean;
  isPending: boolean;
  failure: string | null;
  onConfirm(): void;
  onClose(): void;
}

/** Asks once, before what cannot simply be undone. The way back has the focus. */
export function ConfirmDialog({
  opened,
  title,
  children,
  confirmLabel,
  closeLabel,
  danger = true,
  isPending,
  failure,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const words = usePageWords(partsWords);
  useEffect(() => {
    if (!opened) return;
    const asker = document.activeElement;
    return () => {
      // A dialog that goes away as a whole takes the focus with it: back to what opened it, if that is still there.
      if (document.activeElement === document.body && asker instanceof HTMLElement) asker.focus();
    };
  }, [opened]);
  return (
    // Put together by hand, because the ready-made header would be a second banner landmark on the page.
    <Modal.Root opened={opened} onClose={() => isPending || onClose()} centered>
      <Modal.Overlay />
      <Modal.Content bg="var(--tamga-surface)" radius="lg" data-testid="confirm">
        <Modal.Body p="lg">
          <Modal.Title fz="lg" fw={650} mb="xs" className={classes.dialogTitle}>
            {title}
          </Modal.Title>
          <div className={classes.dialogText}>{children}</div>
          {failure ? (
            <p role="alert" className={classes.failed} data-testid="confirm-failed">
              {failure}
            </p>
          ) : null}
          <div className={classes.dialogActions}>
            <Button variant="default" data-autofocus data-testid="confirm-no" onClick={onClose}>
              {closeLabel ?? words.cancel}
            </Button>
            <Button
              className={danger ? classes.danger : undefined}
              loading={isPending}
              data-testid="confirm-yes"
              onClick={onConfirm}
            >
              {confirmLabel}
            </Button>
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
