import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { checkImports, scan } from './check-imports.ts';

const roots: string[] = [];

afterEach(async () => {
  for (const root of roots.splice(0)) await rm(root, { recursive: true, force: true });
});

/** A tree that keeps every rule; each test breaks one. */
const sound: Record<string, string> = {
  'apps/server/package.json': '{"name":"@tamga/server","exports":{".":"./src/app.ts"}}',
  'apps/sandbox/package.json': '{"name":"@tamga/sandbox","exports":{".":"./src/index.ts"}}',
  'apps/portal/package.json': '{"name":"@tamga/portal","exports":{".":"./server/index.ts"}}',
  'packages/client/package.json': '{"name":"@tamga/client","exports":{".":"./src/index.ts"}}',
  'apps/server/src/main.ts': `import './app.ts'; import './commands/serve.ts'; await import('@tamga/sandbox');`,
  'apps/server/src/app.ts': `import './modules/gov/index.ts'; import './adapters/mail/index.ts';`,
  'apps/server/src/config.ts': 'export const env = process.env;',
  'apps/server/src/commands/serve.ts': `import '@tamga/portal'; import '../app.ts';`,
  'apps/server/src/kernel/http/row.ts': `import '../db/query.ts';`,
  'apps/server/src/kernel/db/query.ts': '',
  'apps/server/src/modules/gov/index.ts': `import './store.ts'; import '../users/index.ts';`,
  'apps/server/src/modules/gov/store.ts': `import '../../kernel/db/query.ts';`,
  'apps/server/src/modules/gov/gov.test.ts': `import '../users/store.ts'; import '@tamga/sandbox'; process.env.X;`,
  'apps/server/src/modules/users/index.ts': `import type { Config } from '../../config.ts';`,
  'apps/server/src/modules/users/store.ts': '',
  'apps/server/src/modules/users/mail-port.ts': '',
  'apps/server/src/adapters/mail/index.ts': `export * from './smtp.ts';`,
  'apps/server/src/adapters/mail/smtp.ts': `import type { Mail } from '../../modules/users/mail-port.ts';`,
  'apps/server/test/tree.ts': `import '../src/modules/users/store.ts'; import '@tamga/portal';`,
  'apps/sandbox/src/index.ts': '',
  'apps/portal/server/index.ts': '',
  'apps/portal/src/main.tsx': `import '@tamga/client'; import './page.tsx';`,
  'apps/portal/src/page.tsx': `import './pages/home/home-page.tsx'; import './pages/administration/users/users-page.tsx';`,
  'apps/portal/src/pages/home/home-page.tsx': `import './card.tsx'; import '../../features/people/name.ts';`,
  'apps/portal/src/pages/home/card.tsx': `import '../../ui/button.tsx';`,
  'apps/portal/src/pages/administration/users/users-page.tsx': `import '../../../shell/frame.tsx';`,
  'apps/portal/src/pages/administration/roles/roles-page.tsx': '',
  'apps/portal/src/features/people/name.ts': `import '../../shell/frame.tsx'; import '../roles/role.ts';`,
  'apps/portal/src/features/roles/role.ts': `import '../../api/call.ts';`,
  'apps/portal/src/shell/frame.tsx': `import '../ui/button.tsx'; import '../theme/theme.ts';`,
  'apps/portal/src/ui/button.tsx': `import '../i18n/words.ts';`,
  'apps/portal/src/api/call.ts': '',
  'apps/portal/src/i18n/words.ts': '',
  'apps/portal/src/theme/theme.ts': '',
  'packages/client/src/index.ts': '',
  'bench/main.ts': `import '@tamga/sandbox'; process.env.X;`,
  'scripts/test.ts': 'process.env.CI;',
};

