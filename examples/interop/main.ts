import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import type { PeopleTool } from '../../apps/portal/src/features/oauth-clients/snippets/snippets.ts';
import { findChromium } from '../../scripts/chromium.mjs';
import { stopAll } from './processes.ts';
import { type Row, tryQuickStart } from './quick-start.ts';
import { quickStarts } from './quick-starts.ts';
import { trySnippet } from './snippet.ts';
import { snippetClients } from './snippets.ts';
import { printTable, writeTable } from './table.ts';
import { startTamga } from './tamga.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function main(words: readonly string[]): Promise<number> {
  const known = words.includes('--snippets') ? snippetClients : quickStarts;
  const names = words.filter((word) => !word.startsWith('--'));
  const isAll = names.includes('all');
  const wanted = isAll ? Object.keys(known) : names;
  if (wanted.length === 0 || wanted.some((name) => !(name in known))) {
    say(`usage: examples/interop/run [--snippets] NAME… | all\nNAME: ${Object.keys(known).join(', ')}`);
    return 2;
  }
  const workDir = process.env['INTEROP_DIR'] ?? mkdtempSync(join(tmpdir(), 'tamga-interop-'));
  say(`files and logs: ${workDir}`);
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error('no Chromium: `npm test` installs one');
  const tamga = await startTamga(workDir);
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const stage = { tamga, browser, workDir };
  const rows: Row[] = [];
  let failed = 0;
  try {
    for (const name of wanted) {
      try {
        if (known === snippetClients) {
          const tool = name as PeopleTool;
          say(`${name.padEnd(24)} ${await trySnippet(stage, tool, snippetClients[tool])}`);
          continue;
        }
        const row = await tryQuickStart(stage, name, quickStarts[name] as (typeof quickStarts)[string]);
        rows.push(row);
        failed += row.hasFailed ? 1 : 0;
        say(`${name}: ${row.cells.join(' / ')}${row.refusal === '' ? '' : `\n  alone: ${row.refusal}`}`);
      } catch (error) {
        failed += 1;
        say(`${name.padEnd(24)} FAILED: ${(error as Error).message}`);
      }
    }
  } finally {
    await browser.close();
  }
  if (rows.length > 0) say(`\n${printTable(rows)}`);
  if (isAll && failed === 0 && rows.length > 0) writeTable(rows);
  return failed === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(1)));
main(process.argv.slice(2))
  .catch((error: Error) => {
    say(error.message);
    return 1;
  })
  .then(async (code) => {
    await stopAll();
    process.exit(code);
  });
