import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './quick-start.ts';

const guide = join(import.meta.dirname, '../../docs/guides/sign-in-with-tamga.md');
const head = ['Client', 'Version', 'Signs in', 'Shows the name', 'Renews tokens', 'Signs out at Tamga'];
const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;

export function printTable(rows: readonly Row[]): string {
  const lines = rows.map(({ title, versions, cells }) => line([title, versions, ...cells]));
  return [line(head), `|${'---|'.repeat(head.length)}`, ...lines].join('\n');
}

const first = '<!-- interop: written by examples/interop/run all -->';
const last = '<!-- /interop -->';

/** Replaces the table of the guide. */
export function writeTable(rows: readonly Row[]): void {
  const text = readFileSync(guide, 'utf8');
  const [before, after] = [text.indexOf(first), text.indexOf(last)];
  if (before < 0 || after < before) throw new Error(`${guide} has no place for the table`);
  const day = new Date().toISOString().slice(0, 10);
  const table = `${first}\nRun on ${day}.\n\n${printTable(rows)}\n\n`;
  writeFileSync(guide, text.slice(0, before) + table + text.slice(after));
}
