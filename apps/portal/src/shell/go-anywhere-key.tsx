import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from './lazy-part.ts';

const GoAnywhere = lazyPart<{ onClose(): void }>(() =>
  import('./go-anywhere.tsx').then((part) => part.GoAnywhere),
);

/** Ctrl+K on every page. */
export function GoAnywhereKey() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      // By its place on the keyboard: with a Cyrillic layout the same key gives another letter.
      if (event.code !== 'KeyK' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey)
        return;
      event.preventDefault();
      setIsOpen((now) => !now);
    };
    window.addEventListener('keydown', toggle);
    return () => window.removeEventListener('keydown', toggle);
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <GoAnywhere onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}
