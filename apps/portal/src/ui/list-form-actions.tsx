import { Button } from '@mantine/core';
import { usePageWords } from '../i18n/provider.tsx';
import parts from './detail.module.css';
import { administrationWords } from './list-words.ts';

interface FormActionsProps {
  action: string;
  testId: string;
  isPending: boolean;
  /** What the form changes was there before it: the way out undoes nothing. */
  isSaved?: boolean;
  onClose(): void;
}

/** What a form does, and the way out beside it. */
export function FormActions({ action, testId, isPending, isSaved = false, onClose }: FormActionsProps) {
  const words = usePageWords(administrationWords);
  return (
    <div className={parts.actions}>
      <Button type="submit" loading={isPending} data-testid={testId}>
        {action}
      </Button>
      <Button variant="default" onClick={onClose}>
        {isSaved ? words.close : words.cancel}
      </Button>
    </div>
  );
}
