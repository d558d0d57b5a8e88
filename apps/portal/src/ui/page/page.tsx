import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useBrand } from './brand.ts';

export function usePageTitle(title: string): void {
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${title} · ${name}`;
  }, [title, name]);
}

interface PageHeadingProps {
  children: ReactNode;
  className?: string | undefined;
}

/** Receives the focus after a navigation inside the site, so that a screen reader announces the page. */
export function PageHeading({ children, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a filter or an opened detail changes the key but not the page
  useEffect(() => {
    // "default" is the key of the first load, which the browser announces itself.
    if (key !== 'default') heading.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <h1 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h1>
  );
}
