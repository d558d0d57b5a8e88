import { layoutText, type PDF, type PDFPage, PdfString, rgb } from '@libpdf/core';
import type { Text } from '../../../kernel/http/language.ts';
import { type Element, type ElementOptions, type Role, tagPdf } from './tagged-pdf.ts';

export type Font = ReturnType<PDF['embedFont']>;
export interface Fonts {
  regular: Font;
  bold: Font;
}
type Color = ReturnType<typeof rgb>;

export const ink = rgb(0.09, 0.11, 0.15);
/** Dark enough on white for small print: a contrast of 5.7 to 1. */
export const quiet = rgb(0.36, 0.4, 0.46);
export const accent = rgb(0.06, 0.29, 0.56);
const rule = rgb(0.82, 0.85, 0.89);

export const left = 64;
export const right = 531;
const top = 796;
const bottom = 54;
const labelWidth = 156;

interface Line {
  text: string;
  font: Font;
  size: number;
  color: Color;
  x?: number;
  room?: number;
}

/** Lays out text from the top of the page down, and tags it for screen readers. */
export interface Paper {
  readonly fonts: Fonts;
  authority(name: Text): void;
  title(title: Text): void;
  /** Keeps the heading on the same page as the beginning of its content. */
  heading(title: Text, follows?: number): void;
  sentence(text: Text): void;
  table(rows: readonly { label: Text; value: Text }[]): void;
  space(points: number): void;
  /** Starts a new page unless this much space is left; returns the page and the y of the block. */
  reserve(points: number): { page: PDFPage; y: number };
  element(role: Role, options?: ElementOptions, parent?: Element): Element;
  mark(element: Element, draw: (page: PDFPage) => void): void;
  /** Draws lines into an element; returns the y below them. */
  write(element: Element, line: Line, y: number): number;
  finish(title: string, footer: string): void;
}

