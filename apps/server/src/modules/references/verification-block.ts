import type { PDFPage } from '@libpdf/core';
import { encode } from 'uqr';
import { accent, ink, left, type Paper, quiet, right } from './paper.ts';

const side = 86;

export interface Verification {
  verify_url: string;
  check_code: string;
  platform: string;
}

/** Explains how to verify the paper. Kept together on one page. */
export function drawVerification(paper: Paper, content: Verification): void {
  paper.heading({ mn: 'Энэ баримтыг шалгах', en: 'Check this document' }, side + 12);
  const { y } = paper.reserve(side + 12);
  const [base = ''] = content.verify_url.split('?');
  const low = y - side - 6;
  const figure = paper.element('Figure', {
    alt: `QR код: ${base} хуудсыг баримтын дугаар, шалгах кодтой нь нээнэ. QR code: opens ${base} with the number and check code of this document.`,
    box: [left, low, left + side, low + side],
  });
  paper.mark(figure, (page) => drawQr(page, content.verify_url, low));
  const { regular, bold } = paper.fonts;
  const x = left + side + 18;
  const room = right - x;
  const code = content.check_code.match(/.{4}/g)?.join('-') ?? '';
  const lines = [
    ['QR кодыг уншуулах, эсвэл доорх хаягаар орж дугаар, кодыг бичнэ үү.', regular, 9.5, ink, undefined],
    ['Scan the code, or open the address and give the number and the code.', regular, 8.5, quiet, 'en'],
    [base, regular, 9.5, accent, undefined],
    [`Код / Code: ${code}`, bold, 10.5, ink, undefined],
    [content.platform, regular, 8.5, quiet, undefined],
  ] as const;
  let at = y - 10;
  for (const [text, font, size, color, lang] of lines) {
    const element = paper.element('P', lang === undefined ? {} : { lang });
    at = paper.write(element, { text, font, size, color, x, room }, at) - 4;
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
