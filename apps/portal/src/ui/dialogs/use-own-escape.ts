import { useEffect } from 'react';

/**
 * The focus reaches a dialog some frames after it opens. An Escape pressed before that would also
 * close the panel under it, so it stops at the window, where Mantine closes the dialog.
 */
export function useOwnEscape(isOpen: boolean) {
  useEffect(() => {
    if (!isOpen) return;
    const stop = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Element && event.target.closest('[aria-modal=true]');
      if (event.key === 'Escape' && !isInside) event.stopPropagation();
    };
    window.addEventListener('keydown', stop, { capture: true });
    return () => window.removeEventListener('keydown', stop, { capture: true });
  }, [isOpen]);
}
