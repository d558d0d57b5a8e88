import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ComponentProps, ReactNode } from 'react';
import { usePageWords } from '../i18n/provider.tsx';
import { DataTable } from './data-table.tsx';
import classes from './list-page.module.css';
import { administrationWords } from './list-words.ts';
import { EmptyState, LoadFailure, LoadingRows } from './states.tsx';

interface CursorListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[]; next?: string }>>;
  empty: string;
  children(items: Item[]): ReactNode;
}

/** A list that grows at its top: the newest first, and older ones fetched on request. */
export function CursorList<Item>({ query, empty, children }: CursorListProps<Item>) {
  const words = usePageWords(administrationWords);
  if (query.isPending) return <LoadingRows />;
  if (!query.data) return <LoadFailure error={query.error} onRetry={query.refetch} />;
  const items = query.data.pages.flatMap((page) => page.items);
  if (items.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <>
      {children(items)}
      {query.isFetchNextPageError ? (
        <LoadFailure error={query.error} onRetry={query.fetchNextPage} />
      ) : (
        <div className={classes.older}>
          {query.hasNextPage ? (
            <Button
              variant="default"
              loading={query.isFetchingNextPage}
              data-testid="older"
              onClick={() => query.fetchNextPage()}
            >
              {words.older}
            </Button>
          ) : (
            <p role="status">{words.noOlder}</p>
          )}
        </div>
      )}
    </>
  );
}

type CursorTableProps<Row> = Pick<CursorListProps<Row>, 'query' | 'empty'> &
  Pick<ComponentProps<typeof DataTable<Row>>, 'caption' | 'columns' | 'openId' | 'onOpen'>;

export function CursorTable<Row extends { id: number | string }>(props: CursorTableProps<Row>) {
  const { query, empty, ...table } = props;
  return (
    <CursorList query={query} empty={empty}>
      {(rows) => <DataTable {...table} rows={rows} getId={(row) => String(row.id)} />}
    </CursorList>
  );
}

/** The row that is open, once the pages that hold it are loaded. */
export function findOpen<Row extends { id: number | string }>(
  { data }: CursorListProps<Row>['query'],
  openId: string | null,
): Row | undefined {
  return data?.pages.flatMap((page) => page.items).find((row) => String(row.id) === openId);
}
