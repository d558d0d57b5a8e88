import { intOf, PdfDict, PdfName, PdfRef, PdfStream, PdfString, type PdfValue } from '../pdf/values.ts';
import type { Explanation } from './explanation.ts';

/** Reads one role of an update; `open` follows references and claims what they lead to. */
export class Shape {
  readonly explanation: Explanation;
  readonly role: string;

  constructor(explanation: Explanation, role: string) {
    this.explanation = explanation;
    this.role = role;
  }

  open(value: PdfValue): PdfValue | undefined {
    return this.explanation.open(value, this.role);
  }

  array(value: PdfValue): PdfValue[] | undefined {
    const found = this.open(value);
    return Array.isArray(found) ? found : undefined;
  }

  dict(value: PdfValue): PdfDict | undefined {
    const found = this.open(value);
    return found instanceof PdfDict ? found : undefined;
  }

  /** Numbers behind references count as well as written ones: readers draw both. */
  numbers(value: PdfValue, count: number): number[] | undefined {
    const found = this.array(value)?.map((item) => this.open(item));
    return found?.length === count && found.every((item) => typeof item === 'number' && Number.isFinite(item))
      ? (found as number[])
      : undefined;
  }

  /** Every key is known and its value has the expected type. */
  fits(dict: PdfDict, keys: Readonly<Record<string, Check>>): boolean {
    if (dict.ambiguous) return false;
    for (const [key, value] of dict.map)
      if (!Object.hasOwn(keys, key) || !keys[key]?.(this, value)) return false;
    return true;
  }
}

export type Check = (shape: Shape, value: PdfValue) => boolean;

export const text: Check = (shape, value) => shape.open(value) instanceof PdfString;
export const integer: Check = (shape, value) => intOf(shape.open(value)) !== undefined;
export const rectangle: Check = (shape, value) => shape.numbers(value, 4) !== undefined;
export const reference: Check = (_, value) => value instanceof PdfRef;
export const name =
  (...allowed: string[]): Check =>
  (shape, value) => {
    const found = shape.open(value);
    return found instanceof PdfName && (allowed.length === 0 || allowed.includes(found.value));
  };
export const arrayOf =
  (item: Check): Check =>
  (shape, value) =>
    shape.array(value)?.every((one) => item(shape, one)) ?? false;
export const dictOfShape =
  (keys: Readonly<Record<string, Check>>): Check =>
  (shape, value) => {
    const dict = shape.dict(value);
    return dict !== undefined && shape.fits(dict, keys);
  };

/** Names, numbers and texts without a reference: they lead nowhere. */
export const plainData: Check = (shape, value) => {
  if (value instanceof PdfRef || value instanceof PdfStream) return false;
  if (Array.isArray(value)) return value.every((item) => plainData(shape, item));
  if (value instanceof PdfDict)
    return !value.ambiguous && [...value.map.values()].every((item) => plainData(shape, item));
  return true;
};

/** A stream that only states how its bytes are packed. */
export const STREAM_KEYS: Readonly<Record<string, Check>> = {
  Length: integer,
  Filter: (shape, value) => {
    const filter = name('FlateDecode', 'ASCIIHexDecode');
    return filter(shape, value) || arrayOf(filter)(shape, value);
  },
  DecodeParms: plainData,
};
