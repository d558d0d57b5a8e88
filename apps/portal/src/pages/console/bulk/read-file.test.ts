import { describe, expect, it } from 'vitest';
import { LARGEST_FILE_BYTES, readTextFile } from './read-file.ts';

const fileOf = (bytes: Uint8Array) => new File([bytes as Uint8Array<ArrayBuffer>], 'a.csv');

describe('readTextFile', () => {
  it('reads UTF-8 and the UTF-16 of spreadsheets', async () => {
    expect(await readTextFile(fileOf(new TextEncoder().encode('Өргөө')))).toEqual({ text: 'Өргөө' });
    const utf16 = Uint16Array.from('\uFEFFӨргөө', (letter) => letter.charCodeAt(0));
    expect(await readTextFile(fileOf(new Uint8Array(utf16.buffer)))).toEqual({ text: 'Өргөө' });
  });

  it('refuses files that are not text, including older encodings', async () => {
    expect(await readTextFile(fileOf(Uint8Array.of(0xcd, 0xfd, 0xf0)))).toEqual({ fault: 'not_text' });
    expect(await readTextFile(fileOf(Uint8Array.of(0x50, 0x4b, 3, 4)))).toEqual({ fault: 'not_text' });
  });

  it('refuses a file that is too large before reading it', async () => {
    const arrayBuffer = () => Promise.reject(new Error('was read'));
    expect(await readTextFile({ size: LARGEST_FILE_BYTES + 1, arrayBuffer })).toEqual({ fault: 'too_large' });
    expect(await readTextFile({ size: 1, arrayBuffer })).toEqual({ fault: 'unreadable' });
  });
});
