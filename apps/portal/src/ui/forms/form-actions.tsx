import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import { uiWords } from '../words.ts';
import classes from './form.module.css';

interface FormActionsProps {
  submit: string;
  testId: string;
  isPending: boolean;
  /** The label of the second button, if it does more than cancel. */
  cancel?: string;
  /** True if changes are already saved, so that the second button says "Close" instead of "Cancel". */
  isSaved?: boolean;
  /** A form whose text is kept: cancelling forgets it. */
  form?: { forget(): void };
  onCancel(): void;
}

export function FormActions({
  submit,
  testId,
  isPending,
  cancel,
  isSaved = false,
  form,
  onCancel,
}: FormActionsProps) {
  const words = usePageWords(uiWords);
  const close = () => {
    if (!isSaved) form?.forget();
    onCancel();
  };
  return (
    <div className={classes.actions}>
      <Button type="submit" loading={isPending} data-testid={testId}>
        {submit}
      </Button>
      <Button variant="default" onClick={close}>
        {cancel ?? (isSaved ? words.close : words.cancel)}
      </Button>
    </div>
  );
}
