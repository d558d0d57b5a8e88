import { useEffect, useState } from 'react';
import { readFile } from '../../api/read-file.ts';
import type { PdfWarning } from '../../api/signing.ts';
import type { PDFDocumentProxy, PDFPageProxy } from './open-pdf.ts';

/** In points. */
export interface PageSize {
  width: number;
  height: number;
}

export interface LoadedPdf {
  proxy: PDFDocumentProxy;
  pages: number;
  first: PageSize;
  last: PageSize;
  /** Parts that can change what a reader sees. */
  warnings: readonly PdfWarning[];
}

/** `failed` keeps the error of a download. */
export type PdfState =
  | { state: 'loading' }
  | { state: 'broken' | 'locked' }
  | { state: 'failed'; error: unknown }
  | { state: 'ready'; pdf: LoadedPdf };

/** Opens a PDF from a file or an address of our own. The library is loaded here, because most visits need none of it. */
export function usePdf(source: Blob | string): PdfState {
  const [state, setState] = useState<PdfState>({ state: 'loading' });
  useEffect(() => {
    const gone = new AbortController();
    let close: (() => void) | undefined;
    const open = async () => {
      setState({ state: 'loading' });
      const [{ openPdf }, blob] = await Promise.all([
        import('./open-pdf.ts'),
        typeof source === 'string' ? fetchPdf(source, gone.signal) : source,
      ]);
      const bytes = await blob.arrayBuffer();
      if (gone.signal.aborted) return;
      const opened = openPdf(bytes);
      close = opened.close;
      const pdf = await describe(await opened.ready);
      if (!gone.signal.aborted) setState({ state: 'ready', pdf });
    };
    open().catch((error: unknown) => {
      if (!gone.signal.aborted) setState(explain(error));
    });
    return () => {
      gone.abort();
      close?.();
    };
  }, [source]);
  return state;
}

class DownloadFailed extends Error {}

const fetchPdf = (address: string, signal: AbortSignal): Promise<Blob> =>
  readFile(address, 'application/pdf', signal).catch((cause: unknown) => {
    throw new DownloadFailed('download', { cause });
  });

function explain(error: unknown): PdfState {
  if (error instanceof DownloadFailed) return { state: 'failed', error: error.cause };
  return { state: (error as Error).name === 'PasswordException' ? 'locked' : 'broken' };
}

/** Points as a person sees the page; the library's unit is larger on a page with its own unit. */
export function sizeOf(page: PDFPageProxy): PageSize {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width: width / page.userUnit, height: height / page.userUnit };
}

/** The library's own `hasJSActions` takes every signature field for a script. */
async function findScript(proxy: PDFDocumentProxy): Promise<boolean> {
  const [ofDocument, fields] = await Promise.all([proxy.getJSActions(), proxy.getFieldObjects()]);
  const ofFields: { actions?: object | null }[] = [...(fields?.values() ?? [])].flat();
  return ofDocument !== null || ofFields.some(({ actions }) => actions != null);
}

async function describe(proxy: PDFDocumentProxy): Promise<LoadedPdf> {
  const [first, last, hasScript, metadata] = await Promise.all([
    proxy.getPage(1),
    proxy.getPage(proxy.numPages),
    findScript(proxy).catch(() => false),
    proxy.getMetadata().catch(() => null),
  ]);
  const hasForm = (metadata?.info as { IsXFAPresent?: boolean } | undefined)?.IsXFAPresent === true;
  return {
    proxy,
    pages: proxy.numPages,
    first: sizeOf(first),
    last: sizeOf(last),
    warnings: [...(hasScript ? (['script'] as const) : []), ...(hasForm ? (['xfa_form'] as const) : [])],
  };
}
