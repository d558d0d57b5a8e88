import { type Budget, RefusedFile } from '../budget.ts';
import { Parser } from '../pdf/parser.ts';
import { nameOf, PdfString, type PdfValue } from '../pdf/values.ts';
import type { Box } from './marks.ts';
import type { PlainFont } from './plain-font.ts';

/** What an appearance draws in: its own frame and its own fonts. */
export interface Frame {
  box: Box;
  font(name: string): PlainFont | undefined;
}

/**
 * The text that an appearance shows, if it is only that: plain dark letters from left to right and from top to bottom,
 * none over another, none outside the frame, on a light ground, with at most a border. Undefined for anything else:
 * what is drawn in another way may show something else.
 */
export function readDrawnText(content: Buffer, budget: Budget, frame: Frame): string | undefined {
  const drawing = new Drawing(frame);
  const parser = new Parser(content, 0, budget);
  let operands: PdfValue[] = [];
  try {
    for (;;) {
      parser.skipSpace();
      const byte = content[parser.at];
      if (byte === undefined) break;
      if (!isOperator(byte)) operands.push(parser.value());
      else if (drawing.run(parser.word(), operands)) operands = [];
      else return undefined;
    }
  } catch (error) {
    if (error instanceof RefusedFile && error.reason === 'UNREADABLE') return undefined;
    throw error;
  }
  return operands.length === 0 && parser.remarks === 0 ? drawing.text : undefined;
}

