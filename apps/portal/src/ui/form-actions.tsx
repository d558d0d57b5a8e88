import { Button } from '@mantine/core';
import { usePageWords } from '../i18n/provider.tsx';
import classes from './parts.module.css';
import { partsWords } from './words.ts';

interface FormActionsProps {
  submit: string;
  testId: string;
  isPending: boolean;
  /** The way out, where it is more than to leave things as they are. */
  cancel?: string;
  onCancel(): void;
}

export function FormActions({ submit, testId, isPending, cancel, onCancel }: FormActionsProps) {
  const words = usePageWords(partsWords);
  return (
    <div className={classes.actions}>
      <Button type="submit" loading={isPending} data-testid={testId}>
        {submit}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {cancel ?? words.cancel}
      </Button>
    </div>
  );
}

/** Why an action did not happen, beside the action; nothing where nothing failed. */
export function Failed({ text, testId }: { text: string | null; testId?: string }) {
  if (text === null) return null;
  return (
    <p role="alert" className={classes.failed} data-testid={testId}>
      {text}
    </p>
  );
}
