import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { usePageWords } from '../i18n/provider.tsx';
import { DataTable } from './data-table.tsx';
import classes from './list-page.module.css';
import { administrationWords } from './list-words.ts';
import { Loaded } from './states.tsx';
import type { Filters } from './use-filters.ts';

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

export const readOffset = (filters: Filters) => Math.max(0, Number.parseInt(filters.get('offset'), 10) || 0);

type PagedTableProps<Row> = Pick<
  ComponentProps<typeof DataTable<Row>>,
  'caption' | 'columns' | 'openId' | 'onOpen'
> & {
  query: UseQueryResult<{ items: Row[]; total: number }>;
  filters: Filters;
  size: number;
  empty: ReactNode;
};

/** One page of a list that is too long to load whole; where it begins stands in the address. */
export function PagedTable<Row extends { id: string }>(props: PagedTableProps<Row>) {
  const { query, filters, size, empty, ...table } = props;
  return (
    <Loaded query={query}>
      {({ items, total }) =>
        items.length === 0 ? (
          empty
        ) : (
          <>
            <DataTable {...table} rows={items} getId={(row) => row.id} />
            <Paging
              offset={readOffset(filters)}
              size={size}
              shown={items.length}
              total={total}
              isLoading={query.isPlaceholderData}
              onMove={(next) => filters.set({ offset: next > 0 ? String(next) : null })}
            />
          </>
        )
      }
    </Loaded>
  );
}