async function check(changes: Record<string, string>): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'tamga-imports-'));
  roots.push(root);
  for (const [file, text] of Object.entries({ ...sound, ...changes })) {
    await mkdir(join(root, dirname(file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
  return (await checkImports(root)).map(({ file, line, message }) => `${file}:${line} ${message}`);
}

describe('the import check', () => {
  it('accepts a tree that keeps every rule', async () => {
    expect(await check({})).toEqual([]);
  });

  it.each([
    [
      'the kernel imports a module',
      'kernel/db/query.ts',
      '../../modules/gov/index.ts',
      'the kernel names no module',
    ],
    [
      'the kernel imports an adapter',
      'kernel/db/query.ts',
      '../../adapters/mail/index.ts',
      'the kernel names no',
    ],
    ['the kernel imports the app', 'kernel/db/query.ts', '../../app.ts', 'the kernel names no'],
    ['the kernel imports the settings', 'kernel/db/query.ts', '../../config.ts', 'the kernel names no'],
    ['a module imports the app', 'modules/users/store.ts', '../../app.ts', 'arrows point down only'],
    [
      'a module imports a command',
      'modules/users/store.ts',
      '../../commands/serve.ts',
      'arrows point down only',
    ],
    ['an adapter imports the app', 'adapters/mail/smtp.ts', '../../app.ts', 'arrows point down only'],
    [
      'a module imports an adapter',
      'modules/users/store.ts',
      '../../adapters/mail/index.ts',
      'a module knows its port',
    ],
    [
      'a module looks inside another',
      'modules/gov/store.ts',
      '../users/store.ts',
      'only through its index.ts',
    ],
    ['the app looks inside a module', 'app.ts', './modules/gov/store.ts', 'only through its index.ts'],
    ['the app looks inside an adapter', 'app.ts', './adapters/mail/smtp.ts', 'only through its index.ts'],
    [
      'an adapter imports more than a port',
      'adapters/mail/smtp.ts',
      '../../modules/gov/index.ts',
      'only its *-port.ts',
    ],
    ['something imports main.ts', 'commands/serve.ts', '../main.ts', 'main.ts is the top'],
    [
      'a module imports the sandbox',
      'modules/users/store.ts',
      '@tamga/sandbox',
      'may reach into apps/sandbox',
    ],
    ['the app imports the portal', 'app.ts', '../../portal/server/index.ts', 'may reach into apps/portal'],
    [
      'a module imports a file of the sandbox',
      'modules/users/store.ts',
      '@tamga/sandbox/src/pki.ts',
      'apps/sandbox',
    ],
  ])('refuses when %s', async (_, file, specifier, message) => {
    const path = `apps/server/src/${file}`;
    for (const statement of [
      `import '${specifier}';`,
      `import { type A, b } from "${specifier}";`,
      `import type { A } from '${specifier}';`,
      `export * from '${specifier}';`,
      `const a = await import('${specifier}');`,
    ]) {
      const problems = await check({ [path]: `\n${statement}` });
      expect(problems).toContainEqual(expect.stringMatching(`^${path}:2 imports ${specifier}: `));
      expect(problems.join('\n')).toContain(message);
    }
  });

  it.each([['@tamga/server'], ['../server/index.ts'], ['../../server/src/kernel/db/query.ts']])(
    'refuses when the portal in the browser imports %s',
    async (specifier) => {
      const problems = await check({ 'apps/portal/src/page.tsx': `import '${specifier}';` });
      expect(problems).toEqual([expect.stringContaining('only through @tamga/client')]);
    },
  );

  it.each([
    ['a page imports the page of another area', 'pages/home/card.tsx', '../verify/words.ts', 'another page'],
    [
      'a page of the administration imports another',
      'pages/administration/roles/roles-page.tsx',
      '../users/words.ts',
      'another page',
    ],
    ['a page imports the app', 'pages/home/card.tsx', '../../page.tsx', 'arrows point down only'],
    ['a feature imports a page', 'features/people/name.ts', '../../pages/home/card.tsx', 'arrows point down'],
    ['the shell imports a page', 'shell/frame.tsx', '../pages/home/card.tsx', 'arrows point down only'],
    ['the shell imports a feature', 'shell/frame.tsx', '../features/roles/role.ts', 'arrows point down only'],
    ['ui imports the shell', 'ui/button.tsx', '../shell/frame.tsx', 'arrows point down only'],
    ['ui imports a feature', 'ui/button.tsx', '../features/roles/role.ts', 'arrows point down only'],
    ['the calls import ui', 'api/call.ts', '../ui/button.tsx', 'arrows point down only'],
    ['a page imports a folder that is no layer', 'pages/home/card.tsx', '../../misc/a.ts', 'no such layer'],
  ])('refuses when %s', async (_, file, specifier, message) => {
    const path = `apps/portal/src/${file}`;
    for (const statement of [`import '${specifier}';`, `const a = await import('${specifier}');`]) {
      const problems = await check({ [path]: `\n${statement}` });
      expect(problems).toContainEqual(expect.stringMatching(`^${path}:2 imports ${specifier}: `));
      expect(problems.join('\n')).toContain(message);
    }
  });

  it('refuses a date by the clock of the machine at hand, outside the two clocks of the platform', async () => {
    const clock = 'new Intl.DateTimeFormat(); new Date().getHours();';
    for (const file of ['apps/portal/src/page.tsx', 'apps/server/src/modules/gov/store.ts']) {
      for (const look of ['new Intl.DateTimeFormat()', 'at.toLocaleDateString()', 'at.getDate()'])
        expect(await check({ [file]: `\n${look};` })).toEqual([
          expect.stringContaining(`${file}:2 shows a date by itself`),
        ]);
      expect(await check({ [file]: '// getDate() in a comment\nat.getUTCDay();' })).toEqual([]);
    }
    expect(
      await check({ 'apps/portal/src/i18n/time.ts': clock, 'apps/server/src/kernel/local-day.ts': clock }),
    ).toEqual([]);
  });

  it('refuses a circle of imports, and one of types alone', async () => {
    const store = 'apps/server/src/modules/gov/store.ts';
    expect(await check({ [store]: `import type { A } from './index.ts';` })).toEqual([
      expect.stringContaining('modules/gov/index.ts → modules/gov/store.ts → modules/gov/index.ts'),
    ]);
    expect(await check({ 'apps/portal/src/pages/home/card.tsx': `import './home-page.tsx';` })).toEqual([
      expect.stringContaining('pages/home/home-page.tsx → pages/home/card.tsx → pages/home/home-page.tsx'),
    ]);
    expect(
      await check({
        'apps/sandbox/src/index.ts': `import './pki.ts';`,
        'apps/sandbox/src/pki.ts': `import type { A } from './index.ts';`,
      }),
    ).toEqual([expect.stringContaining('index.ts → pki.ts → index.ts')]);
  });

  it('refuses product code over 400 lines, and no test for its length', async () => {
    const long = 'export {};\n'.repeat(401);
    expect(await check({ 'apps/sandbox/src/index.ts': long })).toEqual([
      expect.stringContaining('apps/sandbox/src/index.ts:400 has 401 lines'),
    ]);
    expect(await check({ 'apps/sandbox/src/index.ts': 'export {};\n'.repeat(400) })).toEqual([]);
    expect(await check({ 'apps/sandbox/src/index.test.ts': long })).toEqual([]);
  });

  it.each([
    ['process.env.HOME'],
    [`process['env']`],
    ['process?.env'],
    ['const { env } = process;'],
    [`import { env } from 'node:process';`],
  ])('refuses reading the environment outside the configuration: %s', async (statement) => {
    for (const file of [
      'apps/server/src/app.ts',
      'apps/sandbox/src/index.ts',
      'apps/portal/server/index.ts',
    ]) {
      expect(await check({ [file]: `\n${statement}` })).toEqual([
        expect.stringContaining(`${file}:2 reads the environment`),
      ]);
    }
  });

  it('fails when it finds nothing to check', async () => {
    const root = await mkdtemp(join(tmpdir(), 'tamga-imports-'));
    roots.push(root);
    expect(await checkImports(root)).toHaveLength(1);
  });

  it('is not misled by comments, strings, templates and regular expressions', () => {
    const text = [
      `// import './comment.ts'`,
      `/* import './block.ts' */ const a = "import './string.ts'";`,
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text under test is a template literal.
      'const b = `import "./template.ts" ${f({ c: `from "./inner.ts"` })} } from "./tail.ts"`;',
      `const d = /['"/\\/]'/.test(a) ? 4 / 2 : "it's";`,
      `import { e } from './real.ts'; const g = h / 2; // 'process.env'`,
      `const i = "process.env"; const j = import(\`./also.ts\`);`,
    ].join('\n');
    expect(scan(text)).toEqual({
      imports: [
        { specifier: './real.ts', line: 5 },
        { specifier: './also.ts', line: 6 },
      ],
      environmentLines: [],
      clockLines: [],
    });
  });
});
