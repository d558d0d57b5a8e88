export const LARGEST_FILE_BYTES = 4 * 1024 * 1024;

export type FileFault = 'too_large' | 'not_text' | 'unreadable';

/**
 * Reads a chosen file as UTF-8, or as the UTF-16 that spreadsheets write as "Unicode text". Older encodings have no Ө
 * and Ү, so other files are refused: names with question marks must not become organisations.
 */
export async function readTextFile(
  file: Pick<File, 'size' | 'arrayBuffer'>,
): Promise<{ text: string } | { fault: FileFault }> {
  if (file.size > LARGEST_FILE_BYTES) return { fault: 'too_large' };
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
  } catch {
    return { fault: 'unreadable' };
  }
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    // A spreadsheet's native file is a zip archive, which can decode as text.
    return text.includes('\0') || text.startsWith('PK\u0003') ? { fault: 'not_text' } : { text };
  } catch {
    return { fault: 'not_text' };
  }
}