const isOperator = (byte: number): boolean =>
  (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || byte === 0x27 || byte === 0x22;

interface State {
  /** Where the coordinates begin. */
  x: number;
  y: number;
  clip: Box;
  /** From 0, black, to 1. */
  light: number;
  line: number;
  font: PlainFont | undefined;
  size: number;
  leading: number;
  letterSpace: number;
  wordSpace: number;
  /** Horizontal, 1 for none. */
  stretch: number;
}

const DARK = 0.5;
const LIGHT = 0.7;
/** In points. */
const [SMALLEST, LARGEST] = [4, 72];
const EDGE = 3;
const TOUCH = 0.5;
/** Parts of the size: how far letters may overlap (kerning), what reads as a blank, how tall a letter and a line are. */
const KERNING = 0.1;
const BLANK = 0.2;
const TALL = 0.7;
const LINE = 0.8;

type Point = readonly [x: number, y: number];
type Operator = (...numbers: number[]) => boolean;

class Drawing {
  text = '';
  readonly #frame: Frame;
  #state: State;
  readonly #saved: State[] = [];
  #path: Point[][] = [];
  #isClip = false;
  /** Of the text object: where its line begins and where the next letter stands; absent outside of one. */
  #at: { lineX: number; lineY: number; x: number; y: number; scale: number } | undefined;
  #last: { end: number; y: number; size: number } | undefined;
  readonly #operators: Readonly<Record<string, readonly [count: number, run: Operator]>>;

  constructor(frame: Frame) {
    this.#frame = frame;
    this.#state = {
      ...{ x: 0, y: 0, clip: frame.box, light: 0, line: 1, font: undefined },
      ...{ size: 0, leading: 0, letterSpace: 0, wordSpace: 0, stretch: 1 },
    };
    this.#operators = { ...this.#stateOperators(), ...this.#pathOperators(), ...this.#textOperators() };
  }

  run(operator: string, operands: readonly PdfValue[]): boolean {
    const [first, second] = operands;
    if (operator === 'BMC') return operands.length === 1 && nameOf(first) === 'Tx';
    if (operator === 'd') return operands.length === 2 && Array.isArray(first);
    if (operator === 'Tf') return operands.length === 2 && this.#setFont(first ?? null, second ?? null);
    if (operator === 'Tj') return operands.length === 1 && this.#show(first ?? null);
    if (operator === "'") return operands.length === 1 && this.#nextLine() && this.#show(first ?? null);
    if (operator === 'TJ')
      return operands.length === 1 && Array.isArray(first) && first.every((item) => this.#showOrMove(item));
    const known = Object.hasOwn(this.#operators, operator) ? this.#operators[operator] : undefined;
    if (!known || operands.length !== known[0]) return false;
    return (
      operands.every((one) => typeof one === 'number' && Number.isFinite(one)) &&
      known[1](...(operands as number[]))
    );
  }

  #set(change: Partial<State>): true {
    this.#state = { ...this.#state, ...change };
    return true;
  }

  #stateOperators(): Record<string, readonly [number, Operator]> {
    const outside = (run: Operator): Operator => {
      return (...numbers) => this.#at === undefined && this.#path.length === 0 && run(...numbers);
    };
    const restore = () => {
      const saved = this.#saved.pop();
      if (saved) this.#state = saved;
      return saved !== undefined;
    };
    const grey = (light = 0) => this.#set({ light });
    const colour = (r = 0, g = 0, b = 0) => grey(0.3 * r + 0.59 * g + 0.11 * b);
    const fine = () => true;
    return {
      q: [0, outside(() => this.#saved.push(this.#state) < 16)],
      Q: [0, outside(restore)],
      cm: [
        6,
        outside(
          (a, b, c, d, x = 0, y = 0) =>
            [a, b, c, d].join() === '1,0,0,1' && this.#set({ x: this.#state.x + x, y: this.#state.y + y }),
        ),
      ],
      EMC: [0, fine],
      g: [1, grey],
      rg: [3, colour],
      k: [4, (c = 0, m = 0, y = 0, k = 0) => colour((1 - c) * (1 - k), (1 - m) * (1 - k), (1 - y) * (1 - k))],
      ...{
        G: [1, fine],
        RG: [3, fine],
        K: [4, fine],
        J: [1, fine],
        j: [1, fine],
        M: [1, fine],
        i: [1, fine],
      },
      w: [1, (line = 1) => this.#set({ line })],
    };
  }

  #pathOperators(): Record<string, readonly [number, Operator]> {
    const add = (isNew: boolean, ...points: Point[]): boolean => {
      const { x, y } = this.#state;
      if (isNew) this.#path.push([]);
      this.#path.at(-1)?.push(...points.map(([px, py]): Point => [px + x, py + y]));
      return this.#at === undefined && this.#path.length > 0 && this.#path.length < 16;
    };
    const close = () => add(false, ...(this.#path.at(-1)?.slice(0, 1).map(this.#back) ?? []));
    const rectangle = (x = 0, y = 0, wide = 0, high = 0) =>
      add(true, [x, y], [x + wide, y], [x + wide, y + high], [x, y + high], [x, y]);
    const clip = () => {
      this.#isClip = true;
      return this.#path.length > 0;
    };
    const painting = (fills: boolean, strokes: boolean, closes = false): [number, Operator] => [
      0,
      () => (!closes || close()) && this.#paint(fills, strokes),
    ];
    return {
      m: [2, (x = 0, y = 0) => add(true, [x, y])],
      l: [2, (x = 0, y = 0) => add(false, [x, y])],
      h: [0, close],
      re: [4, rectangle],
      W: [0, clip],
      'W*': [0, clip],
      n: painting(false, false),
      ...{ f: painting(true, false), F: painting(true, false), 'f*': painting(true, false) },
      ...{ S: painting(false, true), s: painting(false, true, true) },
      ...{ B: painting(true, true), b: painting(true, true, true) },
    };
  }

  readonly #back = ([x, y]: Point): Point => [x - this.#state.x, y - this.#state.y];

  /** A ground below the text, a border along the edges, or a narrower frame; nothing that could be read. */
  #paint(fills: boolean, strokes: boolean): boolean {
    const [path, isClip] = [this.#path, this.#isClip];
    const { box } = this.#frame;
    this.#path = [];
    this.#isClip = false;
    if (this.#at !== undefined || (isClip && (fills || strokes))) return false;
    if (!isClip && !fills && !strokes) return true;
    const frames = path.map(frameOf);
    if (isClip) {
      const [frame, ...others] = frames;
      if (!frame || others.length > 0) return false;
      return this.#set({ clip: clipped(this.#state.clip, frame) });
    }
    const isGround = (frame: Box | undefined) =>
      frame?.every((side, at) => Math.abs(side - (box[at] ?? 0)) <= EDGE) === true;
    if (fills && (this.#state.light < LIGHT || this.#last !== undefined || !frames.every(isGround)))
      return false;
    return !strokes || (this.#state.line <= EDGE && path.every((points) => isAlongEdges(points, box)));
  }

  #textOperators(): Record<string, readonly [number, Operator]> {
    const move = (dx = 0, dy = 0): boolean => {
      if (!this.#at) return false;
      const { lineX, lineY, scale } = this.#at;
      const [x, y] = [lineX + dx * scale, lineY + dy * scale];
      this.#at = { lineX: x, lineY: y, x, y, scale };
      return true;
    };
    const begin = () => {
      const isOutside = this.#at === undefined && this.#path.length === 0;
      this.#at = { lineX: 0, lineY: 0, x: 0, y: 0, scale: 1 };
      return isOutside;
    };
    const end = () => {
      const isInside = this.#at !== undefined;
      this.#at = undefined;
      return isInside;
    };
    const place = (a = 0, b = 0, c = 0, d = 0, x = 0, y = 0) => {
      this.#at = this.#at && { lineX: x, lineY: y, x, y, scale: a };
      return this.#at !== undefined && a > 0 && a === d && b === 0 && c === 0;
    };
    return {
      BT: [0, begin],
      ET: [0, end],
      Td: [2, move],
      TD: [2, (dx = 0, dy = 0) => this.#set({ leading: -dy }) && move(dx, dy)],
      Tm: [6, place],
      'T*': [0, () => this.#nextLine()],
      TL: [1, (leading = 0) => this.#set({ leading })],
      Tc: [1, (letterSpace = 0) => this.#set({ letterSpace })],
      Tw: [1, (wordSpace = 0) => this.#set({ wordSpace })],
      Tz: [
        1,
        (percent = 0) => percent >= LINE * 100 && percent <= 125 && this.#set({ stretch: percent / 100 }),
      ],
      Tr: [1, (mode) => mode === 0],
      Ts: [1, (rise) => rise === 0],
    };
  }

  #nextLine(): boolean {
    if (!this.#at) return false;
    const { lineX, lineY, scale } = this.#at;
    const y = lineY - this.#state.leading * scale;
    this.#at = { lineX, lineY: y, x: lineX, y, scale };
    return true;
  }

  #setFont(name: PdfValue, size: PdfValue): boolean {
    const font = this.#frame.font(nameOf(name) ?? '');
    return font !== undefined && typeof size === 'number' && this.#set({ font, size });
  }

  #showOrMove(item: PdfValue): boolean {
    if (typeof item !== 'number') return this.#show(item);
    const { size, stretch } = this.#state;
    if (this.#at) this.#at.x -= (item / 1000) * size * stretch * this.#at.scale;
    return this.#at !== undefined;
  }

  #show(item: PdfValue): boolean {
    if (!(item instanceof PdfString)) return false;
    for (const code of item.bytes) if (!this.#showLetter(code)) return false;
    return true;
  }

  #showLetter(code: number): boolean {
    const { font, size, stretch, letterSpace, wordSpace, light, x: left, y: bottom, clip } = this.#state;
    const [letter, width] = [font?.letter(code), font?.width(code)];
    if (!this.#at || letter === undefined || width === undefined) return false;
    const { scale } = this.#at;
    const [x, y, real] = [this.#at.x + left, this.#at.y + bottom, size * scale];
    const end = x + (width / 1000) * real * stretch;
    this.#at.x += ((width / 1000) * size + letterSpace + (code === 32 ? wordSpace : 0)) * stretch * scale;
    if (letter.trim() === '') {
      this.text += ' ';
      return true;
    }
    if (real < SMALLEST || real > LARGEST || light > DARK) return false;
    const isInside =
      x >= clip[0] - TOUCH &&
      end <= clip[2] + TOUCH &&
      y >= clip[1] - TOUCH &&
      y + TALL * real <= clip[3] + TOUCH;
    if (!isInside || !this.#follows(x, y, real)) return false;
    this.text += letter;
    this.#last = { end, y, size: real };
    return true;
  }

  /** Letters are read in the order in which they are drawn. */
  #follows(x: number, y: number, size: number): boolean {
    if (!this.#last) return true;
    const { end, y: before, size: other } = this.#last;
    const tallest = Math.max(size, other);
    // A letter that is much smaller than the others is overlooked.
    if (Math.abs(size - other) > KERNING * tallest) return false;
    if (Math.abs(before - y) < KERNING * tallest) {
      if (x - end > BLANK * tallest) this.text += ' ';
      return x - end >= -KERNING * tallest;
    }
    this.text += ' ';
    return before - y >= LINE * tallest;
  }
}

/** Of a path that is a rectangle along the axes. */
function frameOf(points: readonly Point[]): Box | undefined {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const box: Box = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
  const isCorner = ([x, y]: Point) => (x === box[0] || x === box[2]) && (y === box[1] || y === box[3]);
  const isStraight = points.every((point, at) => {
    const next = points[(at + 1) % points.length] ?? point;
    return point[0] === next[0] || point[1] === next[1];
  });
  const corners = new Set(points.map(([x, y]) => `${x} ${y}`));
  return corners.size === 4 && points.length <= 5 && isStraight && points.every(isCorner) ? box : undefined;
}

/** Each line runs along one edge, over most of it. */
function isAlongEdges(points: readonly Point[], [left, bottom, right, top]: Box): boolean {
  const isNear = (a: number, b: number, side: number) =>
    Math.abs(a - side) <= EDGE && Math.abs(b - side) <= EDGE;
  return points.slice(1).every(([x, y], at) => {
    const [fromX, fromY] = points[at] ?? [x, y];
    const isUpright = isNear(x, fromX, left) || isNear(x, fromX, right);
    const isLevel = isNear(y, fromY, bottom) || isNear(y, fromY, top);
    return (
      (isUpright && Math.abs(y - fromY) >= LINE * (top - bottom)) ||
      (isLevel && Math.abs(x - fromX) >= LINE * (right - left)) ||
      (x === fromX && y === fromY)
    );
  });
}

const clipped = (a: Box, b: Box): Box => [
  Math.max(a[0], b[0]),
  Math.max(a[1], b[1]),
  Math.min(a[2], b[2]),
  Math.min(a[3], b[3]),
];
