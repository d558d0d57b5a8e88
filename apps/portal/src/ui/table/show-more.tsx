import { Button } from '@mantine/core';
import { type RefObject, useEffect, useRef } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { Failed } from '../states/states.tsx';
import type { MoreRows } from './list-source.ts';
import { tableWords } from './words.ts';

interface ShowMoreProps {
  more: MoreRows;
  /** Number of entries in the container. */
  count: number;
  container: RefObject<HTMLElement | null>;
  label?: string;
}

export function ShowMore({ more, count, container, label }: ShowMoreProps) {
  const words = usePageWords(tableWords);
  const before = useRef<number | null>(null);
  useEffect(() => {
    // The focus moves to the first new entry, even if the button has disappeared.
    if (before.current === null || count <= before.current) return;
    const entry = container.current?.children[before.current];
    before.current = null;
    if (!(entry instanceof HTMLElement)) return;
    entry.tabIndex = -1;
    entry.focus();
  }, [count, container]);
  if (!more.hasMore) return null;
  return (
    <div>
      <Failed text={more.error ? words.moreFailed : null} />
      <Button
        variant="default"
        loading={more.isLoading}
        data-testid="older"
        onClick={() => {
          before.current = count;
          more.load();
        }}
      >
        {label ?? words.older}
      </Button>
    </div>
  );
}
