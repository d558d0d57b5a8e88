import '@mantine/core/styles/Group.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Button, Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
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
