import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './pdf.module.css';
import { pdfWords } from './pdf-words.ts';
import { type LoadedPdf, type PageSize, sizeOf } from './use-pdf.ts';

/** Twice the density of a screen is sharp enough; more only costs memory on a phone. */
const MOST_DENSITY = 2;
/** Phones refuse to draw larger pictures. */
const MOST_PIXELS = 12_000_000;

interface PdfPageProps {
  name: string;
  pdf: LoadedPdf;
  number: number;
  /** A page far from the screen keeps its room but no picture. */
  isNear: boolean;
  zoom: number;
  overlay?: ((page: PageSize & { number: number }) => ReactNode) | undefined;
}

export const PdfPage = memo(function PdfPage({ name, pdf, number, isNear, zoom, overlay }: PdfPageProps) {
  const words = usePageWords(pdfWords);
  const [size, setSize] = useState<PageSize | null>(null);
  const [text, setText] = useState('');
  const [isDrawn, setIsDrawn] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another size of the page needs another picture
  useEffect(() => {
    if (!isNear) return;
    let isGone = false;
    let stop: (() => void) | undefined;
    const draw = async () => {
      const page = await pdf.proxy.getPage(number);
      if (isGone) return;
      const points = sizeOf(page);
      setSize(points);
      const element = canvas.current;
      if (!element) return;
      const density = Math.min(window.devicePixelRatio || 1, MOST_DENSITY);
      const wanted = Math.max(element.clientWidth, 320) * density;
      const most = Math.sqrt((MOST_PIXELS * points.width) / points.height);
      const unscaled = page.getViewport({ scale: 1 });
      const viewport = page.getViewport({ scale: Math.min(wanted, most) / unscaled.width });
      element.width = Math.floor(viewport.width);
      element.height = Math.floor(viewport.height);
      const task = page.render({ canvas: element, viewport });
      stop = () => task.cancel();
      await task.promise;
      const content = await page.getTextContent();
      if (isGone) return;
      setText(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
      setIsDrawn(true);
    };
    draw().catch(() => {
      // Scrolling on stops the drawing; a damaged page stays blank beside its number.
      if (!isGone) setIsDrawn(true);
    });
    return () => {
      isGone = true;
      stop?.();
      setIsDrawn(false);
    };
  }, [pdf, number, isNear, zoom]);
  const shown = size ?? pdf.first;
  return (
    <li
      className={classes.page}
      style={{ aspectRatio: `${shown.width} / ${shown.height}`, width: `${zoom * 100}%` }}
      data-testid="pdf-page"
      data-page={number}
      data-drawn={isDrawn}
      aria-busy={isNear && !isDrawn}
    >
      {isNear ? (
        <>
          <canvas
            ref={canvas}
            className={classes.canvas}
            role="img"
            aria-label={words.pageOf(name, number, pdf.pages)}
          />
          {/* The canvas is a picture; this is its text for screen readers. */}
          <p className={textStyle.hidden}>{text}</p>
          {size ? overlay?.({ number, ...size }) : null}
        </>
      ) : null}
    </li>
  );
});
