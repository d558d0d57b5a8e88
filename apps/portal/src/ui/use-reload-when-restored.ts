import { useEffect } from 'react';

/** The back button may restore an outdated page from the browser's cache, so the server is asked again. */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const recheck = (event: PageTransitionEvent) => {
      if (event.persisted) window.location.reload();
    };
    window.addEventListener('pageshow', recheck);
    return () => window.removeEventListener('pageshow', recheck);
  }, []);
}
