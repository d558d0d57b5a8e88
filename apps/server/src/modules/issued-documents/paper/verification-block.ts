import type { PDFPage } from '@libpdf/core';
import { encode } from 'uqr';
import type { Text } from '../../../kernel/http/language.ts';
import { accent, ink, left, type Paper, quiet, right } from './paper.ts';

const side = 86;

export interface Verification {
  /** In the QR code; printed without its query. */
  url: string;
  /** What its reader does with the QR code or the address. */
  instruction: Text;
  /** Of a document that can be looked up. */
  checkCode?: string;
  /** The name in the certificate of the seal, and the page that checks the file. */
  sealedBy: string;
  sealUrl: string;
}

/** Explains how to verify the paper and the file. Kept together on one page. */
export function drawVerification(paper: Paper, content: Verification): void {
  paper.heading({ mn: 'Энэ баримтыг шалгах', en: 'Check this document' }, side + 12);
  const { y } = paper.reserve(side + 12);
  const [base = ''] = content.url.split('?');
  const low = y - side - 6;
  const figure = paper.element('Figure', {
    alt: `QR код: ${base} хуудсыг нээнэ. QR code: opens ${base}.`,
    box: [left, low, left + side, low + side],
  });
  paper.mark(figure, (page) => drawQr(page, content.url, low));
  const { regular, bold } = paper.fonts;
  const x = left + side + 18;
  const room = right - x;
  const code = content.checkCode?.match(/.{4}/g)?.join('-');
  const lines = [
    [content.instruction.mn, regular, 9.5, ink, undefined],
    [content.instruction.en, regular, 8.5, quiet, 'en'],
    [base, regular, 9.5, accent, undefined],
    ...(code === undefined ? [] : [[`Код / Code: ${code}`, bold, 10.5, ink, undefined] as const]),
    [`Цахим тамга / Electronic seal: ${content.sealedBy}`, regular, 8.5, ink, undefined],
    [`PDF файл шалгах / Check the PDF file: ${content.sealUrl}`, regular, 8.5, ink, undefined],
  ] as const;
  let at = y - 10;
  for (const [text, font, size, color, lang] of lines) {
    const element = paper.element('P', lang === undefined ? {} : { lang });
    at = paper.write(element, { text, font, size, color, x, room }, at) - 2.5;
  }
  paper.space(side + 12);
}

function drawQr(page: PDFPage, text: string, bottom: number): void {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const cell = side / size;
  data.forEach((line, row) => {
    // Adjacent squares are drawn as one bar: thin gaps between them confuse a camera.
    for (let start = 0; start < size; start += 1) {
      if (line[start] !== true) continue;
      let end = start;
      while (line[end + 1] === true) end += 1;
      page.drawRectangle({
        x: left + start * cell,
        y: bottom + side - (row + 1) * cell,
        width: (end - start + 1) * cell,
        height: cell,
        color: ink,
      });
      start = end;
    }
  });
}
