import type { PdfView } from '../pdf/document.ts';
import { intOf, nameOf, PdfDict, type PdfValue } from '../pdf/values.ts';

/** A font of which every reader draws the same letters: one of its own standard ones, with no program in the file. */
export interface PlainFont {
  letter(code: number): string | undefined;
  /** In thousandths of the size. */
  width(code: number): number | undefined;
}

/** Advance widths of the standard fonts (9.6.2.2) for the codes 32 to 126. */
const WIDTHS = {
  Helvetica:
    '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584',
  'Helvetica-Bold':
    '278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584',
  Times:
    '250 333 408 500 500 833 778 180 333 333 500 564 250 333 250 278 500 500 500 500 500 500 500 500 500 500 278 278 564 564 564 444 921 722 667 667 722 611 556 722 722 333 389 722 611 889 722 722 556 722 667 556 611 722 722 944 722 722 611 333 278 333 469 500 333 444 500 444 500 444 333 500 500 278 278 500 278 778 500 500 500 500 333 389 278 500 500 722 500 500 444 480 200 480 541',
  'Times-Bold':
    '250 333 555 500 500 1000 833 278 333 333 500 570 250 333 250 278 500 500 500 500 500 500 500 500 500 500 333 333 570 570 570 500 930 722 667 722 722 667 611 778 778 389 500 778 667 944 722 778 611 778 722 556 667 722 722 1000 722 722 667 333 278 333 581 500 333 500 556 444 556 444 333 500 556 278 333 556 278 833 556 500 556 556 444 389 333 556 500 722 500 500 444 394 220 394 520',
} as const;
const FIRST = 32;
const LAST = 126;

const read = (widths: string): number[] => widths.split(' ').map(Number);
const HELVETICA = read(WIDTHS.Helvetica);
const HELVETICA_BOLD = read(WIDTHS['Helvetica-Bold']);
const TIMES = read(WIDTHS.Times);
const TIMES_BOLD = read(WIDTHS['Times-Bold']);
const COURIER = HELVETICA.map(() => 600);

/** The names under which every reader has these fonts (9.6.2.2 and Annex D of older editions). */
const FONTS: readonly [RegExp, readonly number[]][] = [
  [/^Helvetica(-Oblique)?$|^Arial(MT)?(,Italic|-ItalicMT)?$/, HELVETICA],
  [/^Helvetica-Bold(Oblique)?$|^Arial(,Bold(Italic)?|-Bold(Italic)?MT)$/, HELVETICA_BOLD],
  [/^Times-Roman$|^TimesNewRoman(PSMT)?$/, TIMES],
  [/^Times-Bold$|^TimesNewRoman(,Bold|PS-BoldMT)$/, TIMES_BOLD],
  [/^Courier(-(Bold)?(Oblique)?)?$|^CourierNew(PSMT)?$/, COURIER],
];
const KEYS = new Set([
  ...['Type', 'Subtype', 'BaseFont', 'Name', 'Encoding', 'FirstChar', 'LastChar', 'Widths'],
  ...['FontDescriptor', 'ToUnicode'],
]);
const ENCODINGS = new Set(['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding', 'PDFDocEncoding']);
const SYMBOLIC = 4;
/** Of a stated width against the real one: letters that stand elsewhere can be laid over each other. */
const WIDTH_TOLERANCE = 0.05;

export function readPlainFont(view: PdfView, value: PdfValue): PlainFont | undefined {
  const font = view.dict(value);
  if (!font || font.ambiguous || [...font.map.keys()].some((key) => !KEYS.has(key))) return undefined;
  const subtype = nameOf(view.resolve(font.get('Subtype')));
  const base = nameOf(view.resolve(font.get('BaseFont'))) ?? '';
  const natural = FONTS.find(([names]) => names.test(base))?.[1];
  if (!natural || (subtype !== 'Type1' && subtype !== 'TrueType') || isEmbedded(view, font)) return undefined;
  const letter = lettersOf(view, view.resolve(font.get('Encoding')), subtype);
  const stated = statedWidths(view, font);
  if (!letter || !stated) return undefined;
  const width = (code: number): number | undefined => {
    const own = naturalWidth(natural, letter(code));
    const said = stated(code);
    if (own === undefined || said === undefined) return own;
    return Math.abs(said - own) <= WIDTH_TOLERANCE * own ? said : undefined;
  };
  return { letter, width };
}

