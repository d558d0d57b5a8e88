import { randomBytes } from 'node:crypto';
import { PDF, PdfStream } from '@libpdf/core';

export const MEBIBYTE = 1024 * 1024;

export async function buildDocument(pages: number, ballast = 0): Promise<Uint8Array> {
  const pdf = PDF.create();
  for (let at = 1; at <= pages; at += 1)
    pdf.addPage({ size: 'a4' }).drawText(`Page ${at}`, { x: 72, y: 700 });
  // Random octets stand for pictures: nothing compresses them.
  if (ballast > 0)
    pdf.getCatalog().set('Ballast', pdf.register(PdfStream.fromDict({}, randomBytes(ballast))));
  return pdf.save();
}
