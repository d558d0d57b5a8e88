import { useState } from 'react';
import { useFilters } from './use-filters.ts';

/** Replaces an id while a new item is created. */
export const NEW = 'new';

/** The open row of a list (in the address, under `name`), and the message about the action that closed the last one. */
export function useOpened(name: string) {
  const filters = useFilters();
  const [done, setDone] = useState('');
  const open = (id: string | null) => {
    setDone('');
    filters.set({ [name]: id });
  };
  const finish = (text: string) => {
    open(null);
    setDone(text);
  };
  return { openId: filters.get(name) || null, open, close: () => open(null), done, finish };
}
