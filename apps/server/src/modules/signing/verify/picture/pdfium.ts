import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init, type Methods, type PdfiumRuntimeMethods } from '@embedpdf/pdfium';

/** The functions of PDFium and its memory; the types of the package need those of a browser. */
export type Pdfium = Methods & { pdfium: PdfiumRuntimeMethods & { HEAPU8: Uint8Array<ArrayBuffer> } };

type Imports = Record<string, Record<string, unknown>>;
interface Machine {
  compile(code: Uint8Array): Promise<object>;
  Instance: new (code: object, imports: Imports) => { exports: object };
}
const { WebAssembly: machine } = globalThis as unknown as { WebAssembly: Machine };

/** PDFium takes memory as it draws; a hostile page must not take that of the server. */
const MOST_MEMORY = 256 * 1024 * 1024;
/** An instance that grew beyond this is not worth clearing. */
const KEPT_MEMORY = 96 * 1024 * 1024;

interface Instance {
  pdfium: Pdfium;
  /** The memory after the start, before any document. */
  fresh: Uint8Array;
}

let compiled: Promise<object> | undefined;
let idle: Instance | undefined;

/**
 * Runs with a PDFium that no earlier document has touched: its memory is set back to the state after the start, so that
 * a document cannot prepare the picture of the next one. After a crash the instance is thrown away.
 */
export async function withPdfium<T>(run: (pdfium: Pdfium) => T): Promise<T> {
  const instance = idle ?? (await start());
  idle = undefined;
  const result = run(instance.pdfium);
  const heap = instance.pdfium.pdfium.HEAPU8;
  if (heap.length <= KEPT_MEMORY) {
    heap.set(instance.fresh);
    heap.fill(0, instance.fresh.length);
    idle = instance;
  }
  return result;
}

async function start(): Promise<Instance> {
  compiled ??= readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'))).then((code) =>
    machine.compile(code),
  );
  const code = await compiled;
  const silent = () => undefined;
  const pdfium = (await init({
    // Messages could hold text of the document.
    print: silent,
    printErr: silent,
    instantiateWasm: (imports: Imports, done: (made: object) => void) => {
      const made = new machine.Instance(code, withMemoryLimit(imports));
      done(made);
      return made.exports;
    },
  } as Parameters<typeof init>[0])) as unknown as Pdfium;
  pdfium.FPDF_InitLibrary();
  return { pdfium, fresh: pdfium.pdfium.HEAPU8.slice() };
}

/** A request for more memory than the limit fails, as it does on a machine without it. */
function withMemoryLimit(imports: Imports): Imports {
  const grow = imports.env?.emscripten_resize_heap;
  if (typeof grow !== 'function') throw new Error('PDFium grows its memory in another way');
  const limited = (bytes: number) => (bytes >>> 0 > MOST_MEMORY ? 0 : grow(bytes));
  return { ...imports, env: { ...imports.env, emscripten_resize_heap: limited } };
}
