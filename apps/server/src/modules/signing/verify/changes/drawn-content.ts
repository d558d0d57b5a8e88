import { type Budget, RefusedFile } from '../budget.ts';
import { isRegular, Parser, WHITE } from '../pdf/parser.ts';
import { nameOf, PdfDict, PdfName, PdfString, type PdfValue } from '../pdf/values.ts';

/** Resources that a content names. */
export interface Use {
  kind: 'Font' | 'XObject' | 'ExtGState' | 'ColorSpace';
  name: string;
}

/**
 * What a content stream uses, if every reader takes it in the same way and leaves it in the state in which it began:
 * known operators with their operands in their places (ISO 32000-2 table A.1 and figure 9), nothing left open, nothing
 * closed that it did not open. Undefined otherwise: some readers restore the state of the page behind a `Q` too many
 * and draw over all of it.
 */
export function readContent(content: Buffer, budget: Budget): Use[] | undefined {
  const reading = new Reading();
  const parser = new Parser(content, 0, budget);
  let operands: PdfValue[] = [];
  try {
    while (skipBlanks(parser)) {
      const start = parser.at;
      const isOperator = /[A-Za-z'"]/.test(String.fromCharCode(content[start] ?? 0));
      if (isOperator) budget.spend('values', 1);
      if (!isOperator) operands.push(parser.value());
      else if (reading.run(parser.word(), operands)) operands = [];
      else return undefined;
      if (operands.length > MOST_OPERANDS || !isWhole(content, start, parser.at)) return undefined;
    }
  } catch (error) {
    if (error instanceof RefusedFile && error.reason === 'UNREADABLE') return undefined;
    throw error;
  }
  const isRead = parser.at === content.length && parser.remarks === 0 && operands.length === 0;
  return isRead && reading.isClosed ? reading.uses : undefined;
}

/** More than any operator takes. */
const MOST_OPERANDS = 32;
/** Programs name the layers of a mark so (`% DSBlank`). */
const REMARK = /%[A-Za-z0-9 ]{0,64}(?:\r?\n|$)/y;

/** Moves to the next token; false at the end, or before something that is none. */
function skipBlanks(parser: Parser): boolean {
  for (;;) {
    const byte = parser.bytes[parser.at];
    if (byte === 0x25) {
      REMARK.lastIndex = 0;
      const remark = REMARK.exec(parser.bytes.toString('latin1', parser.at, parser.at + 68))?.[0];
      if (remark === undefined) return false;
      parser.at += remark.length;
    } else if (byte !== undefined && byte !== 0 && WHITE[byte] === 1) parser.at += 1;
    else return byte !== undefined;
  }
}

/** Neither a piece of a longer word nor a name with escapes. */
function isWhole(content: Buffer, start: number, end: number): boolean {
  if (content[start] === 0x2f) return !content.subarray(start, end).includes('#');
  return !isRegular(content[start]) || !isRegular(content[end]);
}

/** Where an operator may stand: outside, in a path, behind its `W`, in a text object. */
type Place = 'page' | 'path' | 'clip' | 'text';
type Opened = { kind: 'BT' | 'marked' } | { kind: 'q'; hasFont: boolean };

const NAME = /^[\w.,+*-]{1,127}$/;
const LARGEST = 1e7;
const isNumber = (value: PdfValue | undefined): value is number =>
  typeof value === 'number' && Math.abs(value) <= LARGEST;
const isPlainName = (value: PdfValue | undefined): boolean => NAME.test(nameOf(value) ?? '');

/** By letter: number, name, string, array of numbers, text of `TJ`, properties. */
const OPERANDS: Readonly<Record<string, (value: PdfValue) => boolean>> = {
  n: isNumber,
  N: isPlainName,
  s: (value) => value instanceof PdfString,
  a: (value) => Array.isArray(value) && value.every(isNumber),
  t: (value) => Array.isArray(value) && value.every((item) => item instanceof PdfString || isNumber(item)),
  // Names lead to layers.
  p: (value) => value instanceof PdfDict && !value.ambiguous && [...value.map.values()].every(isFlat),
};
const isFlat = (value: PdfValue): boolean =>
  isNumber(value) || value instanceof PdfName || value instanceof PdfString || typeof value === 'boolean';

const STATE: readonly Place[] = ['page', 'text'];
const PATH: readonly Place[] = ['path'];
const PAINTED: readonly Place[] = ['path', 'clip'];
const PAGE: readonly Place[] = ['page'];
const TEXT: readonly Place[] = ['text'];

/** Without inline images, patterns, shadings, glyph descriptions and `BX`, which readers end each in its own way. */
const OPERATORS: Readonly<
  Record<string, readonly [operands: string, places: readonly Place[], next?: Place]>
> = {
  ...{ w: ['n', STATE], J: ['n', STATE], j: ['n', STATE], M: ['n', STATE], d: ['an', STATE] },
  ...{ ri: ['N', STATE], i: ['n', STATE], gs: ['N', STATE] },
  ...{ q: ['', PAGE], Q: ['', PAGE], cm: ['nnnnnn', PAGE], Do: ['N', PAGE] },
  ...{ m: ['nn', ['page', 'path'], 'path'], re: ['nnnn', ['page', 'path'], 'path'] },
  ...{ l: ['nn', PATH], c: ['nnnnnn', PATH], v: ['nnnn', PATH], y: ['nnnn', PATH], h: ['', PATH] },
  ...{ W: ['', PATH, 'clip'], 'W*': ['', PATH, 'clip'], n: ['', ['page', 'path', 'clip'], 'page'] },
  ...{ S: ['', PAINTED, 'page'], s: ['', PAINTED, 'page'], F: ['', PAINTED, 'page'] },
  ...{ f: ['', PAINTED, 'page'], 'f*': ['', PAINTED, 'page'] },
  ...{ B: ['', PAINTED, 'page'], 'B*': ['', PAINTED, 'page'] },
  ...{ b: ['', PAINTED, 'page'], 'b*': ['', PAINTED, 'page'] },
  ...{ BT: ['', PAGE, 'text'], ET: ['', TEXT, 'page'] },
  ...{ Tc: ['n', STATE], Tw: ['n', STATE], Tz: ['n', STATE], TL: ['n', STATE], Ts: ['n', STATE] },
  ...{ Tf: ['Nn', STATE], Tr: ['n', STATE] },
  ...{ Td: ['nn', TEXT], TD: ['nn', TEXT], Tm: ['nnnnnn', TEXT], 'T*': ['', TEXT] },
  ...{ Tj: ['s', TEXT], TJ: ['t', TEXT], "'": ['s', TEXT], '"': ['nns', TEXT] },
  ...{ CS: ['N', STATE], cs: ['N', STATE], G: ['n', STATE], g: ['n', STATE] },
  ...{ RG: ['nnn', STATE], rg: ['nnn', STATE], K: ['nnnn', STATE], k: ['nnnn', STATE] },
  ...{ BMC: ['N', STATE], BDC: ['Np', STATE], EMC: ['', STATE], MP: ['N', STATE], DP: ['Np', STATE] },
};
/** As many numbers as the colour has parts. */
const COLOURS = new Set(['SC', 'sc', 'SCN', 'scn']);
const SHOWING = new Set(['Tj', 'TJ', "'", '"']);
const DEVICE_COLOURS = new Set(['DeviceGray', 'DeviceRGB', 'DeviceCMYK']);
/** Deeper than programs nest, shallower than readers' limits. */
const MOST_OPEN = 24;

class Reading {
  readonly uses: Use[] = [];
  #place: Place = 'page';
  #hasFont = false;
  readonly #open: Opened[] = [];

  get isClosed(): boolean {
    return this.#place === 'page' && this.#open.length === 0;
  }

  run(operator: string, operands: readonly PdfValue[]): boolean {
    if (COLOURS.has(operator))
      return STATE.includes(this.#place) && operands.length > 0 && operands.every(isNumber);
    const known = Object.hasOwn(OPERATORS, operator) ? OPERATORS[operator] : undefined;
    if (!known) return false;
    const [types, places, next] = known;
    const fits =
      places.includes(this.#place) &&
      operands.length === types.length &&
      operands.every((value, at) => OPERANDS[types[at] ?? '']?.(value));
    if (!fits || !this.#follow(operator, operands)) return false;
    this.#place = next ?? this.#place;
    return true;
  }

  #follow(operator: string, operands: readonly PdfValue[]): boolean {
    const [first] = operands;
    const name = nameOf(first) ?? '';
    if (SHOWING.has(operator)) return this.#hasFont;
    switch (operator) {
      case 'q':
        return this.#opens({ kind: 'q', hasFont: this.#hasFont });
      case 'BT':
        return this.#opens({ kind: 'BT' });
      case 'BMC':
      case 'BDC':
        return name !== 'OC' && this.#opens({ kind: 'marked' });
      case 'Q':
        return this.#closes('q');
      case 'ET':
        return this.#closes('BT');
      case 'EMC':
        return this.#closes('marked');
      case 'cm':
      case 'Tm':
        return isInvertible(operands as number[]);
      case 'Tr':
        // The others clip what follows, until a restore that readers place differently.
        return [0, 1, 2, 3].includes(first as number);
      case 'Tf':
        this.#hasFont = true;
        return this.#uses('Font', name);
      case 'Do':
        return this.#uses('XObject', name);
      case 'gs':
        return this.#uses('ExtGState', name);
      case 'CS':
      case 'cs':
        return DEVICE_COLOURS.has(name) || (name !== 'Pattern' && this.#uses('ColorSpace', name));
      default:
        return true;
    }
  }

  #uses(kind: Use['kind'], name: string): true {
    this.uses.push({ kind, name });
    return true;
  }

  #opens(opened: Opened): boolean {
    return this.#open.push(opened) <= MOST_OPEN;
  }

  /** Only what was opened last. */
  #closes(kind: Opened['kind']): boolean {
    const opened = this.#open.pop();
    if (opened?.kind === 'q') this.#hasFont = opened.hasFont;
    return opened?.kind === kind;
  }
}

const NOTHING = /^(?:\s|%[^\r\n]*(?:[\r\n]|$)|[qQn](?![^\s%]))*$/;

/** In any reader: some programs give such an appearance to a signature without a mark. */
export const drawsNothing = (content: Buffer): boolean =>
  content.length < 1000 && NOTHING.test(content.toString('latin1'));

/** Without an inverse there is no frame to clip to, and some readers then draw over the whole page. */
export function isInvertible([a = 0, b = 0, c = 0, d = 0]: readonly number[], least = 1e-9): boolean {
  return Math.abs(a * d - b * c) > least;
}
