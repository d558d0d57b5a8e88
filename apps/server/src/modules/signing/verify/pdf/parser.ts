import { type Budget, limits, RefusedFile, unreadable } from '../budget.ts';
import { PdfDict, PdfName, PdfRef, PdfString, type PdfValue } from './values.ts';

export const WHITE = new Uint8Array(256);
for (const byte of [0, 9, 10, 12, 13, 32]) WHITE[byte] = 1;
const DELIMITER = new Uint8Array(256);
for (const byte of Buffer.from('()<>[]{}/%')) DELIMITER[byte] = 1;

export const isRegular = (byte: number | undefined): boolean =>
  byte !== undefined && WHITE[byte] === 0 && DELIMITER[byte] === 0;

const ESCAPES: Readonly<Record<string, number>> = { n: 10, r: 13, t: 9, b: 8, f: 12 };

/** Reads the syntax of ISO 32000-2 7.2 and 7.3 from one place; strict, because a lenient reader can be misled. */
export class Parser {
  readonly bytes: Buffer;
  at: number;
  /** Remarks and zeros that were skipped: not every reader takes them for blanks, and nobody needs them. */
  remarks = 0;
  /** Whole numbers in an unusual form. */
  #oddNumbers = 0;
  readonly #budget: Budget;

  constructor(bytes: Buffer, at: number, budget: Budget) {
    this.bytes = bytes;
    this.at = at;
    this.#budget = budget;
  }

  skipSpace(): void {
    for (;;) {
      const byte = this.bytes[this.at];
      if (byte === undefined) return;
      if (byte === 0) this.remarks += 1;
      if (WHITE[byte] === 1) this.at += 1;
      else if (byte === 0x25) this.#skipComment();
      else return;
    }
  }

