import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerAddress from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';

// A file of our own origin, because the content security policy refuses any other worker.
GlobalWorkerOptions.workerSrc = workerAddress;

export type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** The policy refuses WebAssembly and evaluated code, so decoders in plain script are used; scripts of a PDF never run. */
export function openPdf(bytes: ArrayBuffer): { ready: Promise<PDFDocumentProxy>; close(): void } {
  const task = getDocument({ data: bytes, useWasm: false, enableXfa: false, stopAtErrors: false });
  return { ready: task.promise, close: () => void task.destroy() };
}
