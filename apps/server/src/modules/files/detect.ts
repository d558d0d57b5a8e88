import { type FileKind, isFileKind } from './kinds.ts';
import { followOffice, followText, type Look, refuseHiddenArchive, takeRest } from './look.ts';

/** As many first bytes as `detectKind` looks at: several entries of an archive. */
export const sampleBytes = 65_536;

/** Undefined for every kind that is not known to be harmless. */
export async function detectKind(sample: Buffer): Promise<Look | undefined> {
  const plain = starts.find(([bytes]) => beginsWith(sample, bytes))?.[1];
  const kind = plain ?? (await kindOf(sample));
  if (kind === undefined) return isCodeText(sample) ? undefined : followText();
  if (kind === 'application/x-cfb') return followOffice(sample);
  if (!isFileKind(kind)) return undefined;
  if (archives.has(kind)) return takeRest(kind);
  // A picture that is a page at the same time would run wherever it is served without our headers.
  return hasMarkup(sample.subarray(0, 1024)) ? undefined : refuseHiddenArchive(kind);
}

const starts: readonly [Buffer, FileKind][] = [
  [Buffer.from('%PDF-'), 'application/pdf'],
  [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'image/png'],
  [Buffer.from([0xff, 0xd8, 0xff]), 'image/jpeg'],
];

const archives: ReadonlySet<FileKind> = new Set<FileKind>([
  'application/zip',
  'application/vnd.etsi.asic-e+zip',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  'application/vnd.oasis.opendocument.text',
  'application/vnd.oasis.opendocument.spreadsheet',
  'application/vnd.oasis.opendocument.presentation',
]);

async function kindOf(sample: Buffer): Promise<string | undefined> {
  if (isSignature(sample)) return 'application/pkcs7-signature';
  const declared = archiveType(sample);
  if (declared !== undefined) return declared;
  // Loaded with the first file that needs it: most servers never see one.
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(sample);
  // Two letters are no proof: a text may begin with "BM".
  if (found === undefined || (found.mime === 'image/bmp' && !isBitmap(sample))) return undefined;
  const [name = ''] = found.mime.split(';');
  return sameKinds[name] ?? name;
}

/** Other names of file-type for the same content. */
const sameKinds: Record<string, FileKind> = {
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'audio/opus': 'audio/ogg',
  'audio/vnd.wave': 'audio/wav',
  'video/x-m4v': 'video/mp4',
  'video/x-matroska': 'video/matroska',
};

const beginsWith = (sample: Buffer, bytes: Buffer): boolean => sample.subarray(0, bytes.length).equals(bytes);

/** A CMS ContentInfo (RFC 5652) of signed data: a sequence that begins with the identifier of SignedData. */
const signedData = Buffer.from('06092a864886f70d010702', 'hex');
function isSignature(sample: Buffer): boolean {
  const at = sample[0] === 0x30 ? sample.indexOf(signedData) : -1;
  return at >= 2 && at <= 6;
}

/** OpenDocument and ASiC archives name their type in a first, uncompressed entry `mimetype`. */
function archiveType(sample: Buffer): string | undefined {
  if (sample.length < 38 || sample.readUInt32LE(0) !== 0x04034b50) return undefined;
  if (sample.toString('latin1', 30, 38) !== 'mimetype' || sample.readUInt16LE(8) !== 0) return undefined;
  const begin = 38 + sample.readUInt16LE(28);
  return sample.toString('latin1', begin, begin + Math.min(sample.readUInt32LE(18), 127)).trim();
}

const bitmapHeaders = [12, 40, 52, 56, 64, 108, 124];
const isBitmap = (sample: Buffer): boolean =>
  sample.length >= 26 && sample.readUInt32LE(6) === 0 && bitmapHeaders.includes(sample.readUInt32LE(14));

const markup = /<(?:script|html|!doctype\s+html|head|body|iframe|svg|\?php)\b/i;
const hasMarkup = (start: Buffer): boolean => markup.test(start.toString('latin1').replaceAll('\0', ''));

/** Texts that a program runs or a browser draws. */
const code =
  /^(?:#!|%!|<[a-z!?/%]|@echo\b|@if\b|rem\s|REGEDIT4|Windows Registry Editor|\[(?:InternetShortcut|Desktop Entry|autorun)\]|MIME-Version:.*multipart\/related)/is;
function isCodeText(sample: Buffer): boolean {
  const text = sample
    .subarray(0, 1024)
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  return code.test(text) || markup.test(text);
}
