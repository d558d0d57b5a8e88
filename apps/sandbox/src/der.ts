/** DER (X.690): a tag, the length of the content in as few octets as possible, the content. */
export function tlv(tag: number, ...content: Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body]);
  const length = body.length.toString(16);
  const octets = Buffer.from(length.length % 2 === 0 ? length : `0${length}`, 'hex');
  return Buffer.concat([Buffer.from([tag, 0x80 | octets.length]), octets, body]);
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

/** DER orders the elements of a SET OF by their octets. */
export function setOf(...elements: Uint8Array[]): Buffer {
  return tlv(0x31, ...elements.toSorted(Buffer.compare));
}
