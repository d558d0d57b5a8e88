import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useWords } from '../i18n/provider.tsx';

export function usePageTitle(title: string): void {
  const { brand } = useWords();
  useEffect(() => {
    document.title = `${title} · ${brand.name}`;
  }, [title, brand.name]);
}

interface PageHeadingProps {
  children: ReactNode;
  className?: string | undefined;
}

/** Takes the focus after a navigation inside the site, so that a screen reader says where one has arrived. */
export function PageHeading({ children, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    // "default" is the key of the first load, where the browser itself announces the page.
    if (key !== 'default') heading.current?.focus({ preventScroll: true });
  }, [key]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
