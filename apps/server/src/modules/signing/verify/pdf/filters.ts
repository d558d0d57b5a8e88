import { inflateSync } from 'node:zlib';
import { type Budget, RefusedFile, unreadable } from '../budget.ts';
import { dictOf, intOf, nameOf, type PdfStream, type PdfValue } from './values.ts';

/**
 * The plain bytes of a structural stream: cross-references, object streams, evidence. Image filters are not
 * needed for those.
 */
export function decodeStream(
  stream: PdfStream,
  budget: Budget,
  resolve: (value: PdfValue) => PdfValue,
  /** Refuses bytes that the filters skip. */
  isExact = false,
): Buffer {
  const listed = (key: string): PdfValue[] => {
    const value = resolve(stream.dict.get(key));
    if (value === null) return [];
    return Array.isArray(value) ? value.map(resolve) : [value];
  };
  const filters = listed('Filter').map(nameOf);
  const parameters = listed('DecodeParms');
  if (filters.length > 3) throw new RefusedFile('TOO_COMPLEX', 'a chain of filters');
  let bytes = stream.raw;
  for (const [at, filter] of filters.entries()) {
    if (filter === 'FlateDecode') bytes = unpredict(inflate(bytes, budget, isExact), parameters[at] ?? null);
    else if (filter === 'ASCIIHexDecode') bytes = unhex(bytes.toString('latin1'), isExact);
    else return unreadable(`filter ${filter}`);
  }
  return bytes;
}

function unhex(digits: string, isExact: boolean): Buffer {
  if (isExact && !/^[0-9a-f\s]*>?\s{0,2}$/i.test(digits))
    return unreadable('bytes beside hexadecimal digits');
  return Buffer.from(digits.replace(/[^0-9a-f]/gi, ''), 'hex');
}

function inflate(bytes: Buffer, budget: Budget, isExact: boolean): Buffer {
  const left = budget.left('inflatedBytes');
  try {
    const { buffer: plain, engine } = inflateSync(bytes, {
      maxOutputLength: Math.max(left, 1),
      info: true,
    }) as unknown as { buffer: Buffer; engine: { bytesWritten: number } };
    budget.spend('inflatedBytes', plain.length);
    // Some programs count the line break before `endstream`.
    if (isExact && bytes.length - engine.bytesWritten > 2) return unreadable('bytes after packed ones');
    return plain;
  } catch (error) {
    if (error instanceof RefusedFile) throw error;
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new RefusedFile('TOO_COMPLEX', 'a decompression bomb');
    return unreadable('a compressed stream is damaged');
  }
}

/** 7.4.4.4: the PNG predictors, which cross-reference streams use. */
function unpredict(bytes: Buffer, parameters: PdfValue): Buffer {
  const dict = dictOf(parameters);
  const predictor = intOf(dict?.get('Predictor')) ?? 1;
  if (predictor === 1) return bytes;
  const colors = intOf(dict?.get('Colors')) ?? 1;
  const bits = intOf(dict?.get('BitsPerComponent')) ?? 8;
  const columns = intOf(dict?.get('Columns')) ?? 1;
  if (predictor < 10 || colors !== 1 || bits !== 8 || columns < 1 || columns > 1024)
    return unreadable('an unusual predictor');
  const rows = Math.floor(bytes.length / (columns + 1));
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row += 1) {
    const kind = bytes[row * (columns + 1)] ?? 0;
    for (let column = 0; column < columns; column += 1) {
      const here = row * columns + column;
      const left = column > 0 ? (out[here - 1] ?? 0) : 0;
      const up = row > 0 ? (out[here - columns] ?? 0) : 0;
      const corner = row > 0 && column > 0 ? (out[here - columns - 1] ?? 0) : 0;
      out[here] = (bytes[row * (columns + 1) + 1 + column] ?? 0) + predicted(kind, left, up, corner);
    }
  }
  return out;
}

function predicted(kind: number, left: number, up: number, corner: number): number {
  if (kind === 0) return 0;
  if (kind === 1) return left;
  if (kind === 2) return up;
  if (kind === 3) return Math.floor((left + up) / 2);
  if (kind !== 4) return unreadable('an unknown predictor');
  const estimate = left + up - corner;
  const [a, b, c] = [left, up, corner].map((side) => Math.abs(estimate - side)) as [number, number, number];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
}
