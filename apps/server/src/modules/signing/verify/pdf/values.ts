/** The objects of ISO 32000-2 7.3, with their place in the file where a check needs it. */
export class PdfName {
  readonly value: string;
  constructor(value: string) {
    this.value = value;
  }
}

export class PdfString {
  readonly bytes: Buffer;
  /** `<…>`, the only form in which a signature's bytes can be left out of a byte range. */
  readonly hex: boolean;
  /** From the opening to after the closing delimiter, in the bytes that were parsed. */
  readonly start: number;
  readonly end: number;
  constructor(bytes: Buffer, hex: boolean, start: number, end: number) {
    this.bytes = bytes;
    this.hex = hex;
    this.start = start;
    this.end = end;
  }
}

export class PdfRef {
  readonly num: number;
  readonly gen: number;
  constructor(num: number, gen: number) {
    this.num = num;
    this.gen = gen;
  }
}

export class PdfDict {
  /** 7.3.7: a null value is the same as an absent entry. */
  readonly map = new Map<string, PdfValue>();
  /** Readers differ in which of two equal keys they obey, so such a dictionary has no single meaning. */
  ambiguous = false;
  /** Keys that are escaped, or whose whole numbers are written as no reader has to expect them: `7.0`, `+7`, `007`. */
  oddKeys: string[] = [];

  get(key: string): PdfValue {
    return this.map.get(key) ?? null;
  }
}

export class PdfStream {
  readonly dict: PdfDict;
  readonly raw: Buffer;
  constructor(dict: PdfDict, raw: Buffer) {
    this.dict = dict;
    this.raw = raw;
  }
}

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfDict
  | PdfStream
  | PdfValue[];

export const nameOf = (value: PdfValue | undefined): string | undefined =>
  value instanceof PdfName ? value.value : undefined;

export const isName = (value: PdfValue | undefined, name: string): boolean => nameOf(value) === name;

export const intOf = (value: PdfValue | undefined): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

/** The dictionary of a dictionary or of a stream. */
export const dictOf = (value: PdfValue | undefined): PdfDict | undefined => {
  if (value instanceof PdfDict) return value;
  return value instanceof PdfStream ? value.dict : undefined;
};

/** Equal as written: references by number, streams by their stored bytes. */
export function sameValue(a: PdfValue, b: PdfValue): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (a instanceof PdfName) return b instanceof PdfName && a.value === b.value;
  if (a instanceof PdfString) return b instanceof PdfString && a.bytes.equals(b.bytes);
  if (a instanceof PdfRef) return b instanceof PdfRef && a.num === b.num && a.gen === b.gen;
  if (a instanceof PdfStream)
    return b instanceof PdfStream && sameDict(a.dict, b.dict) && a.raw.equals(b.raw);
  if (a instanceof PdfDict) return b instanceof PdfDict && sameDict(a, b);
  return Array.isArray(b) && a.length === b.length && a.every((item, at) => sameValue(item, b[at] ?? null));
}

function sameDict(a: PdfDict, b: PdfDict): boolean {
  return !a.ambiguous && !b.ambiguous && changedKeys(a, b).length === 0;
}

/** Keys whose value differs, was added or was removed. */
export function changedKeys(a: PdfDict, b: PdfDict): string[] {
  const keys = new Set([...a.map.keys(), ...b.map.keys()]);
  return [...keys].filter((key) => !sameValue(a.get(key), b.get(key)));
}

/** Calls back for every reference inside a value. */
export function eachRef(value: PdfValue, found: (ref: PdfRef) => void): void {
  if (value instanceof PdfRef) found(value);
  else if (Array.isArray(value)) for (const item of value) eachRef(item, found);
  else for (const item of dictOf(value)?.map.values() ?? []) eachRef(item, found);
}

/** Text string (7.9.2.2): UTF-16BE or UTF-8 with a byte order mark, otherwise close enough to Latin-1. */
export function textOf(value: PdfValue | undefined): string | undefined {
  if (!(value instanceof PdfString)) return undefined;
  const { bytes } = value;
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes.subarray(2));
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return bytes.subarray(3).toString('utf8');
  return bytes.toString('latin1');
}
