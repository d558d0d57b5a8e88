import { describe, expect, it } from 'vitest';
import { writeCsv } from './csv.ts';

const MARK = '\uFEFF';

describe('writeCsv', () => {
  it('begins with the UTF-8 byte order mark and ends every line with CRLF', () => {
    expect(
      writeCsv([
        ['Нэр', 'Тоо'],
        ['Өлзий', 3],
      ]),
    ).toBe(`${MARK}Нэр,Тоо\r\nӨлзий,3\r\n`);
  });

  it('quotes separators, quotes and line ends, so that a cell stays one cell', () => {
    expect(writeCsv([['a,b', 'a;b', 'say "no"', 'two\nlines']])).toBe(
      `${MARK}"a,b","a;b","say ""no""","two\nlines"\r\n`,
    );
  });

  it.each(['=cmd()', '+1', '-1', '@sum', '\tx', '\rx'])('prevents %j from running as a formula', (cell) => {
    expect(
      writeCsv([[cell]])
        .replace(`${MARK}`, '')
        .replace(/^"/, ''),
    ).toMatch(/^'/);
  });

  it('keeps a negative number numeric', () => {
    expect(writeCsv([[-5]])).toBe(`${MARK}-5\r\n`);
  });
});
