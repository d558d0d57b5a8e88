import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import classes from './dialog.module.css';
import { useOwnEscape } from './use-own-escape.ts';

interface DialogProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  size?: 'md' | 'lg';
  /** False where a stray click would lose a step that is under way. */
  closesOutside?: boolean;
  onClose(): void;
  [attribute: `data-${string}`]: string | undefined;
}

/** A question or a short step over the page. The element with `data-autofocus` has the focus. */
export function Dialog(props: DialogProps) {
  const { isOpen, title, children, size = 'md', closesOutside = true, onClose, ...rest } = props;
  useOwnEscape(isOpen);
  useFocusBack(isOpen);
  return (
    // Composed from parts, because Mantine's header would be a second banner landmark on the page.
    // base.css keeps the page behind it still: Mantine would write a style element, which the policy refuses.
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      closeOnClickOutside={closesOutside}
      centered
      lockScroll={false}
    >
      <Modal.Overlay />
      <Modal.Content bg="var(--tamga-surface)" radius="lg" {...rest}>
        <Modal.Body p="lg" className={classes.body}>
          <Modal.Title fz="lg" fw={650} className={classes.title}>
            {title}
          </Modal.Title>
          {children}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Removing the dialog loses the focus, so it returns to the opener if that still exists. */
function useFocusBack(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    const asker = document.activeElement;
    return () => {
      if (document.activeElement === document.body && asker instanceof HTMLElement) asker.focus();
    };
  }, [isOpen]);
}
