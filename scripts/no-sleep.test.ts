import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const house = mkdtempSync(join(tmpdir(), 'tamga-lint-'));
afterAll(() => rmSync(house, { recursive: true }));

/** The rules of the house that this text breaks as a test file. */
function lintTest(source: string): string[] {
  const plugin = 'scripts/no-browser-sleep.grit';
  const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  mkdirSync(join(house, 'scripts'), { recursive: true });
  copyFileSync(join(root, plugin), join(house, plugin));
  writeFileSync(join(house, 'biome.json'), JSON.stringify({ ...settings, vcs: { enabled: false } }));
  writeFileSync(join(house, 'sleeping.test.ts'), source);
  const { stdout, stderr } = spawnSync(
    join(root, 'node_modules', '.bin', 'biome'),
    ['lint', '--colors=off'],
    {
      cwd: house,
      encoding: 'utf8',
    },
  );
  return [...`${stdout}${stderr}`.matchAll(/^sleeping\.test\.ts:\d+:\d+ (\S+)/gm)].map(
    ([, rule = '']) => rule,
  );
}

it.each([
  ['await new Promise((done) => setTimeout(done, 5));', 'lint/style/noRestrictedGlobals'],
  [
    "import { setTimeout as wait } from 'node:timers/promises';\nawait wait(5);",
    'lint/style/noRestrictedImports',
  ],
  ['await page.waitForTimeout(5);', 'plugin'],
])('the linter refuses a test that sleeps: %s', (source, rule) => {
  expect(lintTest(`${source}\n`)).toEqual([rule]);
});
