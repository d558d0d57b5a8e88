import { Button } from '@mantine/core';
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Answer } from './answer.tsx';
import { Empty } from './section.tsx';

interface PagedItemsProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  icon: ReactNode;
  words: { empty: string; emptyText: string; older: string };
  children(items: Item[]): ReactNode;
}

/** What is there so far, with a way to go on; or that there is nothing yet. */
export function PagedItems<Item>({ query, icon, words, children }: PagedItemsProps<Item>) {
  return (
    <Answer query={query} source="platform" lines={6}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0) return <Empty icon={icon} title={words.empty} text={words.emptyText} />;
        return (
          <>
            {children(items)}
            {query.hasNextPage ? (
              <div>
                <Button
                  variant="default"
                  loading={query.isFetchingNextPage}
                  data-testid="older"
                  onClick={() => query.fetchNextPage()}
                >
                  {words.older}
                </Button>
              </div>
            ) : null}
          </>
        );
      }}
    </Answer>
  );
}