function isEmbedded(view: PdfView, font: PdfDict): boolean {
  if (font.get('FontDescriptor') === null) return false;
  const descriptor = view.dict(font.get('FontDescriptor'));
  const isPlain =
    descriptor !== undefined &&
    !descriptor.ambiguous &&
    ['FontFile', 'FontFile2', 'FontFile3'].every((key) => descriptor.get(key) === null) &&
    ((intOf(view.resolve(descriptor.get('Flags'))) ?? SYMBOLIC) & SYMBOLIC) === 0;
  return !isPlain;
}

/** The accent of a letter takes no room. */
function naturalWidth(natural: readonly number[], letter: string | undefined): number | undefined {
  const [base = ''] = (letter ?? '').normalize('NFD');
  const code = base === '’' || base === '‘' ? 0x2c : base.charCodeAt(0);
  return code >= FIRST && code <= LAST ? natural[code - FIRST] : undefined;
}

/** Undefined when it cannot be understood; a font without widths has those of the reader. */
function statedWidths(view: PdfView, font: PdfDict): ((code: number) => number | undefined) | undefined {
  if (font.get('Widths') === null) return () => undefined;
  const first = intOf(view.resolve(font.get('FirstChar')));
  const widths = view.array(font.get('Widths')).map((item) => view.resolve(item));
  if (first === undefined || widths.length > 256 || !widths.every((width) => typeof width === 'number'))
    return undefined;
  return (code) => (widths as number[])[code - first] ?? 0;
}

const NAMES =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at';
const MORE_NAMES: Readonly<Record<string, string>> = {
  ...{ bracketleft: '[', backslash: '\\', bracketright: ']', asciicircum: '^', underscore: '_', grave: '`' },
  ...{ braceleft: '{', bar: '|', braceright: '}', asciitilde: '~', quoteright: '’', quoteleft: '‘' },
};
const LETTERS: ReadonlyMap<string, string> = new Map([
  ...NAMES.split(' ').map((name, at): [string, string] => [name, String.fromCharCode(FIRST + at)]),
  ...Object.entries(MORE_NAMES),
]);

/** 9.6.5: what each code draws; a code that is drawn under another name says what it draws. */
function lettersOf(view: PdfView, encoding: PdfValue, subtype: string): PlainFont['letter'] | undefined {
  if (!(encoding instanceof PdfDict)) {
    const named = encoding === null ? 'StandardEncoding' : nameOf(encoding);
    return named !== undefined && ENCODINGS.has(named) ? namedLetters(named) : undefined;
  }
  const based = view.resolve(encoding.get('BaseEncoding'));
  const base = lettersOf(view, based instanceof PdfDict ? false : based, subtype);
  // Readers look other glyphs up by name in their own fonts of the first kind alone.
  if (!base || encoding.ambiguous || subtype !== 'Type1') return undefined;
  const different = new Map<number, string | undefined>();
  let code = 0;
  for (const item of view.array(encoding.get('Differences'))) {
    const one = view.resolve(item);
    const glyph = nameOf(one);
    if (typeof one === 'number') code = one;
    else if (glyph === undefined) return undefined;
    else {
      different.set(code, /^[A-Za-z]$/.test(glyph) ? glyph : LETTERS.get(glyph));
      code += 1;
    }
  }
  return (at) => (different.has(at) ? different.get(at) : base(at));
}

const ansi = new TextDecoder('windows-1252');

function namedLetters(encoding: string): PlainFont['letter'] {
  return (code) => {
    if (code < FIRST || code === 127) return undefined;
    if (code > LAST) return encoding === 'WinAnsiEncoding' ? ansi.decode(Uint8Array.of(code)) : undefined;
    const isQuote = code === 0x27 || code === 0x60;
    if (isQuote && encoding === 'StandardEncoding') return code === 0x27 ? '’' : '‘';
    return isQuote && encoding === 'PDFDocEncoding' ? undefined : String.fromCharCode(code);
  };
}
