import { describe, expect, it } from 'vitest';
import { parseTable } from './parse-table.ts';

function cellsOf(text: string): string[][] {
  const parsed = parseTable(text);
  if (!parsed.ok) throw new Error(parsed.fault.kind);
  return parsed.rows.map((row) => row.cells);
}

describe('parseTable', () => {
  it.each([
    ['commas', 'name,slug\nA,a'],
    ['semicolons', 'name;slug\nA;a'],
    ['tabs', 'name\tslug\nA\ta'],
    ['Windows line ends', 'name,slug\r\nA,a\r\n'],
    ['old Macintosh line ends', 'name,slug\rA,a\r'],
    ['a byte order mark', '\uFEFFname,slug\nA,a\n'],
    ['quotes around everything', '"name","slug"\n"A","a"\n'],
    ['spaces around cells', 'name , slug\n A ,a '],
    ['empty rows', '\n\nname,slug\n,\n\nA,a\n\n'],
  ])('reads %s', (_what, text) => {
    expect(cellsOf(text)).toEqual([
      ['name', 'slug'],
      ['A', 'a'],
    ]);
  });

  it('keeps delimiters, doubled quotes and line breaks inside quotes', () => {
    expect(cellsOf('name,slug\n"A, ""B""\nC",a')).toEqual([
      ['name', 'slug'],
      ['A, "B"\nC', 'a'],
    ]);
  });

  it('chooses the delimiter by the first row only', () => {
    expect(cellsOf('name;slug\nA, B, C and D;a')).toEqual([
      ['name', 'slug'],
      ['A, B, C and D', 'a'],
    ]);
    expect(cellsOf('"a;b;c",slug\nA,a')[0]).toEqual(['a;b;c', 'slug']);
  });

  it('keeps an empty cell, also the last', () => {
    expect(cellsOf('a,b,c\n,x,')[1]).toEqual(['', 'x', '']);
  });

  it('keeps quotes in a spreadsheet’s clipboard text', () => {
    expect(cellsOf('name\tslug\n"Тамга" ХХК\ttamga\n5" disk\tdisk\n"two\nlines"\tl')).toEqual([
      ['name', 'slug'],
      ['"Тамга" ХХК', 'tamga'],
      ['5" disk', 'disk'],
      ['two\nlines', 'l'],
    ]);
  });

  it('counts lines of the text, also across quoted line breaks', () => {
    const parsed = parseTable('a,b\n"x\ny",1\r\n\r\nz,2');
    expect(parsed.ok && parsed.rows.map((row) => row.line)).toEqual([1, 2, 5]);
  });

  it.each([
    ['a quote that is never closed', 'a,b\n"x,1\ny,2', 'unclosed_quote', 2],
    ['text after a closing quote', 'a,b\nw,1\n"x" y,2', 'stray_quote', 3],
    ['a quote inside a cell without quotes', 'a,b\nx "y",2', 'stray_quote', 2],
  ])('refuses %s and names the line', (_what, text, kind, line) => {
    expect(parseTable(text)).toEqual({ ok: false, fault: { kind, line } });
  });

  it('returns no rows for an empty text', () => {
    expect(cellsOf('')).toEqual([]);
    expect(cellsOf(' \n\t\n')).toEqual([]);
  });
});
