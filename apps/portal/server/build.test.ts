import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildPortalIfStale } from './build.ts';

let portalDir: string;
let lines: string[];

const build = () => buildPortalIfStale({ portalDir, log: (line) => lines.push(line) });

beforeEach(async () => {
  lines = [];
  portalDir = await mkdtemp(join(tmpdir(), 'tamga-build-'));
  await mkdir(join(portalDir, 'src'));
  await writeFile(
    join(portalDir, 'index.html'),
    '<!doctype html><script type="module" src="/src/main.js"></script>',
  );
  await writeFile(
    join(portalDir, 'src', 'main.js'),
    `document.title = ${JSON.stringify('тамга '.repeat(400))};`,
  );
});

afterEach(async () => {
  await rm(portalDir, { recursive: true, force: true });
});

describe('buildPortalIfStale', () => {
  it('builds once, and again only after a source changed', async () => {
    const first = await build();
    expect(existsSync(join(first, 'index.html'))).toBe(true);
    expect(lines.length).toBeGreaterThan(0);

    lines = [];
    expect(await build()).toBe(first);
    expect(lines).toEqual([]);

    await writeFile(join(portalDir, 'src', 'main.test.ts'), 'a test is no source');
    expect(await build()).toBe(first);

    await writeFile(join(portalDir, 'src', 'main.js'), 'document.title = "other";');
    const second = await build();
    expect(second).not.toBe(first);
    expect(existsSync(join(first, 'index.html')), 'a process may still serve the build before').toBe(true);
  });

  it('writes compressed copies of text files over one kibibyte only', async () => {
    const assets = join(await build(), 'assets');
    const files = await readdir(assets);
    const script = files.find((file) => file.endsWith('.js')) ?? 'none';
    const content = await readFile(join(assets, script));
    expect(brotliDecompressSync(await readFile(join(assets, `${script}.br`)))).toEqual(content);
    expect(gunzipSync(await readFile(join(assets, `${script}.gz`)))).toEqual(content);
    expect(existsSync(join(assets, '..', 'index.html.br'))).toBe(false);
  });

  it('supports two processes that build at once', async () => {
    const script = `
      import { buildPortalIfStale } from ${JSON.stringify(new URL('./build.ts', import.meta.url).href)};
      process.stdout.write(await buildPortalIfStale({ portalDir: ${JSON.stringify(portalDir)}, log: () => undefined }));`;
    const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    const [left, right] = await Promise.all([run(), run()]);
    expect(left.stdout).toBe(right.stdout);
    expect(await readdir(join(portalDir, '.cache', 'builds'))).toEqual([basename(left.stdout)]);
    expect(existsSync(join(left.stdout, 'index.html'))).toBe(true);
  });

  it('keeps the two previous builds and removes older ones', async () => {
    const builds = join(portalDir, '.cache', 'builds');
    for (const [index, name] of ['a', 'b', 'c', 'd'].entries()) {
      await mkdir(join(builds, name.repeat(16)), { recursive: true });
      await utimes(join(builds, name.repeat(16)), 1000 + index, 1000 + index);
    }
    await mkdir(join(builds, '.building-1-old'));
    await utimes(join(builds, '.building-1-old'), 1000, 1000);
    const current = basename(await build());
    expect((await readdir(builds)).sort()).toEqual([current, 'c'.repeat(16), 'd'.repeat(16)].sort());
  });

  it('reports why a build failed and leaves no files behind', async () => {
    await writeFile(join(portalDir, 'src', 'main.js'), 'import "./missing.js";');
    await expect(build()).rejects.toThrow(/could not be built/);
    expect(lines.join('\n')).toMatch(/missing\.js/);
    expect(await readdir(join(portalDir, '.cache', 'builds'))).toEqual([]);
  });
});
