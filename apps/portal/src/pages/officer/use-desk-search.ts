import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { readSearch } from './queue-views.ts';

const TYPING_MS = 250;

export interface DeskSearch {
  text: string;
  /** The search sent to the server: after a pause in typing, or at once on Enter. */
  q: string;
  /** True if everything typed has been sent. */
  isAsked: boolean;
  change(text: string): void;
  enter(): void;
}

/** Names stay out of the page's address: addresses are logged, shared and stored. */
export function useDeskSearch(): DeskSearch {
  const [text, setText] = useState('');
  const [entered, setEntered] = useState('');
  const [paused] = useDebouncedValue(text, TYPING_MS);
  const wanted = readSearch(text);
  const q = wanted === '' || text === entered ? wanted : readSearch(paused);
  return { text, q, isAsked: q === wanted, change: setText, enter: () => setEntered(text) };
}
