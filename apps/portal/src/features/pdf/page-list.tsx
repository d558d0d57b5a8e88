import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconMinus, IconPlus } from '@tabler/icons-react';
import {
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import classes from './pdf.module.css';
import { PdfPage } from './pdf-page.tsx';
import { pdfWords } from './pdf-words.ts';
import type { LoadedPdf, PageSize } from './use-pdf.ts';

export interface PageListHandle {
  /** Scrolls to the start or the end of a page. */
  show(page: number, part?: 'start' | 'end'): void;
}

interface PageListProps {
  ref?: Ref<PageListHandle>;
  name: string;
  pdf: LoadedPdf;
  /** Drawn over a page; stable between renders unless what it draws has changed. */
  overlay?: (page: PageSize & { number: number }) => ReactNode;
}

const PAGE_GAP = 8;
const ZOOMS = [1, 1.5, 2, 3] as const;

/** All pages below each other in a frame; only those near the visible part are drawn. */
export function PageList({ ref, name, pdf, overlay }: PageListProps) {
  const words = usePageWords(pdfWords);
  const frame = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [current, setCurrent] = useState(1);
  const [zoom, setZoom] = useState<number>(1);
  const near = useNearPages(frame, list, pdf.pages);
  const pageAt = (number: number) => list.current?.children[number - 1] as HTMLElement | undefined;
  const show = useCallback((number: number, part: 'start' | 'end' = 'start') => {
    const page = list.current?.children[number - 1] as HTMLElement | undefined;
    if (!page || !frame.current) return;
    const { clientHeight } = frame.current;
    const end = page.offsetTop + page.offsetHeight - clientHeight + PAGE_GAP;
    frame.current.scrollTo({ top: part === 'end' ? end : page.offsetTop - PAGE_GAP });
  }, []);
  useImperativeHandle(ref, () => ({ show }), [show]);

  // Every page changes its height with the size, so the same spot has to be found again.
  const spot = useRef<{ page: number; part: number } | null>(null);
  const resize = (next: number) => {
    const page = pageAt(current);
    if (page && frame.current)
      spot.current = {
        page: current,
        part: (frame.current.scrollTop - page.offsetTop) / page.offsetHeight,
      };
    setZoom(next);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after the size has changed
  useLayoutEffect(() => {
    if (!spot.current) return;
    const page = list.current?.children[spot.current.page - 1] as HTMLElement | undefined;
    if (page) frame.current?.scrollTo({ top: page.offsetTop + spot.current.part * page.offsetHeight });
    spot.current = null;
  }, [zoom]);

  // Pages that fit the frame, and the last ones, cannot be scrolled to its top.
  const wanted = useRef(1);
  const turnTo = (number: number) => {
    wanted.current = number;
    setCurrent(number);
    show(number);
  };
  /** The page at the upper third of the frame, or at its end the one that was turned to. */
  const findCurrent = () => {
    const { scrollTop = 0, clientHeight = 0, scrollHeight = 0 } = frame.current ?? {};
    const line = scrollTop + clientHeight / 3;
    let found = 1;
    while (found < pdf.pages && (pageAt(found + 1)?.offsetTop ?? Number.POSITIVE_INFINITY) <= line)
      found += 1;
    const isEnd = scrollTop + clientHeight >= scrollHeight - 1;
    setCurrent(isEnd ? Math.max(found, Math.min(wanted.current, pdf.pages)) : found);
  };
  const step = ZOOMS.indexOf(zoom as (typeof ZOOMS)[number]);
  return (
    <div className={classes.viewer}>
      <div className={classes.bar}>
        <div className={classes.group}>
          <IconButton
            label={words.previous}
            isOff={current <= 1}
            testId="page-previous"
            onClick={() => turnTo(current - 1)}
          >
            <IconChevronUp size={18} aria-hidden="true" />
          </IconButton>
          <p role="status" className={classes.number} data-testid="page-number">
            {words.page(current, pdf.pages)}
          </p>
          <IconButton
            label={words.next}
            isOff={current >= pdf.pages}
            testId="page-next"
            onClick={() => turnTo(current + 1)}
          >
            <IconChevronDown size={18} aria-hidden="true" />
          </IconButton>
        </div>
        <div className={classes.group}>
          <IconButton
            label={words.smaller}
            isOff={step <= 0}
            testId="page-smaller"
            onClick={() => resize(ZOOMS[step - 1] ?? 1)}
          >
            <IconMinus size={18} aria-hidden="true" />
          </IconButton>
          <p className={classes.number}>
            <span aria-hidden="true">{zoom * 100}%</span>
            <span className={classes.hidden} role="status">
              {words.size(zoom * 100)}
            </span>
          </p>
          <IconButton
            label={words.larger}
            isOff={step >= ZOOMS.length - 1}
            testId="page-larger"
            onClick={() => resize(ZOOMS[step + 1] ?? 1)}
          >
            <IconPlus size={18} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <section
        ref={frame}
        className={classes.frame}
        aria-label={words.document(name)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        data-testid="pdf-pages"
        data-pages={pdf.pages}
        onScroll={findCurrent}
      >
        <ol ref={list} className={classes.pages}>
          {Array.from({ length: pdf.pages }, (_, index) => index + 1).map((number) => (
            <PdfPage
              key={number}
              name={name}
              pdf={pdf}
              number={number}
              isNear={near.has(number)}
              zoom={zoom}
              overlay={near.has(number) ? overlay : undefined}
            />
          ))}
        </ol>
      </section>
    </div>
  );
}

interface IconButtonProps {
  label: string;
  isOff: boolean;
  testId: string;
  onClick(): void;
  children: ReactNode;
}

function IconButton({ label, isOff, testId, onClick, children }: IconButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-md"
      className={classes.tool}
      aria-label={label}
      title={label}
      disabled={isOff}
      data-testid={testId}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}

/** Pages that are visible or within half a frame of it. */
function useNearPages(
  frame: { current: HTMLElement | null },
  list: { current: HTMLElement | null },
  pages: number,
): ReadonlySet<number> {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set([1]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: another document has other pages to watch
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) =>
        setNear((before) => {
          const after = new Set(before);
          for (const { target, isIntersecting } of entries) {
            const number = Number((target as HTMLElement).dataset['page']);
            if (isIntersecting) after.add(number);
            else after.delete(number);
          }
          return after;
        }),
      { root: frame.current, rootMargin: '50% 0px' },
    );
    for (const page of list.current?.children ?? []) observer.observe(page);
    return () => observer.disconnect();
  }, [pages]);
  return near;
}
