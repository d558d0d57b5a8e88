import { Button } from '@mantine/core';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './administration.module.css';
import { administrationWords } from './words.ts';

interface PagingProps {
  offset: number;
  size: number;
  shown: number;
  total: number;
  isLoading: boolean;
  onMove(offset: number): void;
}

export function Paging({ offset, size, shown, total, isLoading, onMove }: PagingProps) {
  const words = usePageWords(administrationWords);
  const hasNext = offset + shown < total;
  return (
    <nav className={classes.paging} aria-label={words.paging}>
      <p role="status" data-testid="range">
        {words.range(offset + 1, offset + shown, total)}
      </p>
      {offset > 0 || hasNext ? (
        <div className={classes.pagingButtons}>
          <Button
            variant="default"
            disabled={offset === 0}
            data-testid="page-previous"
            onClick={() => onMove(Math.max(0, offset - size))}
          >
            {words.previous}
          </Button>
          <Button
            variant="default"
            disabled={!hasNext}
            loading={isLoading}
            data-testid="page-next"
            onClick={() => onMove(offset + size)}
          >
            {words.next}
          </Button>
        </div>
      ) : null}
    </nav>
  );
}