export function createPaper(pdf: PDF, fonts: Fonts): Paper {
  const tags = tagPdf(pdf, 'mn-MN');
  let page = pdf.addPage({ size: 'a4' });
  const pages = [page];
  let y = top;
  const { regular, bold } = fonts;

  const reserve = (points: number) => {
    if (y - points < bottom) {
      page = pdf.addPage({ size: 'a4' });
      pages.push(page);
      y = top;
    }
    return { page, y };
  };
  const heightOf = (line: Line) => measure(line).lines.length * leading(measure(line).size);
  const element = (role: Role, options: ElementOptions = {}, parent = tags.root) =>
    tags.add(role, parent, options);
  const mark = (target: Element, draw: (on: PDFPage) => void) => tags.mark(page, target, () => draw(page));
  const write = (target: Element, line: Line, from: number): number => {
    const { lines, size, text } = measure(line);
    if (text !== line.text) target.dict.set('ActualText', PdfString.fromString(line.text));
    mark(target, (on) => {
      lines.forEach((each, index) => {
        on.drawText(each, {
          x: line.x ?? left,
          y: from - size - index * leading(size),
          size,
          font: line.font,
          color: line.color,
        });
      });
    });
    return from - lines.length * leading(size);
  };
  const ruleAt = (at: number, color: Color, thickness: number) =>
    tags.artifact(page, () =>
      page.drawLine({ start: { x: left, y: at }, end: { x: right, y: at }, thickness, color }),
    );
  /** Both languages, one below the other, the second only if it differs. */
  const both = (text: Text, style: { mn: Omit<Line, 'text'>; en: Omit<Line, 'text'> }): [Line, Line?] =>
    text.mn === text.en
      ? [{ ...style.mn, text: text.mn }]
      : [
          { ...style.mn, text: text.mn },
          { ...style.en, text: text.en },
        ];
  const writeBoth = (role: Role, lines: readonly (Line | undefined)[], gap = 0) => {
    reserve(lines.reduce((sum, line) => sum + (line === undefined ? 0 : heightOf(line) + gap), 0));
    lines.forEach((line, index) => {
      if (line === undefined) return;
      // A heading is one element; its translation is a paragraph in the other language.
      const target = element(index === 0 ? role : 'P', index === 0 ? {} : { lang: 'en' });
      y = write(target, line, y) - gap;
    });
  };

  /** The x of the translation if both languages fit on one line: a certificate should fit on one sheet. */
  const besideOf = (first: Line, second: Line): number | undefined => {
    const widths = [first, second].map((each) => each.font.widthOfTextAtSize(each.text, each.size));
    const start = (widths[0] ?? 0) + 7;
    return start + (widths[1] ?? 0) <= (first.room ?? 0) ? (first.x ?? left) + start : undefined;
  };
  const tallOf = ([first, second]: readonly [Line, Line?]) =>
    heightOf(first) + (second === undefined || besideOf(first, second) !== undefined ? 0 : heightOf(second));

  const row = (table: Element, { label, value }: { label: Text; value: Text }) => {
    const cell = { x: left + labelWidth, room: right - left - labelWidth };
    const labels = both(label, {
      mn: { font: regular, size: 9, color: ink, room: labelWidth - 12 },
      en: { font: regular, size: 8, color: quiet, room: labelWidth - 12 },
    });
    const values = both(value, {
      mn: { font: bold, size: 10.5, color: ink, ...cell },
      en: { font: regular, size: 8.5, color: quiet, ...cell },
    });
    const height = Math.max(tallOf(labels), tallOf(values)) + 6;
    reserve(height);
    const line = element('TR', {}, table);
    const fill = (role: 'TH' | 'TD', [first, second]: readonly [Line, Line?]) => {
      const holder = element(role, {}, line);
      const below = write(element('P', {}, holder), first, y - 3);
      if (second === undefined) return;
      const x = besideOf(first, second);
      const translated = element('P', { lang: 'en' }, holder);
      if (x === undefined) write(translated, second, below);
      // Both texts share one baseline, although the translation is smaller.
      else write(translated, { ...second, x }, y - 3 - first.size + second.size);
    };
    fill('TH', labels);
    fill('TD', values);
    y -= height;
    ruleAt(y, rule, 0.5);
  };

  return {
    fonts,
    reserve,
    element,
    mark,
    write,
    space: (points) => {
      y -= points;
    },
    authority: (name) => {
      writeBoth(
        'P',
        both(name, {
          mn: { font: bold, size: 12, color: accent },
          en: { font: regular, size: 9.5, color: quiet },
        }),
      );
      ruleAt(y - 4, accent, 1.2);
      y -= 20;
    },
    title: (title) => {
      const sized = (font: Font, text: string, sizes: readonly number[], color: Color): Line => ({
        text,
        font,
        color,
        size:
          sizes.find((size) => measure({ text, font, size, color }).lines.length <= 2) ?? sizes.at(-1) ?? 10,
      });
      writeBoth(
        'H1',
        [
          sized(bold, title.mn, [21, 17, 13], ink),
          title.mn === title.en ? undefined : sized(regular, title.en, [12.5, 10.5], quiet),
        ],
        1,
      );
      y -= 8;
    },
    heading: (title, follows = 50) => {
      y -= 11;
      reserve(20 + follows);
      const heading = element('H2');
      const name = element('Span', {}, heading);
      const after = write(name, { text: title.mn, font: bold, size: 11, color: accent }, y);
      const x = left + bold.widthOfTextAtSize(title.mn, 11) + 8;
      write(
        element('Span', { lang: 'en' }, heading),
        { text: title.en, font: regular, size: 9.5, color: quiet, x },
        y - 1.4,
      );
      y = after - 2;
    },
    sentence: (text) =>
      writeBoth(
        'P',
        both(text, {
          mn: { font: regular, size: 10.5, color: ink },
          en: { font: regular, size: 9, color: quiet },
        }),
        2,
      ),
    table: (rows) => {
      const table = element('Table');
      for (const each of rows) row(table, each);
    },
    finish: (title, footer) => {
      pages.forEach((each, index) => {
        const text = pages.length === 1 ? footer : `${footer} · ${index + 1} / ${pages.length}`;
        tags.artifact(each, () =>
          each.drawText(text, { x: left, y: 40, size: 8, font: regular, color: quiet }),
        );
      });
      tags.finish(title);
    },
  };
}

const leading = (size: number) => size * 1.3;

/** Replaces glyphs that the font lacks: a screen reader would skip an empty glyph. */
function measure(line: Line): { lines: string[]; size: number; text: string } {
  const { font, room = right - left } = line;
  const text = [...line.text.normalize('NFC')]
    .map((sign) => (font.canEncode(sign) ? sign : '\u{fffd}'))
    .join('');
  const laid = layoutText(text, font, line.size, room, leading(line.size));
  const widest = Math.max(...laid.lines.map(({ width }) => width));
  // Only a single word can be wider than its line; it is set smaller instead of cut off.
  if (widest <= room || widest === 0)
    return { lines: laid.lines.map(({ text: each }) => each), size: line.size, text };
  const size = (line.size * room) / widest;
  return {
    lines: layoutText(text, font, size, room + 0.5, leading(size)).lines.map((each) => each.text),
    size,
    text,
  };
}
