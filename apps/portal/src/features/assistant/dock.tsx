import { IconMessageCircleQuestion } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import { lazyPart } from '../../shell/lazy-part.ts';
import classes from './dock.module.css';
import { dockWords } from './dock-words.ts';

/** Loaded when it is opened: most visits never ask. */
const Panel = lazyPart<{ onClose(): void }>(() => import('./panel.tsx').then((part) => part.AssistantPanel));

/** The assistant's button on every page; Ctrl+/ opens and closes it. */
export function AssistantDock() {
  const words = usePageWords(dockWords);
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      // By its place on the keyboard: with a Cyrillic layout the same key gives another character.
      if (event.code !== 'Slash' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      setIsOpen((now) => !now);
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);
  const close = () => {
    setIsOpen(false);
    // The button is drawn again before it can take the focus.
    requestAnimationFrame(() => button.current?.focus());
  };
  if (isOpen)
    return (
      <Suspense fallback={null}>
        <Panel onClose={close} />
      </Suspense>
    );
  return (
    <button
      ref={button}
      type="button"
      className={classes.button}
      aria-keyshortcuts="Control+/"
      data-testid="assistant-open"
      onClick={() => setIsOpen(true)}
    >
      <IconMessageCircleQuestion size={24} aria-hidden="true" />
      <span>{words.open}</span>
    </button>
  );
}
