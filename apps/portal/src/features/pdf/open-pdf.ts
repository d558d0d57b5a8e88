import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

// A file of our own origin, because the content security policy refuses any other worker.
GlobalWorkerOptions.workerSrc = workerAddress;

export type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/**
 * The policy refuses WebAssembly and evaluated code, so decoders in plain script are used. Scripts of a PDF never run:
 * the library runs them in a separate sandbox file, which we do not ship, and this version evaluates no code itself.
 */
export function openPdf(bytes: ArrayBuffer): { ready: Promise<PDFDocumentProxy>; close(): void } {
  const task = getDocument({ data: bytes, useWasm: false, enableXfa: false, stopAtErrors: false });
  return { ready: task.promise, close: () => void task.destroy() };
}
