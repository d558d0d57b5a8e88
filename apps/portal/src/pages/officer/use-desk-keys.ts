import { useEffect, useRef, useState } from 'react';
import type { DeskAction } from './desk-actions.ts';

export const ACTION_KEYS: Record<DeskAction, string> = {
  take: 'a',
  ask: 'i',
  unask: 'u',
  approve: 'y',
  refuse: 'n',
  deliver: 'd',
  give: 'g',
  free: 'r',
};

export interface DeskKeys {
  onMove(step: 1 | -1): void;
  onAction(action: DeskAction): void;
  onSearch(): void;
  onHelp(): void;
  onClose(): void;
}

const STORAGE_KEY = 'tamga-desk-keys';

/** Single-key shortcuts can be switched off (WCAG 2.1.4): speech input could otherwise decide cases. */
export function useKeySwitch(): [boolean, (isOn: boolean) => void] {
  const [isOn, setIsOn] = useState(() => {
    try {
      return localStorage.getItem(STORAGE_KEY) !== 'off';
    } catch {
      return true;
    }
  });
  const change = (next: boolean) => {
    setIsOn(next);
    try {
      localStorage.setItem(STORAGE_KEY, next ? 'on' : 'off');
    } catch {
      // Without storage the choice lasts until the page is closed.
    }
  };
  return [isOn, change];
}

function isBusyElsewhere(target: EventTarget | null): boolean {
  if (document.querySelector('[role=dialog]')) return true;
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

/** Same keys on a Cyrillic keyboard: `code` names the key by position, whatever it types. */
function readLetter(event: KeyboardEvent): string {
  if (/^Key[A-Z]$/.test(event.code)) return event.code.slice(3).toLowerCase();
  return event.key;
}

export function useDeskKeys(isOn: boolean, keys: DeskKeys): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isBusyElsewhere(event.target)) return;
      const letter = readLetter(event);
      const isInList = event.target instanceof Element && event.target.closest('[data-queue]') !== null;
      const action = (Object.keys(ACTION_KEYS) as DeskAction[]).find(
        (known) => ACTION_KEYS[known] === letter,
      );
      if (letter === 'j' || (isInList && event.key === 'ArrowDown')) latest.current.onMove(1);
      else if (letter === 'k' || (isInList && event.key === 'ArrowUp')) latest.current.onMove(-1);
      else if (event.key === '?') latest.current.onHelp();
      // Inside the case, Escape is handled there.
      else if (event.key === 'Escape' && (isInList || event.target === document.body))
        latest.current.onClose();
      else if (event.key === '/' || (event.code === 'Slash' && !event.shiftKey)) latest.current.onSearch();
      else if (action && !event.shiftKey) latest.current.onAction(action);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
