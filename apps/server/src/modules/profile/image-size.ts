export interface ImageFacts {
  type: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Undefined for anything but a PNG or JPEG whose parts follow one another to the picture itself. */
export function measureImage(bytes: Buffer): ImageFacts | undefined {
  if (bytes.subarray(0, 8).equals(pngStart)) return measurePng(bytes);
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return measureJpeg(bytes);
  return undefined;
}

function measurePng(bytes: Buffer): ImageFacts | undefined {
  if (bytes.length < 33 || bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined;
  const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  let hasData = false;
  // Length, name, data and checksum of each chunk, up to the one that ends the picture.
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IDAT') hasData = true;
    if (name === 'IEND') return hasData ? { type: 'image/png', width, height } : undefined;
  }
  return undefined;
}

/** Frame headers; C4, C8 and CC in their middle are tables. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

function measureJpeg(bytes: Buffer): ImageFacts | undefined {
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] ?? 0;
    // Any number of fill bytes may stand before a marker.
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (isFrame(marker))
      return { type: 'image/jpeg', height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) };
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2) return undefined;
    at += 2 + length;
  }
  return undefined;
}
