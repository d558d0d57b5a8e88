import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkImports } from './check-imports.ts';

const roots: string[] = [];

afterAll(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

async function writeTree(files: Record<string, string>): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'tamga-imports-'));
  roots.push(root);
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return root;
}

/** A tree that follows every rule; each test breaks one. */
const validTree: Record<string, string> = {
  'apps/server/package.json': '{"name":"@tamga/server","exports":{".":"./src/composition/app.ts"}}',
  'apps/sandbox/package.json': '{"name":"@tamga/sandbox","exports":{".":"./src/index.ts"}}',
  'apps/portal/package.json': '{"name":"@tamga/portal","exports":{".":"./server/index.ts"}}',
  'packages/client/package.json': '{"name":"@tamga/client","exports":{".":"./src/index.ts"}}',
  'packages/forms/package.json': '{"name":"@tamga/forms","exports":{".":"./src/index.ts"}}',
  'apps/server/bin/tamga.mjs': `import '../src/main.ts';`,
  'apps/server/src/main.ts': `import './composition/app.ts'; import './commands/serve.ts'; await import('@tamga/sandbox');`,
  'apps/server/src/composition/app.ts': `import '../modules/gov/index.ts'; import '../adapters/mail/index.ts';`,
  'apps/server/src/config.ts': '',
  'apps/server/src/commands/serve.ts': `import '@tamga/portal'; import '../composition/app.ts';`,
  'apps/server/src/kernel/http/row.ts': `import '../db/query.ts';`,
  'apps/server/src/kernel/db/query.ts': '',
  'apps/server/src/modules/gov/index.ts': `import './store.ts'; import '../users/index.ts';`,
  'apps/server/src/modules/gov/store.ts': `import '../../kernel/db/query.ts'; import '@tamga/forms';`,
  'apps/server/src/modules/gov/gov.test.ts': `import '../users/store.ts'; import '@tamga/sandbox'`,
  'apps/server/src/modules/users/index.ts': `import type { Config } from '../../config.ts';`,
  'apps/server/src/modules/users/store.ts': '',
  'apps/server/src/modules/users/mail-port.ts': '',
  'apps/server/src/adapters/mail/index.ts': `export * from './smtp.ts';`,
  'apps/server/src/adapters/mail/smtp.ts': `import type { Mail } from '../../modules/users/mail-port.ts';`,
  'apps/server/test/tree.ts': `import '../src/modules/users/store.ts'; import '@tamga/portal';`,
  'apps/sandbox/src/index.ts': '',
  'apps/portal/server/index.ts': '',
  'apps/portal/src/main.tsx': `import '@tamga/client'; import '@tamga/forms'; import './page.tsx';`,
  'apps/portal/src/page.tsx': `import './pages/home/home-page.tsx'; import './pages/administration/users/users-page.tsx';`,
  'apps/portal/src/pages/home/home-page.tsx': `import './card.tsx'; import '../../features/people/name.ts';`,
  'apps/portal/src/pages/home/card.tsx': `import '../../ui/button.tsx';`,
  'apps/portal/src/pages/verify/words.ts': '',
  'apps/portal/src/pages/administration/users/users-page.tsx': `import '../../../shell/frame.tsx'; import './words.ts';`,
  'apps/portal/src/pages/administration/users/words.ts': '',
  'apps/portal/src/pages/administration/roles/roles-page.tsx': '',
  'apps/portal/src/features/people/name.ts': `import '../../shell/frame.tsx'; import '../roles/role.ts';`,
  'apps/portal/src/features/roles/role.ts': `import '../../api/call.ts';`,
  'apps/portal/src/shell/frame.tsx': `import '../ui/button.tsx'; import '../theme/theme.ts';`,
  'apps/portal/src/ui/button.tsx': `import '../i18n/words.ts';`,
  'apps/portal/src/api/call.ts': '',
  'apps/portal/src/i18n/words.ts': '',
  'apps/portal/src/theme/theme.ts': '',
  'apps/portal/src/misc/a.ts': '',
  'packages/client/src/index.ts': '',
  'packages/forms/src/index.ts': `import './rule.ts';`,
  'packages/forms/src/rule.ts': '',
  'packages/forms/src/rule.test.ts': `import 'node:fs';`,
  'bench/main.ts': `import '@tamga/sandbox'`,
  'scripts/test.ts': '',
};

