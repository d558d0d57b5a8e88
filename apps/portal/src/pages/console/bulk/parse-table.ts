export interface TableRow {
  /** The first line of the row in the text, counted from one. */
  line: number;
  cells: string[];
}

export type TableFault = { kind: 'unclosed_quote' | 'stray_quote'; line: number };
export type ParsedTable = { ok: true; rows: TableRow[] } | { ok: false; fault: TableFault };

const DELIMITERS = ['\t', ';', ','] as const;
type Delimiter = (typeof DELIMITERS)[number];

/**
 * Parses comma, semicolon or tab separated values (RFC 4180): quoted cells with doubled quotes, delimiters and line
 * breaks inside, any line ending, a byte order mark. Ambiguous text is refused with its line, because a misread row
 * would become an organisation. Empty rows are skipped.
 */
export function parseTable(text: string): ParsedTable {
  const content = text.replace(/^\uFEFF/, '');
  const rows = readRows(content, chooseDelimiter(content));
  if (!Array.isArray(rows)) return { ok: false, fault: rows };
  return { ok: true, rows: rows.filter((row) => row.cells.some((cell) => cell !== '')) };
}

/** The most frequent one in the first non-empty row, outside quoted cells. */
function chooseDelimiter(text: string): Delimiter {
  const first = /[^\s][^\r\n]*/.exec(text)?.[0].replace(/"[^"]*"/g, '') ?? '';
  let best: Delimiter = ',';
  let most = 0;
  for (const delimiter of DELIMITERS) {
    const count = first.split(delimiter).length - 1;
    if (count > most) [best, most] = [delimiter, count];
  }
  return best;
}

function readRows(text: string, delimiter: Delimiter): TableRow[] | TableFault {
  const rows: TableRow[] = [];
  let at = 0;
  let line = 1;
  while (at < text.length) {
    const row: TableRow = { line, cells: [] };
    for (;;) {
      const cell = readCell(text, at, line, delimiter);
      if ('kind' in cell) return cell;
      row.cells.push(cell.value.trim());
      at = cell.end;
      line += cell.breaks;
      if (text[at] !== delimiter) break;
      at += 1;
    }
    rows.push(row);
    at += text.startsWith('\r\n', at) ? 2 : 1;
    line += 1;
  }
  return rows;
}

interface Cell {
  value: string;
  /** The position of the delimiter, the line break or the end of the text. */
  end: number;
  breaks: number;
}

function readCell(text: string, start: number, line: number, delimiter: Delimiter): Cell | TableFault {
  // A spreadsheet's clipboard (tabs) keeps quotes inside a cell unescaped: "Тамга" ХХК.
  const isClipboard = delimiter === '\t';
  if (text[start] === '"') {
    const quoted = readQuoted(text, start);
    if (quoted && endsCell(text, quoted.end, delimiter)) return quoted;
    if (!isClipboard) return { kind: quoted ? 'stray_quote' : 'unclosed_quote', line };
  }
  let end = start;
  while (!endsCell(text, end, delimiter)) end += 1;
  const value = text.slice(start, end);
  if (!isClipboard && value.includes('"')) return { kind: 'stray_quote', line };
  return { value, end, breaks: 0 };
}

function readQuoted(text: string, start: number): Cell | null {
  let at = start + 1;
  for (;;) {
    const quote = text.indexOf('"', at);
    if (quote === -1) return null;
    if (text[quote + 1] !== '"') {
      const value = text.slice(start + 1, quote).replaceAll('""', '"');
      return { value, end: quote + 1, breaks: value.match(/\r\n|\r|\n/g)?.length ?? 0 };
    }
    at = quote + 2;
  }
}

function endsCell(text: string, at: number, delimiter: Delimiter): boolean {
  const character = text[at];
  return character === undefined || character === delimiter || character === '\n' || character === '\r';
}
