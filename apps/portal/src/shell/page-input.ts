import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Tells whether the person typed, chose or dropped something on the page that is shown. Such a page stays when the
 * session ends, because leaving it would throw the input away; no form needs code of its own for that.
 */
export function usePageInput(): () => boolean {
  const { pathname } = useLocation();
  const current = useRef(pathname);
  current.current = pathname;
  const used = useRef('');
  useEffect(() => {
    const note = ({ target }: Event) => {
      // A dialog of a page stands outside the page in the document.
      const isOnPage = target instanceof Element && target.closest('main, [role=dialog]') !== null;
      if (isOnPage) used.current = current.current;
    };
    document.addEventListener('input', note, true);
    document.addEventListener('drop', note, true);
    return () => {
      document.removeEventListener('input', note, true);
      document.removeEventListener('drop', note, true);
    };
  }, []);
  return () => used.current === current.current;
}
