import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { readSearch } from './queue-views.ts';

const TYPING_MS = 250;

export interface DeskSearch {
  text: string;
  /** What the server is asked: the text after a pause in typing, or at once when it was entered. */
  q: string;
  /** Whether everything typed so far has been asked. */
  isAsked: boolean;
  change(text: string): void;
  enter(): void;
}

/** Names are kept out of the page's address: addresses are logged, shared and remembered. */
export function useDeskSearch(): DeskSearch {
  const [text, setText] = useState('');
  const [entered, setEntered] = useState('');
  const [paused] = useDebouncedValue(text, TYPING_MS);
  const wanted = readSearch(text);
  const q = wanted === '' || text === entered ? wanted : readSearch(paused);
  return { text, q, isAsked: q === wanted, change: setText, enter: () => setEntered(text) };
}
