import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createComponents } from '../apps/server/src/kernel/http/openapi-components.ts';
import { writeModule } from './new-module.ts';

const root = join(import.meta.dirname, '..');
let copy: string;

/** Runs a program of the copy; its output becomes the reason of a failure. */
async function run(program: string, ...options: string[]): Promise<string> {
  try {
    const env = { ...process.env, VITEST: undefined, NODE_OPTIONS: undefined };
    const settings = { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 };
    return (await promisify(execFile)(join(copy, 'node_modules/.bin', program), options, settings)).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${options.join(' ')}\n${stdout}\n${stderr}`);
  }
}

/** Everything but our own packages, which must be those of the copy. */
function linkPackages(): void {
  mkdirSync(join(copy, 'node_modules/@tamga'), { recursive: true });
  for (const name of readdirSync(join(root, 'node_modules')).filter((each) => each !== '@tamga'))
    symlinkSync(join(root, 'node_modules', name), join(copy, 'node_modules', name));
  for (const [name, path] of Object.entries({
    client: 'packages/client',
    forms: 'packages/forms',
    markdown: 'packages/markdown',
    portal: 'apps/portal',
    sandbox: 'apps/sandbox',
    server: 'apps/server',
  }))
    symlinkSync(join(copy, path), join(copy, 'node_modules/@tamga', name));
}

/** The whole repository takes many times as long, and nothing else in it changed. */
async function checkTypes(project: string, ...files: string[]): Promise<void> {
  const config = join(copy, dirname(project), 'tsconfig.new-module.json');
  writeFileSync(config, JSON.stringify({ extends: `./${basename(project)}`, include: [], files }));
  await run('tsc', '--pretty', 'false', '--checkers', '1', '-p', config);
}

beforeAll(async () => {
  copy = mkdtempSync(join(tmpdir(), 'tamga-new-module-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const file of listed.split('\n').filter((line) => line !== '' && !line.startsWith('docs/images/')))
    cpSync(join(root, file), join(copy, file), { recursive: true, force: true });
  linkPackages();
  await run('node', 'scripts/new-module.ts', 'library-cards');
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

describe('npm run new:module', () => {
  it('writes a module and a page that fit the rules of the repository', async () => {
    const folders = ['apps/server/src/modules', 'apps/portal/src/pages'].map(
      (each) => `${each}/library-cards`,
    );
    const lists = ['apps/server/src/composition', 'apps/portal/src/shell'];
    await run('biome', 'ci', '--colors=off', ...folders, ...lists);
    await checkTypes('tsconfig.json', 'apps/server/src/modules/library-cards/index.ts');
    await checkTypes('apps/portal/tsconfig.json', 'src/pages/library-cards/library-cards-page.tsx');
  });

  it('writes a test that passes', async () => {
    expect(await run('vitest', 'run', 'apps/server/src/modules/library-cards')).toMatch(/7 passed/);
  });

  it('puts the page into the menu', () => {
    expect(readFileSync(join(copy, 'apps/portal/src/shell/places.ts'), 'utf8')).toContain("'/library-cards'");
  });

  it('adds a second module to lists that hold the first', async () => {
    writeModule(copy, { name: 'meeting-rooms', one: 'meeting-room' });
    const list = readFileSync(join(copy, 'apps/server/src/composition/independent-modules.ts'), 'utf8');
    expect(list).toMatch(/= \[meetingRooms, libraryCards\b/);
    const schemas = await Promise.all(
      ['meeting-rooms', 'library-cards'].map(
        (name) => import(join(copy, `apps/server/src/modules/${name}/schemas.ts`)),
      ),
    );
    expect(() => createComponents(schemas.map(({ names }) => names))).not.toThrow();
  });

  it('refuses a wrong name with the reason and the usage', async () => {
    await expect(run('node', 'scripts/new-module.ts', '../x')).rejects.toThrow(
      /"..\/x" is no name[\s\S]*npm run new:module -- NAME/,
    );
  });

  it('refuses a module that exists', async () => {
    await expect(run('node', 'scripts/new-module.ts', 'notifications')).rejects.toThrow(
      'choose another name',
    );
  });
});
