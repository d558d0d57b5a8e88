import { useEffect } from 'react';
import { hasLeftTab } from '../api/tab-storage.ts';

/** The browser asks before it closes a page that holds what the server does not have. */
export function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => {
      // After signing out the page must go, whatever it holds.
      if (!hasLeftTab()) event.preventDefault();
    };
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