  #skipComment(): void {
    this.remarks += 1;
    while (this.at < this.bytes.length && this.bytes[this.at] !== 10 && this.bytes[this.at] !== 13)
      this.at += 1;
  }

  /** Takes a keyword or number; empty at a delimiter. */
  word(): string {
    this.skipSpace();
    const start = this.at;
    while (isRegular(this.bytes[this.at]) && this.at - start < 64) this.at += 1;
    return this.bytes.toString('latin1', start, this.at);
  }

  /** Takes the keyword if it is next. */
  takes(keyword: string): boolean {
    this.skipSpace();
    const end = this.at + keyword.length;
    if (this.bytes.toString('latin1', this.at, end) !== keyword || isRegular(this.bytes[end])) return false;
    this.at = end;
    return true;
  }

  /** The first of two keywords that some programs write without a space between them. */
  takesJoined(keyword: string, next: string): boolean {
    const end = this.at + keyword.length;
    const isJoined = this.bytes.toString('latin1', this.at, end + next.length) === keyword + next;
    if (isJoined) this.at = end;
    return isJoined;
  }

  /** An unsigned integer, which is all that cross-references and object headers use. */
  integer(): number {
    const word = this.word();
    if (!/^\d{1,15}$/.test(word)) return unreadable(`expected a number, not "${word}"`);
    return Number(word);
  }

  value(depth = 0): PdfValue {
    if (depth > limits.nesting) throw new RefusedFile('TOO_COMPLEX', 'nested too deeply');
    this.#budget.spend('values', 1);
    this.skipSpace();
    const byte = this.bytes[this.at];
    if (byte === 0x2f) return new PdfName(this.#name());
    if (byte === 0x28) return this.#literalString();
    if (byte === 0x5b) return this.#array(depth);
    if (byte === 0x3c) return this.bytes[this.at + 1] === 0x3c ? this.dict(depth) : this.#hexString();
    return this.#atom();
  }

  #atom(): PdfValue {
    const word = this.word();
    if (word === 'true') return true;
    if (word === 'false') return false;
    if (word === 'null') return null;
    if (!/^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(word)) return unreadable(`unknown word "${word.slice(0, 20)}"`);
    if (Number.isInteger(Number(word)) && !/^-?(?:0|[1-9]\d*)$/.test(word)) this.#oddNumbers += 1;
    if (!/^\d{1,10}$/.test(word)) return Number(word);
    const before = this.at;
    const reference = this.#reference(Number(word));
    if (reference === undefined) this.at = before;
    return reference ?? Number(word);
  }

  /** `12 0 R`, after the first number. */
  #reference(num: number): PdfRef | undefined {
    this.skipSpace();
    const first = this.bytes[this.at];
    if (first === undefined || first < 0x30 || first > 0x39) return undefined;
    const gen = this.word();
    return /^\d{1,5}$/.test(gen) && this.takes('R') ? new PdfRef(num, Number(gen)) : undefined;
  }

  #name(): string {
    const start = this.at + 1;
    this.at = start;
    while (isRegular(this.bytes[this.at])) this.at += 1;
    const written = this.bytes.toString('latin1', start, this.at);
    return written.replace(/#([0-9a-fA-F]{2})/g, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  }

  #array(depth: number): PdfValue[] {
    this.at += 1;
    const items: PdfValue[] = [];
    for (;;) {
      this.skipSpace();
      if (this.at >= this.bytes.length) unreadable('an array does not end');
      if (this.bytes[this.at] === 0x5d) break;
      items.push(this.value(depth + 1));
    }
    this.at += 1;
    return items;
  }

  dict(depth = 0): PdfDict {
    this.skipSpace();
    if (this.bytes.toString('latin1', this.at, this.at + 2) !== '<<')
      return unreadable('expected a dictionary');
    this.at += 2;
    const dict = new PdfDict();
    for (;;) {
      this.skipSpace();
      if (this.bytes[this.at] === 0x3e && this.bytes[this.at + 1] === 0x3e) break;
      if (this.bytes[this.at] !== 0x2f) unreadable('a dictionary key is not a name');
      const [start, odd] = [this.at, this.#oddNumbers];
      const key = this.#name();
      const isEscaped = this.at - start - 1 !== key.length;
      const value = this.value(depth + 1);
      if (isEscaped || this.#oddNumbers > odd) dict.oddKeys.push(key);
      if (dict.map.has(key)) dict.ambiguous = true;
      dict.map.set(key, value);
    }
    this.at += 2;
    return dict;
  }

  #hexString(): PdfString {
    const start = this.at;
    const end = this.bytes.indexOf(0x3e, start);
    if (end < 0) return unreadable('a hexadecimal string does not end');
    let digits = this.bytes.toString('latin1', start + 1, end);
    if (/[^0-9a-fA-F]/.test(digits)) {
      digits = digits.replace(/[\0\t\n\f\r ]/g, '');
      if (/[^0-9a-fA-F]/.test(digits)) return unreadable('a hexadecimal string holds another character');
    }
    this.at = end + 1;
    return new PdfString(Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex'), true, start, this.at);
  }

  #literalString(): PdfString {
    const start = this.at;
    const out: number[] = [];
    this.at += 1;
    for (let open = 1; ; ) {
      const byte = this.bytes[this.at];
      if (byte === undefined) return unreadable('a string does not end');
      this.at += 1;
      if (byte === 0x5c) {
        this.#escape(out);
        continue;
      }
      if (byte === 0x28) open += 1;
      if (byte === 0x29) open -= 1;
      if (open === 0) break;
      out.push(byte);
    }
    return new PdfString(Buffer.from(out), false, start, this.at);
  }

  #escape(out: number[]): void {
    const octal = /^[0-7]{1,3}/.exec(this.bytes.toString('latin1', this.at, this.at + 3))?.[0];
    if (octal !== undefined) {
      this.at += octal.length;
      out.push(Number.parseInt(octal, 8) & 0xff);
      return;
    }
    const byte = this.bytes[this.at];
    this.at += 1;
    if (byte === 13 && this.bytes[this.at] === 10) this.at += 1;
    if (byte === undefined || byte === 10 || byte === 13) return;
    out.push(ESCAPES[String.fromCharCode(byte)] ?? byte);
  }
}
