export const LARGEST_FILE_BYTES = 4 * 1024 * 1024;

export type FileFault = 'too_large' | 'not_text' | 'unreadable';

/**
 * The text of a chosen file: UTF-8, or the UTF-16 that spreadsheets write as "Unicode text". Older encodings have
 * no Ө and Ү, so what is neither is refused: names with question marks in them must not become organisations.
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
    // A spreadsheet's own file is a zip archive, which may even pass for text.
    return text.includes('\0') || text.startsWith('PK\u0003') ? { fault: 'not_text' } : { text };
  } catch {
    return { fault: 'not_text' };
  }
}
