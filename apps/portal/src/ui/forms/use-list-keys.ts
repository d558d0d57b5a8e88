import { type KeyboardEvent, useId, useState } from 'react';

export interface ListKeys {
  /** The chosen place of the list, -1 for the field itself. */
  at: number;
  choose(at: number): void;
  /** For the list of suggestions. */
  listId: string;
  optionId(at: number): string;
  /** For the field that keeps the focus; ArrowDown and ArrowUp walk through the list and the field in a circle. */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** The keys of a field with suggestions (the combobox pattern of ARIA). */
export function useListKeys(count: number): ListKeys {
  const id = useId();
  const [at, setAt] = useState(-1);
  return {
    at: Math.min(at, count - 1),
    choose: setAt,
    listId: `${id}-list`,
    optionId: (place) => `${id}-${place}`,
    onKeyDown: (event) => {
      if ((event.key !== 'ArrowDown' && event.key !== 'ArrowUp') || count === 0) return false;
      event.preventDefault();
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt((now) => ((Math.min(now, count - 1) + 1 + step + count + 1) % (count + 1)) - 1);
      return true;
    },
  };
}
