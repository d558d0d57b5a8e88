import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import { uiWords } from '../words.ts';
import classes from './form.module.css';

interface FormActionsProps {
  submit: string;
  testId: string;
  isPending: boolean;
  /** The way out, where it is more than to leave things as they are. */
  cancel?: string;
  /** What the form changes was there before it: the way out undoes nothing. */
  isSaved?: boolean;
  onCancel(): void;
}

/** The action of a form, and the way out beside it. */
export function FormActions({
  submit,
  testId,
  isPending,
  cancel,
  isSaved = false,
  onCancel,
}: FormActionsProps) {
  const words = usePageWords(uiWords);
  return (
    <div className={classes.actions}>
      <Button type="submit" loading={isPending} data-testid={testId}>
        {submit}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {cancel ?? (isSaved ? words.close : words.cancel)}
      </Button>
    </div>
  );
}
