import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { layoutText, PDF, type PDFPage, rgb } from '@libpdf/core';
import { encode } from 'uqr';
import { localDay } from '../../kernel/local-day.ts';

export interface DocumentContent {
  issuer: string;
  title: { mn: string; en: string };
  statement: { mn: string; en: string };
  holder: { full_name: string; full_name_en: string; civil_id: string | null };
  reference_no: string;
  check_code: string;
  issued_at: string;
  valid_until: string | null;
  verify_url: string;
}

type PDFFont = ReturnType<PDF['embedFont']>;

const ink = rgb(0.09, 0.11, 0.15);
const quiet = rgb(0.36, 0.4, 0.46);
const accent = rgb(0.06, 0.29, 0.56);
const left = 64;
const right = 531;

const fontFile = (weight: string) =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/noto-sans/${weight}/NotoSans_${weight}.ttf`);
let files: { regular: Uint8Array; bold: Uint8Array } | undefined;

/** One page, A4, both languages. Only the letters that are used are put into the file. */
export async function renderDocument(content: DocumentContent): Promise<Uint8Array> {
  files ??= { regular: readFileSync(fontFile('400Regular')), bold: readFileSync(fontFile('700Bold')) };
  const pdf = PDF.create();
  const regular = pdf.embedFont(files.regular);
  const bold = pdf.embedFont(files.bold);
  pdf.setTitle(`${content.title.mn} ${content.reference_no}`);
  pdf.setLanguage('mn-MN');
  const page = pdf.addPage({ size: 'a4' });
  const write = (text: string, y: number, size: number, font = regular, color = ink, x = left) =>
    page.drawText(text, { x, y, size, font, color });

  write(content.issuer, 768, fit(bold, content.issuer, 12), bold, accent);
  page.drawLine({ start: { x: left, y: 756 }, end: { x: right, y: 756 }, thickness: 1.2, color: accent });
  let y = 706;
  y = drawTitle(page, content.title.mn, { y, sizes: [22, 18, 14], font: bold, color: ink }) - 24;
  y = drawTitle(page, content.title.en, { y, sizes: [13, 10.5], font: regular, color: quiet }) - 50;
  for (const [label, value] of facts(content)) {
    write(label, y, 9, regular, quiet);
    write(value, y - 17, fit(bold, value, 13), bold);
    y -= 46;
  }
  for (const [text, size, color] of [
    [content.statement.mn, 12, ink],
    [content.statement.en, 10.5, quiet],
  ] as const) {
    page.drawText(text, {
      x: left,
      y: y - 12,
      size,
      font: regular,
      color,
      maxWidth: right - left,
      lineHeight: size * 1.45,
    });
    y -= 46;
  }
  drawVerification(page, content, { regular, bold });
  return pdf.save({ subsetFonts: true });
}

function facts(content: DocumentContent): (readonly [string, string])[] {
  const day = (time: string) => localDay(new Date(time));
  const { holder } = content;
  return [
    ['Овог нэр / Name', holder.full_name],
    ...(holder.full_name_en === '' ? [] : [['Латин үсгээр / In Latin', holder.full_name_en] as const]),
    ...(holder.civil_id === null ? [] : [['Иргэний дугаар / Civil ID', holder.civil_id] as const]),
    ['Дугаар / Number', content.reference_no],
    [
      'Олгосон – хүчинтэй хугацаа / Issued – valid until',
      `${day(content.issued_at)} – ${content.valid_until === null ? '∞' : day(content.valid_until)}`,
    ],
  ];
}

function drawVerification(
  page: PDFPage,
  content: DocumentContent,
  fonts: { regular: PDFFont; bold: PDFFont },
): void {
  const { data, size } = encode(content.verify_url, { ecc: 'M', border: 2 });
  const side = 112;
  const cell = side / size;
  const bottom = 72;
  data.forEach((line, row) => {
    // Neighbours are drawn as one bar: thin gaps between single squares confuse a camera.
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
  const x = left + side + 20;
  const lines = [
    ['Энэ баримтыг шалгах', fonts.bold, 11, ink],
    ['QR кодыг уншуулж, эсвэл доорх хаягаар орж дугаар, кодыг оруулна уу.', fonts.regular, 9, ink],
    ['Scan the code, or open the address and give the number and the code.', fonts.regular, 9, quiet],
    [content.verify_url.split('?')[0] ?? '', fonts.regular, 9, accent],
    [`Код / Code: ${content.check_code.match(/.{4}/g)?.join('-') ?? ''}`, fonts.bold, 9, ink],
  ] as const;
  lines.forEach(([text, font, size, color], index) => {
    page.drawText(text, {
      x,
      y: bottom + 88 - index * 18,
      size: fit(font, text, size, right - x),
      font,
      color,
    });
  });
}

/** The largest size that needs no more than two lines; a service's whole name may need more of the smallest. */
function drawTitle(
  page: PDFPage,
  text: string,
  { y, sizes, font, color }: { y: number; sizes: readonly number[]; font: PDFFont; color: typeof ink },
): number {
  const room = right - left;
  const linesAt = (size: number) => layoutText(text, font, size, room, size).lines.length;
  const size = sizes.find((each) => linesAt(each) <= 2) ?? sizes.at(-1) ?? 10;
  const lineHeight = size * 1.25;
  page.drawText(text, { x: left, y, size, font, color, maxWidth: room, lineHeight });
  return y - (linesAt(size) - 1) * lineHeight;
}

/** The wanted size, or the largest that keeps the text on its line. */
function fit(font: PDFFont, text: string, size: number, room = right - left): number {
  const width = font.widthOfTextAtSize(text, size);
  return width <= room ? size : (size * room) / width;
}
