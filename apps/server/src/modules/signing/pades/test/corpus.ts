import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Objects by number; the text between `obj` and `endobj`. */
type Objects = Map<number, Buffer>;

const text = (value: string) => Buffer.from(value, 'latin1');

export function streamOf(content: Uint8Array, entries = ''): Buffer {
  return Buffer.concat([
    text(`<< /Length ${content.length} ${entries}>>\nstream\n`),
    content,
    text('\nendstream'),
  ]);
}

export interface PdfParts {
  pages?: number;
  /** Entries of the catalog, of every page and of the AcroForm. */
  catalog?: string;
  page?: string;
  /** Width and height of the pages in points. */
  size?: string;
  fields?: readonly string[];
  /** Random octets in a stream, so that nothing can compress them. */
  ballast?: number;
}

/** A document with a classic cross-reference table, written by hand. */
export function buildPdf(parts: PdfParts = {}): Uint8Array {
  return writeTable(objectsOf(parts));
}

function objectsOf({
  pages = 1,
  catalog = '',
  page = '',
  size = '595 842',
  fields,
  ballast,
}: PdfParts): Objects {
  const objects: Objects = new Map();
  const first = 10;
  const kids = Array.from({ length: pages }, (_, at) => `${first + 2 * at} 0 R`).join(' ');
  const form = fields ? '/AcroForm 4 0 R ' : '';
  objects.set(1, text(`<< /Type /Catalog /Pages 2 0 R ${form}${catalog} >>`));
  objects.set(2, text(`<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`));
  objects.set(3, text('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'));
  const fieldNumber = (at: number) => first + 2 * pages + at;
  if (fields) {
    objects.set(4, text(`<< /Fields [${fields.map((_, at) => `${fieldNumber(at)} 0 R`).join(' ')}] >>`));
    fields.forEach((field, at) => {
      objects.set(fieldNumber(at), text(`<< /Type /Annot /Subtype /Widget /P ${first} 0 R ${field} >>`));
    });
  }
  for (let at = 0; at < pages; at += 1) {
    const number = first + 2 * at;
    const annotations =
      at === 0 && fields
        ? `/Annots [${fields.map((_, index) => `${fieldNumber(index)} 0 R`).join(' ')}] `
        : '';
    objects.set(
      number,
      text(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${size}] /Contents ${number + 1} 0 R /Resources << /Font << /F 3 0 R >> >> ${annotations}${page} >>`,
      ),
    );
    objects.set(number + 1, streamOf(text(`BT /F 24 Tf 72 700 Td (Page ${at + 1}) Tj ET`)));
  }
  if (ballast !== undefined) objects.set(5, streamOf(randomBytes(ballast)));
  return objects;
}

function writeObjects(objects: Objects): { body: Buffer; offsets: Map<number, number> } {
  const offsets = new Map<number, number>();
  const parts = [text('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')];
  let at = parts[0]?.length ?? 0;
  for (const [number, content] of objects) {
    offsets.set(number, at);
    const object = Buffer.concat([text(`${number} 0 obj\n`), content, text('\nendobj\n')]);
    parts.push(object);
    at += object.length;
  }
  return { body: Buffer.concat(parts), offsets };
}

function tableOf(offsets: Map<number, number>, hidden: ReadonlySet<number> = new Set()): string {
  const size = Math.max(...offsets.keys(), ...hidden) + 1;
  const lines = Array.from({ length: size }, (_, number) => {
    const offset = hidden.has(number) ? undefined : offsets.get(number);
    if (offset !== undefined) return `${String(offset).padStart(10, '0')} 00000 n \n`;
    return number === 0 ? '0000000000 65535 f \n' : '0000000000 00000 f \n';
  });
  return `xref\n0 ${size}\n${lines.join('')}`;
}

function writeTable(objects: Objects): Uint8Array {
  const { body, offsets } = writeObjects(objects);
  const table = tableOf(offsets);
  const size = Math.max(...offsets.keys()) + 1;
  const tail = `${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.concat([body, text(tail)]);
}

/** ISO 32000-1, 7.5.8.4: the font stands in an object stream that only /XRefStm reveals. */
export function buildHybridPdf(): Uint8Array {
  const objects = objectsOf({});
  const font = objects.get(3) ?? Buffer.alloc(0);
  objects.delete(3);
  const content = Buffer.concat([text('3 0 '), font]);
  objects.set(20, streamOf(content, '/Type /ObjStm /N 1 /First 4 '));
  const { body, offsets } = writeObjects(objects);
  const entry = (type: number, second: number, third: number) => {
    const bytes = Buffer.alloc(6);
    bytes.writeUInt8(type, 0);
    bytes.writeUInt32BE(second, 1);
    bytes.writeUInt8(third, 5);
    return bytes;
  };
  const entries = Buffer.concat([entry(2, 20, 0), entry(1, offsets.get(20) ?? 0, 0)]);
  const streamAt = body.length;
  const stream = Buffer.concat([
    text('21 0 obj\n'),
    streamOf(
      deflateSync(entries),
      '/Type /XRef /Size 22 /W [1 4 1] /Index [3 1 20 1] /Filter /FlateDecode /Root 1 0 R ',
    ),
    text('\nendobj\n'),
  ]);
  const tableAt = streamAt + stream.length;
  const table = tableOf(offsets, new Set([3, 20, 21]));
  const tail = `${table}trailer\n<< /Size 22 /Root 1 0 R /XRefStm ${streamAt} >>\nstartxref\n${tableAt}\n%%EOF\n`;
  return Buffer.concat([body, stream, text(tail)]);
}

export const SCRIPT = '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>';
export const TEXT_FIELD = '/FT /Tx /T (name) /V () /DA (/F 12 Tf) /Rect [72 600 300 620]';
export const EMPTY_SIGNATURE = '/FT /Sig /T (Approval) /F 4 /Rect [72 100 322 190]';
