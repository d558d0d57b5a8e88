import type { SpaceWords } from './words.ts';

const NAMES: Record<string, string> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/gif': 'GIF',
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/heic': 'HEIC',
  'image/tiff': 'TIFF',
  'image/bmp': 'BMP',
  'image/svg+xml': 'SVG',
  'text/csv': 'CSV',
  'application/json': 'JSON',
  'application/xml': 'XML',
  'application/zip': 'ZIP',
  'application/msword': 'Word',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word',
  'application/vnd.ms-excel': 'Excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel',
  'application/vnd.ms-powerpoint': 'PowerPoint',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PowerPoint',
};

/** A short name of a content type: "PDF", "Text", "Video". */
export function sayKind(type: string, words: SpaceWords['kinds']): string {
  const known = NAMES[type];
  if (known !== undefined) return known;
  const [family = ''] = type.split('/');
  if (family === 'image') return words.image;
  if (family === 'text') return words.text;
  if (family === 'audio') return words.audio;
  if (family === 'video') return words.video;
  if (type.includes('opendocument') || type.includes('rtf')) return words.document;
  return words.other;
}

/** Kinds that every browser draws and that hold no script. */
const IMAGES = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);

export type Preview = 'image' | 'pdf' | 'none' | 'too-large';

/** A preview loads the whole file into the memory of a phone. */
const LARGEST_PREVIEW = 32 * 1024 * 1024;

export function choosePreview({ type, size }: { type: string; size: number }): Preview {
  const kind = IMAGES.has(type) ? 'image' : type === 'application/pdf' ? 'pdf' : 'none';
  return kind !== 'none' && size > LARGEST_PREVIEW ? 'too-large' : kind;
}
