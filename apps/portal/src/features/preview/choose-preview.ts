/** Kinds that every browser draws and that hold no script. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

export type Preview = 'image' | 'pdf' | 'none' | 'too-large';

/** A preview loads the whole file into the memory of a phone. */
const LARGEST_PREVIEW = 32 * 1024 * 1024;

export function choosePreview({ type, size }: { type: string; size: number }): Preview {
  const kind = IMAGES.has(type) ? 'image' : type === 'application/pdf' ? 'pdf' : 'none';
  return kind !== 'none' && size > LARGEST_PREVIEW ? 'too-large' : kind;
}
