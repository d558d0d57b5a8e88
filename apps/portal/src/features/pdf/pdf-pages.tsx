import { type ReactNode, useEffect } from 'react';
import { usePageWords } from '../../i18n/provider.tsx';
import noteStyle from '../../ui/note.module.css';
import { Failed } from '../../ui/states/states.tsx';
import { useExplanation } from '../../ui/states/use-explanation.ts';
import { PageList } from './page-list.tsx';
import classes from './pdf.module.css';
import { pdfWords } from './pdf-words.ts';
import { type LoadedPdf, type PdfState, usePdf } from './use-pdf.ts';

interface PdfPagesProps {
  name: string;
  /** A file, or an address of our own API that gives a PDF. Stable between renders. */
  source: Blob | string;
}

/** Shows a document to read. Nothing in it can run or be clicked. */
export function PdfPages({ name, source }: PdfPagesProps) {
  return (
    <Opened state={usePdf(source)}>{(pdf) => <PageList key={pdf.pages} name={name} pdf={pdf} />}</Opened>
  );
}

interface OpenedProps {
  state: PdfState;
  onReady?: ((pdf: LoadedPdf) => void) | undefined;
  children(pdf: LoadedPdf): ReactNode;
}

/** The document, or why there is none. */
export function Opened({ state, onReady, children }: OpenedProps) {
  const words = usePageWords(pdfWords);
  const explain = useExplanation('platform');
  const ready = state.state === 'ready' ? state.pdf : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a document is reported once
  useEffect(() => {
    if (ready) onReady?.(ready);
  }, [ready]);
  if (ready) return children(ready);
  if (state.state === 'loading')
    return (
      <p role="status" aria-busy="true" className={classes.opening}>
        {words.loading}
      </p>
    );
  if (state.state === 'failed') return <Failed text={explain(state.error)} testId="pdf-failed" />;
  return (
    <p role="status" className={noteStyle.note} data-tone="warn" data-testid={`pdf-${state.state}`}>
      {state.state === 'ready' ? '' : words[state.state]}
    </p>
  );
}