async function check(changes: Record<string, string>): Promise<string[]> {
  const root = await writeTree({ ...validTree, ...changes });
  await mkdir(join(root, 'node_modules/@tamga'), { recursive: true });
  for (const folder of ['apps/server', 'apps/sandbox', 'apps/portal', 'packages/client', 'packages/forms'])
    await symlink(join(root, folder), join(root, 'node_modules/@tamga', folder.replace(/.*\//, '')));
  return checkImports(root);
}

/** Each row breaks one rule from a new file in a folder of the valid tree. */
const broken: [what: string, folder: string, specifier: string, reason: string][] = [
  [
    'the kernel imports a module',
    'server/src/kernel/db',
    '../../modules/gov/index.ts',
    'the kernel names no module',
  ],
  [
    'the kernel imports an adapter',
    'server/src/kernel/db',
    '../../adapters/mail/index.ts',
    'the kernel names no',
  ],
  ['the kernel imports the app', 'server/src/kernel/db', '../../composition/app.ts', 'the kernel names no'],
  ['the kernel imports the settings', 'server/src/kernel/db', '../../config.ts', 'the kernel names no'],
  [
    'a module imports the app',
    'server/src/modules/users',
    '../../composition/app.ts',
    'arrows point down only',
  ],
  [
    'a module imports a command',
    'server/src/modules/users',
    '../../commands/serve.ts',
    'arrows point down only',
  ],
  [
    'an adapter imports the app',
    'server/src/adapters/mail',
    '../../composition/app.ts',
    'arrows point down only',
  ],
  [
    'a module imports an adapter',
    'server/src/modules/users',
    '../../adapters/mail/index.ts',
    'a module knows its port',
  ],
  [
    'a module looks inside another',
    'server/src/modules/gov',
    '../users/store.ts',
    'only through its index.ts',
  ],
  [
    'the app looks inside a module',
    'server/src/composition',
    '../modules/gov/store.ts',
    'only through its index.ts',
  ],
  [
    'the app looks inside an adapter',
    'server/src/composition',
    '../adapters/mail/smtp.ts',
    'only through its index.ts',
  ],
  [
    'an adapter imports more than a port',
    'server/src/adapters/mail',
    '../../modules/gov/index.ts',
    'only its *-port.ts',
  ],
  ['something imports main.ts', 'server/src/commands', '../main.ts', 'main.ts is the top'],
  [
    'a module imports the sandbox',
    'server/src/modules/users',
    '@tamga/sandbox',
    'may reach into apps/sandbox',
  ],
  [
    'the app imports the portal',
    'server/src/composition',
    '../../../portal/server/index.ts',
    'apps/sandbox and apps/portal',
  ],
  [
    'a module imports a file of the sandbox',
    'server/src/modules/users',
    '../../../../sandbox/src/index.ts',
    'may reach into apps/sandbox',
  ],
  ...['@tamga/server', '../server/index.ts', '../../server/src/kernel/db/query.ts'].map(
    (specifier): [string, string, string, string] => [
      `the portal in the browser imports ${specifier}`,
      'portal/src',
      specifier,
      'only through @tamga/client',
    ],
  ),
  ['a page imports the page of another area', 'portal/src/pages/home', '../verify/words.ts', 'another page'],
  [
    'a page of the administration imports another',
    'portal/src/pages/administration/roles',
    '../users/words.ts',
    'another page',
  ],
  ['a page imports the app', 'portal/src/pages/home', '../../page.tsx', 'arrows point down only'],
  [
    'a feature imports a page',
    'portal/src/features/people',
    '../../pages/home/card.tsx',
    'arrows point down',
  ],
  ['the shell imports a page', 'portal/src/shell', '../pages/home/card.tsx', 'arrows point down only'],
  ['the shell imports a feature', 'portal/src/shell', '../features/roles/role.ts', 'arrows point down only'],
  ['ui imports the shell', 'portal/src/ui', '../shell/frame.tsx', 'arrows point down only'],
  ['ui imports a feature', 'portal/src/ui', '../features/roles/role.ts', 'arrows point down only'],
  ['the calls import ui', 'portal/src/api', '../ui/button.tsx', 'arrows point down only'],
  ['a page imports a folder that is no layer', 'portal/src/pages/home', '../../misc/a.ts', 'no such layer'],
  ...['../../../apps/server/src/kernel/db/query.ts', '@tamga/client', 'node:fs'].map(
    (specifier): [string, string, string, string] => [
      `the rules of forms import ${specifier}`,
      '../packages/forms/src',
      specifier,
      'the rules of forms are pure',
    ],
  ),
  ['a file is not there', 'server/src/kernel/db', './gone.ts', 'not there'],
];
const brokenFile = (folder: string, at: number) => join('apps', folder, `broken-${at}.ts`);

const ways = [
  `import '../users/store.ts';`,
  `import { type A, b } from "../users/store.ts";`,
  `import type { A } from '../users/store.ts';`,
  `import b, * as c from '../users/store.ts';`,
  `export * from '../users/store.ts';`,
  `export { a } from '../users/store.ts';`,
  `export type { A } from '../users/store.ts';`,
  `const a = await import('../users/store.ts');`,
  'const a = () => import(`../users/store.ts`);',
];
const wayFile = (at: number) => `apps/server/src/modules/gov/way-${at}.ts`;

const circles = [
  'apps/server/src/modules/gov',
  'apps/portal/src/pages/home',
  'apps/sandbox/src',
  'packages/forms/src',
];

const harmless = [
  `// import '../users/store.ts'`,
  `/* import '../users/store.ts' */ const a = "import '../users/store.ts'";`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the text under test is a template literal.
  'const b = `import "../users/store.ts" ${f({ c: `from "../users/store.ts"` })} } from "../users/store.ts"`;',
  `const d = /['"/\\/]'/.test(a) ? 4 / 2 : "it's";`,
].join('\n');

describe('the import check', () => {
  let problems: string[];
  // One tree with every violation, because a run costs more than its files.
  beforeAll(async () => {
    problems = await check({
      ...Object.fromEntries(
        broken.map(([, folder, specifier], at) => [
          brokenFile(folder, at),
          `import { b } from '${specifier}';`,
        ]),
      ),
      ...Object.fromEntries(ways.map((way, at) => [wayFile(at), way])),
      ...Object.fromEntries(
        circles.flatMap((folder) => [
          [`${folder}/circle-a.ts`, `import './circle-b.ts';`],
          [`${folder}/circle-b.ts`, `import type { A } from './circle-a.ts';`],
        ]),
      ),
      'apps/server/src/modules/gov/harmless.ts': harmless,
    });
  });

  it('accepts a tree that follows every rule', async () => {
    expect(await check({})).toEqual([]);
  });

  it.each(broken.map(([what, folder, , reason], at) => ({ what, file: brokenFile(folder, at), reason })))(
    'refuses when $what',
    ({ file, reason }) => {
      const found = problems.filter((one) => one.startsWith(`${file} imports `));
      expect(found).toEqual([expect.stringContaining(reason)]);
    },
  );

  it.each(ways.map((way, at) => ({ way, file: wayFile(at) })))('finds $way', ({ file }) => {
    expect(problems).toContainEqual(expect.stringContaining(`${file} imports `));
  });

  it.each(circles)('refuses a circular import, also of types, in %s', (folder) => {
    const [a, b] = [`${folder}/circle-a.ts`, `${folder}/circle-b.ts`];
    expect(problems.filter((one) => one.includes(a))).toEqual([
      expect.stringMatching(`in a circle: (${a} → ${b} → ${a}|${b} → ${a} → ${b})$`),
    ]);
  });

  it('ignores comments, strings, templates and regular expressions', () => {
    expect(problems.filter((one) => one.includes('harmless'))).toEqual([]);
  });

  it('fails if it finds no files', async () => {
    const empty = Object.fromEntries(
      ['apps', 'packages', 'bench', 'scripts'].map((name) => [`${name}/a.ts`, '']),
    );
    expect(await checkImports(await writeTree(empty))).toHaveLength(1);
  });
});
