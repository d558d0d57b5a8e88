import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const tree = mkdtempSync(join(tmpdir(), 'tamga-lint-'));
afterAll(() => rmSync(tree, { recursive: true }));

const localDates = `new Intl.DateTimeFormat();
at.toLocaleDateString();
at.getDate();
`;
const environment = `process.env.X;
process['env'];
process?.env;
const { env } = process;
import { e } from 'node:process';
`;
const long = 'export {};\n'.repeat(401);

/** One of the rules refuses every line of these files; in the long file it refuses the first line. */
const refused: Record<string, string> = {
  'apps/portal/src/page.tsx': localDates,
  'apps/server/src/modules/gov/store.ts': localDates,
  'apps/server/src/composition/app.ts': environment,
  'apps/sandbox/src/index.ts': environment,
  'apps/portal/server/index.ts': environment,
  // The import check does not see an import inside a type.
  'apps/server/src/modules/gov/type.ts': `type A = import('./a.ts').A;\n`,
  'apps/server/src/modules/gov/sleep.test.ts': `new Promise((done) => setTimeout(done, 5));
import { setTimeout as wait } from 'node:timers/promises';
page.waitForTimeout(5);
`,
  'apps/sandbox/src/long.ts': long,
};

const accepted: Record<string, string> = {
  'apps/portal/src/i18n/time.ts': localDates,
  'apps/server/src/kernel/local-day.ts': localDates,
  'apps/server/src/modules/gov/words.ts': `// at.getDate()\nat.getUTCDay();\nconst s = 'process.env';\n`,
  'apps/server/src/config.ts': 'process.env.X;\nconst { env } = process;\n',
  'bench/main.ts': 'process.env.X;\n',
  'apps/server/src/modules/gov/gov.test.ts': `${localDates}process.env.X;\n`,
  'apps/sandbox/src/long.test.ts': long,
  'apps/sandbox/src/short.ts': 'export {};\n'.repeat(400),
};

const ours =
  /^(plugin|lint\/style\/no(ProcessEnv|RestrictedImports|RestrictedGlobals|ExcessiveLinesPerFile))$/;
let found: { file: string; line: number }[];

// One tree for all rules, because starting biome takes longer than its work.
beforeAll(() => {
  const settings = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  cpSync(join(root, 'scripts/lint'), join(tree, 'scripts/lint'), { recursive: true });
  writeFileSync(join(tree, 'biome.json'), JSON.stringify({ ...settings, vcs: { enabled: false } }));
  for (const [file, text] of Object.entries({ ...refused, ...accepted })) {
    mkdirSync(dirname(join(tree, file)), { recursive: true });
    writeFileSync(join(tree, file), text);
  }
  const { stdout } = spawnSync(
    join(root, 'node_modules/.bin/biome'),
    ['lint', '--reporter=github', '--max-diagnostics=none', '.'],
    { cwd: tree, encoding: 'utf8' },
  );
  found = [...stdout.matchAll(/title=([^,]*),file=([^,]*),line=(\d+)/g)]
    .filter(([, rule = '']) => ours.test(rule))
    .map(([, , file = '', line]) => ({
      file: file.slice(file.indexOf(tree) + tree.length + 1),
      line: Number(line),
    }));
});

it.each(Object.entries(refused))('refuses every line of %s', (path, text) => {
  const lines =
    text === long
      ? [1]
      : text
          .trimEnd()
          .split('\n')
          .map((_, at) => at + 1);
  const where = found.filter(({ file }) => file === path).map(({ line }) => line);
  expect([...new Set(where)].sort()).toEqual(lines);
});

it.each(Object.keys(accepted))('accepts %s', (path) => {
  expect(found.filter(({ file }) => file === path)).toEqual([]);
});
