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
