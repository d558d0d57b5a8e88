import { Button } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { PDFDocumentProxy } from '../../features/pdf/open-pdf.ts';
import { usePageWords } from '../../i18n/provider.tsx';
import textStyle from '../../ui/text.module.css';
import classes from './space.module.css';
import { spacePageWords } from './words.ts';

interface PdfPreviewProps {
  name: string;
  content: Blob;
}

type Opened = 'loading' | 'broken' | 'locked' | PDFDocumentProxy;

/** One page of a PDF at a time. The library is loaded here, because most visits need none of it. */
export function PdfPreview({ name, content }: PdfPreviewProps) {
  const { preview: words } = usePageWords(spacePageWords);
  const [opened, setOpened] = useState<Opened>('loading');
  useEffect(() => {
    let close: (() => void) | undefined;
    let isGone = false;
    const open = async () => {
      const [{ openPdf }, bytes] = await Promise.all([
        import('../../features/pdf/open-pdf.ts'),
        content.arrayBuffer(),
      ]);
      if (isGone) return;
      const pdf = openPdf(bytes);
      close = pdf.close;
      setOpened(await pdf.ready);
    };
    open().catch((error: unknown) => {
      if (!isGone) setOpened((error as Error).name === 'PasswordException' ? 'locked' : 'broken');
    });
    return () => {
      isGone = true;
      close?.();
    };
  }, [content]);
  if (opened === 'loading')
    return (
      <p role="status" aria-busy="true">
        {words.loading}
      </p>
    );
  if (typeof opened === 'string')
    return (
      <p role="status" data-testid="preview-broken">
        {words[opened]}
      </p>
    );
  return <Pages name={name} pdf={opened} />;
}

/** Twice the density of a screen is sharp enough; more only costs memory on a phone. */
const MOST_PIXELS_PER_POINT = 2;

function Pages({ name, pdf }: { name: string; pdf: PDFDocumentProxy }) {
  const { preview: words } = usePageWords(spacePageWords);
  const [number, setNumber] = useState(1);
  const [text, setText] = useState('');
  const [drawn, setDrawn] = useState(0);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isGone = false;
    let stop: (() => void) | undefined;
    const draw = async () => {
      const page = await pdf.getPage(number);
      const element = canvas.current;
      if (isGone || !element) return;
      const width = (element.parentElement?.clientWidth ?? 0) || 320;
      const density = Math.min(window.devicePixelRatio || 1, MOST_PIXELS_PER_POINT);
      const scale = (width * density) / page.getViewport({ scale: 1 }).width;
      const viewport = page.getViewport({ scale });
      element.width = Math.floor(viewport.width);
      element.height = Math.floor(viewport.height);
      const task = page.render({ canvas: element, viewport });
      stop = () => task.cancel();
      await task.promise;
      const content = await page.getTextContent();
      if (isGone) return;
      setText(content.items.map((item) => ('str' in item ? item.str : '')).join(' '));
      setDrawn(number);
    };
    draw().catch(() => {
      // Turning the page stops the drawing of the previous one; a damaged page stays blank beside its number.
      if (!isGone) setDrawn(number);
    });
    return () => {
      isGone = true;
      stop?.();
    };
  }, [pdf, number]);
  const label = words.page(number, pdf.numPages);
  return (
    <div className={classes.pdf} data-testid="preview-pdf" data-page={drawn} aria-busy={drawn !== number}>
      <canvas ref={canvas} className={classes.page} role="img" aria-label={`${name}, ${label}`} />
      {/* The canvas is a picture; this is its text for screen readers. */}
      <p className={textStyle.hidden}>{text}</p>
      <div className={classes.turn}>
        <Button
          variant="default"
          disabled={number <= 1}
          aria-label={words.previous}
          title={words.previous}
          data-testid="page-previous"
          onClick={() => setNumber(number - 1)}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </Button>
        <p role="status">{label}</p>
        <Button
          variant="default"
          disabled={number >= pdf.numPages}
          aria-label={words.next}
          title={words.next}
          data-testid="page-next"
          onClick={() => setNumber(number + 1)}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </div>
  );
}
