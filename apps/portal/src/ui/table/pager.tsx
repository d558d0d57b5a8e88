import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import { useNumber } from '../../i18n/use-number.ts';
import classes from './table.module.css';
import { tableWords } from './words.ts';

interface PagerProps {
  offset: number;
  size: number;
  total: number;
  onMove(offset: number): void;
}

/** Renders nothing if everything fits on one page. */
export function Pager({ offset, size, total, onMove }: PagerProps) {
  const words = usePageWords(tableWords);
  const hasPrevious = offset > 0;
  const hasNext = offset + size < total;
  if (!hasPrevious && !hasNext) return null;
  return (
    <nav className={classes.pager} aria-label={words.paging}>
      <Turn to={hasPrevious ? Math.max(0, offset - size) : null} testId="page-previous" onMove={onMove}>
        {words.previous}
      </Turn>
      <Turn to={hasNext ? offset + size : null} testId="page-next" onMove={onMove}>
        {words.next}
      </Turn>
    </nav>
  );
}

interface TurnProps extends Pick<PagerProps, 'onMove'> {
  to: number | null;
  testId: string;
  children: string;
}

/** aria-disabled instead of disabled, so that the focus stays on the button at either end. */
function Turn({ to, testId, onMove, children }: TurnProps) {
  return (
    <Button
      variant="default"
      aria-disabled={to === null}
      data-testid={testId}
      {...(to === null ? { 'data-disabled': true } : {})}
      onClick={() => to !== null && onMove(to)}
    >
      {children}
    </Button>
  );
}

/** "26–50 of 134" */
export function useRangeText(): (offset: number, shown: number, total: number) => string {
  const words = usePageWords(tableWords);
  const format = useNumber();
  return (offset, shown, total) => words.range(format(offset + 1), format(offset + shown), format(total));
}
