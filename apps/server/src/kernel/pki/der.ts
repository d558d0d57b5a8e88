/** DER (X.690): a tag, the length of the content in as few octets as possible, the content. */
export function tlv(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = body.length.toString(16);
  const octets = Buffer.from(length.length % 2 === 0 ? length : `0${length}`, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | octets.length]), octets, body]);
}

export const sequence = (...content: Uint8Array[]) => tlv(0x30, ...content);
export const octetString = (bytes: Uint8Array) => tlv(0x04, bytes);
export const smallInteger = (value: number) => tlv(0x02, Buffer.from([value]));
export const utf8String = (text: string) => tlv(0x0c, Buffer.from(text, 'utf8'));
export const NULL = Buffer.from([0x05, 0x00]);

/** DER orders the elements of a SET OF by their octets. */
export const setOf = (...elements: Uint8Array[]) => tlv(0x31, ...elements.toSorted(Buffer.compare));

/** An INTEGER of the unsigned big-endian octets. */
export function unsignedInteger(octets: Uint8Array): Buffer {
  let start = 0;
  while (start < octets.length - 1 && octets[start] === 0) start += 1;
  const digits = octets.subarray(start);
  return (digits[0] ?? 0) & 0x80 ? tlv(0x02, Buffer.from([0]), digits) : tlv(0x02, digits);
}

export function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const octets = [first * 40 + second, ...rest].flatMap((part) => {
    const digits = [part % 128];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      digits.unshift((left % 128) | 0x80);
    return digits;
  });
  return tlv(0x06, Buffer.from(octets));
}

/** The same content under another tag, for IMPLICIT tagging. */
export function retagged(tag: number, element: Uint8Array): Buffer {
  const copy = Buffer.from(element);
  copy[0] = tag;
  return copy;
}

export interface Element {
  tag: number;
  /** Tag, length and content. */
  raw: Buffer;
  content: Buffer;
}

/** The elements of a content in a row; throws for a length that is indefinite or reaches beyond the end. */
export function elements(content: Uint8Array): Element[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const found: Element[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at);
    found.push(element);
    at += element.raw.length;
  }
  return found;
}

/** The first element; octets after it are ignored, such as the zeros that fill /Contents. */
export function firstElement(content: Uint8Array): Element {
  return elementAt(Buffer.from(content.buffer, content.byteOffset, content.byteLength), 0);
}

function elementAt(bytes: Buffer, at: number): Element {
  const tag = bytes[at] ?? 0;
  const short = bytes[at + 1] ?? 0x80;
  const octets = short & 0x80 ? short & 0x7f : 0;
  if (short === 0x80 || octets > 4 || at + 2 + octets > bytes.length)
    throw new Error('the DER cannot be read');
  const length = octets === 0 ? short : bytes.readUIntBE(at + 2, octets);
  const start = at + 2 + octets;
  if (start + length > bytes.length) throw new Error('the DER cannot be read');
  return { tag, raw: bytes.subarray(at, start + length), content: bytes.subarray(start, start + length) };
}
