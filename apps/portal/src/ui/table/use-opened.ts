import { useState } from 'react';
import { useFilters } from './use-filters.ts';

/** Stands in the place of an id while something new is made. */
export const NEW = 'new';

/** Which row of a list is open (in the address, under `name`), and what to say of the deed that closed the last one. */
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
