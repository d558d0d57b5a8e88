/** A phone's photo has up to 20 MB; a page of text stays readable at this size, and arrives in seconds. */
export const LARGE_PHOTO_BYTES = 1.5 * 1024 * 1024;
const LONGEST_SIDE = 2400;
const JPEG_QUALITY = 0.85;

export interface Size {
  width: number;
  height: number;
}

/** The size with the same proportions whose longer side is within the bound. */
export function fitSize({ width, height }: Size, longest = LONGEST_SIDE): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

/**
 * A large photo as a smaller JPEG, upright: the orientation of the camera is drawn into the picture, because the copy
 * has no metadata (and no place of the photo). Any other file, and a photo that the browser cannot read, stays as it is.
 */
export async function shrinkPhoto(file: File, accepts: readonly string[]): Promise<File> {
  const isLarge = file.type.startsWith('image/') && file.size > LARGE_PHOTO_BYTES;
  if (!isLarge || !accepts.includes('image/jpeg')) return file;
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
    const { width, height } = fitSize(picture);
    const canvas = document.createElement('canvas');
    canvas.width = width;
    canvas.height = height;
    const pen = canvas.getContext('2d');
    if (pen === null) return file;
    // A transparent PNG would become black.
    pen.fillStyle = '#fff';
    pen.fillRect(0, 0, width, height);
    pen.drawImage(picture, 0, 0, width, height);
    picture.close();
    const made = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', JPEG_QUALITY));
    if (made === null || made.size >= file.size) return file;
    return new File([made], file.name.replace(/(\.\w+)?$/, '.jpg'), { type: 'image/jpeg' });
  } catch {
    return file;
  }
}
