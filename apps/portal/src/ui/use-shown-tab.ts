import { type RefObject, useEffect, useRef } from 'react';

/** For the list of tabs: on a phone it is wider than the page, and an address may open the last one. */
export function useShownTab(tab: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new tab triggers the scroll
  useEffect(() => {
    const chosen = list.current?.querySelector('[aria-selected="true"]');
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);
  return list;
}
