import type { PDF, PDFImage } from '@libpdf/core';

/** PNG or JPEG; one that cannot be read is left out (wire-services 11, flow 1). */
export interface MarkImages {
  organisationStamp?: Uint8Array;
  personalSignature?: Uint8Array;
}

/** wire-services 11, flow 1: the default corner, in points and shares of the width of the page. */
export const MARGIN = 30;
export const STAMP_FROM_RIGHT = 170;
export const STAMP_SHARE = 0.2;
const SIGNATURE_SHARE = 0.15;
/** Of the height of the page; a mark that covers a quarter of it would be taken for a forgery. */
const TALLEST_SHARE = 0.3;
/** Shares of a mark that the person placed, in the proportions of the corner of an A4 page. */
const INSIDE = { Stamp: 0.46, Signature: 0.344 } as const;
const LEAST_ZONE = 8;
const LARGEST_BYTES = 6 * 1024 * 1024;
const LARGEST_PIXELS = 16_000_000;

interface EmbeddedImage {
  name: 'Stamp' | 'Signature';
  image: PDFImage;
}

export interface PlacedImage extends EmbeddedImage {
  x: number;
  width: number;
  height: number;
}

interface Size {
  width: number;
  height: number;
}

export function embedImages(pdf: PDF, { organisationStamp, personalSignature }: MarkImages): EmbeddedImage[] {
  const given = [
    ['Stamp', organisationStamp],
    ['Signature', personalSignature],
  ] as const;
  return given.flatMap(([name, bytes]) => {
    const image = bytes && embedImage(pdf, bytes);
    return image ? [{ name, image }] : [];
  });
}

function embedImage(pdf: PDF, bytes: Uint8Array): PDFImage | undefined {
  const head = Buffer.from(bytes.subarray(0, 24));
  const isPng = head.subarray(1, 4).toString('latin1') === 'PNG' && head.length === 24;
  // The pixels of a PNG are unpacked here, so a small file must not become a huge picture.
  const pixels = isPng ? head.readUInt32BE(16) * head.readUInt32BE(20) : 0;
  if (bytes.length > LARGEST_BYTES || pixels > LARGEST_PIXELS) return undefined;
  try {
    return pdf.embedImage(bytes);
  } catch {
    return undefined;
  }
}

/** Places in a mark that reaches from the left edge of the stamp to the right margin of the page. */
export function placeInCorner(
  images: readonly EmbeddedImage[],
  page: Size,
  markWidth: number,
): PlacedImage[] {
  return images.map((embedded) => {
    const isStamp = embedded.name === 'Stamp';
    const share = isStamp ? STAMP_SHARE : SIGNATURE_SHARE;
    const size = fit(embedded.image, share * page.width, TALLEST_SHARE * page.height);
    const right = isStamp ? markWidth - (STAMP_FROM_RIGHT - MARGIN) : markWidth;
    return { ...embedded, ...size, x: Math.max(0, right - size.width) };
  });
}

/** The stamp on the left, the signature on the right, below a text that needs `textHeight`; none if they do not fit. */
export function placeInside(images: readonly EmbeddedImage[], mark: Size, textHeight: number): PlacedImage[] {
  const zone = Math.min(mark.height / 2, mark.height - textHeight);
  if (zone < LEAST_ZONE) return [];
  return images.map((embedded) => {
    const size = fit(embedded.image, INSIDE[embedded.name] * mark.width, zone);
    return { ...embedded, ...size, x: embedded.name === 'Stamp' ? 0 : mark.width - size.width };
  });
}

function fit({ aspectRatio }: PDFImage, width: number, tallest: number): Size {
  const height = Math.min(width / aspectRatio, tallest);
  return { width: height * aspectRatio, height };
}

export const heightOf = (images: readonly PlacedImage[]): number =>
  Math.max(0, ...images.map(({ height }) => height));
