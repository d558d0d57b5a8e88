import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { EmptyState, Loaded } from '../states/states.tsx';
import { ShowMore } from './show-more.tsx';

interface CardListProps<Item> {
  query: UseInfiniteQueryResult<InfiniteData<{ items: Item[] }>>;
  icon: ReactNode;
  words: { empty: string; emptyText: string; older: string };
  className: string | undefined;
  /** One entry, as a list item. */
  children(item: Item): ReactNode;
}

/** A citizen's list that reads better as cards than as a table; it loads more in the same way. */
export function CardList<Item>({ query, icon, words, className, children }: CardListProps<Item>) {
  const list = useRef<HTMLUListElement>(null);
  return (
    <Loaded query={query} source="platform" lines={6}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items);
        if (items.length === 0)
          return (
            <EmptyState icon={icon} title={words.empty}>
              {words.emptyText}
            </EmptyState>
          );
        return (
          <>
            <ul ref={list} className={className}>
              {items.map(children)}
            </ul>
            <ShowMore
              more={{
                hasMore: query.hasNextPage,
                isLoading: query.isFetchingNextPage,
                error: query.isFetchNextPageError ? query.error : null,
                load: query.fetchNextPage,
              }}
              count={items.length}
              container={list}
              label={words.older}
            />
          </>
        );
      }}
    </Loaded>
  );
}
