import { type Objects, sizeOf, stream } from './pdf-maker.ts';

/** For tests only: saves with object streams and a cross-reference stream, as most programs write them today. */

/** An object stream writes its objects one per line, so that tests can find them again. */
function packObjects(objects: [num: string, text: string][]): string {
  let data = '';
  const head = objects.map(([num, text]) => {
    const place = `${num} ${data.length}`;
    data += `${text}\n`;
    return place;
  });
  const first = `${head.join(' ')}\n`;
  return stream(`${first}${data}`, `/Type /ObjStm /N ${objects.length} /First ${first.length}`);
}

/** The newest text of an object in an object stream. */
export function packedText(bytes: Buffer, num: number): string {
  const text = bytes.toString('latin1');
  let found = '';
  for (const { 1: first, 2: data = '' } of text.matchAll(
    /\/Type \/ObjStm \/N \d+ \/First (\d+) \/Length \d+ >>\nstream\n([\s\S]*?)\nendstream/g,
  )) {
    const head = data.slice(0, Number(first)).trim().split(' ').map(Number);
    const lines = data.slice(Number(first)).split('\n');
    for (let at = 0; at < head.length; at += 2) if (head[at] === num) found = lines[at / 2] ?? found;
  }
  return found;
}

const mustBePlain = (text: string): boolean => text.includes('\nstream\n') || text.includes('/ByteRange');

/** Appends a save, or begins a file: streams and signatures stand alone, all the rest is packed. */
export function packedUpdate(bytes: Buffer, objects: Objects, trailer = '/Root 1 0 R /Info 10 0 R'): Buffer {
  const prev = /startxref\s+(\d+)\s+%%EOF\s*$/.exec(bytes.toString('latin1'))?.[1];
  const written = Object.entries(objects).flatMap(([num, text]): [string, string][] =>
    text === null ? [] : [[num, text]],
  );
  const packed = written.filter(([, text]) => !mustBePlain(text));
  const largest = Math.max(...written.map(([num]) => Number(num)));
  const container = Math.max(prev === undefined ? 0 : sizeOf(bytes), largest + 1);
  const own = container + 1;
  const plain = [
    ...written.filter(([, text]) => mustBePlain(text)),
    [String(container), packObjects(packed)],
  ];
  let body = '';
  const rows: [num: number, row: number[]][] = [[0, [0, 0, 0]]];
  for (const [num, text] of plain) {
    rows.push([Number(num), [1, bytes.length + body.length, 0]]);
    body += `${num} 0 obj\n${text}\nendobj\n`;
  }
  for (const [at, [num]] of packed.entries()) rows.push([Number(num), [2, container, at]]);
  const start = bytes.length + body.length;
  rows.push([own, [1, start, 0]]);
  const table = Buffer.concat(
    rows.map(([, [kind = 0, second = 0, third = 0]]) => {
      const row = Buffer.alloc(7);
      row[0] = kind;
      row.writeUInt32BE(second, 1);
      row.writeUInt16BE(third, 5);
      return row;
    }),
  ).toString('latin1');
  const index = rows.map(([num]) => `${num} 1`).join(' ');
  const dict = `/Type /XRef /W [1 4 2] /Index [${index}] /Size ${own + 1} ${prev === undefined ? '' : `/Prev ${prev}`} ${trailer}`;
  const end = `${own} 0 obj\n${stream(table, dict)}\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.concat([bytes, Buffer.from(body + end, 'latin1')]);
}

export const packedPdf = (objects: Objects): Buffer =>
  packedUpdate(Buffer.from('%PDF-1.7\n', 'latin1'), objects);
