/** Every kind that Tamga stores, with its endings; the content decides the kind, never the name or the sender. */
const kinds = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
  'image/heic': ['heic', 'heif'],
  'image/avif': ['avif'],
  'text/plain': ['txt', 'csv', 'json', 'md', 'log', 'eml', 'ics', 'vcf', 'pem'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'application/msword': ['doc'],
  'application/vnd.ms-excel': ['xls'],
  'application/vnd.ms-powerpoint': ['ppt'],
  'application/zip': ['zip'],
  'application/vnd.etsi.asic-e+zip': ['asice', 'sce'],
  'application/pkcs7-signature': ['p7s', 'p7m', 'p7b'],
  'audio/mpeg': ['mp3'],
  'audio/mp4': ['m4a'],
  'audio/aac': ['aac'],
  'audio/wav': ['wav'],
  'audio/ogg': ['ogg', 'oga', 'opus'],
  'audio/flac': ['flac'],
  'audio/amr': ['amr'],
  'video/mp4': ['mp4', 'm4v'],
  'video/quicktime': ['mov'],
  'video/webm': ['webm'],
  'video/matroska': ['mkv'],
  'video/3gpp': ['3gp'],
} as const satisfies Record<string, readonly [string, ...string[]]>;

export type FileKind = keyof typeof kinds;

export const isFileKind = (type: string): type is FileKind => Object.hasOwn(kinds, type);

/** The kinds of a paper that an officer can read. */
export const paperKinds = [
  'application/pdf',
  'image/png',
  'image/jpeg',
] as const satisfies readonly FileKind[];
export type PaperKind = (typeof paperKinds)[number];

/** The kinds of a person's own files: documents, pictures, sound and film, and nothing that a computer runs. */
export const spaceKinds = Object.keys(kinds) as FileKind[];

/** Adds an ending that fits: an HTML page behind the first bytes of a PDF must not open as HTML from a disk. */
export function nameFor(name: string, type: FileKind): string {
  const endings: readonly string[] = kinds[type];
  const ending = name.toLowerCase().split('.').at(-1) ?? '';
  return endings.includes(ending) && name.includes('.') ? name : `${name}.${endings[0]}`;
}
