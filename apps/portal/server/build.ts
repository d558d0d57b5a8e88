import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeCompressedCopies } from './compress-files.ts';

const buildLimitMs = 5 * 60_000;
const keptBuilds = 3;
const abandonedMs = 60 * 60_000;

/** Files that determine a build, besides the shared packages and the lockfile of the workspace. */
const inputs = [
  'src',
  'public',
  'index.html',
  'package.json',
  'tsconfig.json',
  'vite.config.ts',
  'server/build.ts',
  'server/compress-files.ts',
  'server/run-vite.ts',
  'server/write-front-page.ts',
];
const workspaceInputs = ['package-lock.json', 'tsconfig.base.json', 'packages'];

const running = new Map<string, Promise<string>>();

/**
 * Returns the directory of the built app and builds it first if the sources have changed. Every build lies in
 * `.cache/builds/<hash of its sources>`, so the directory name is the cache key; `dist` is not used, because running
 * Vite by hand empties it. A build is written to a temporary directory and renamed when complete: if two processes
 * build at once, the later one uses the finished directory, and a process that still serves an older build keeps its
 * files.
 */
export function buildPortalIfStale(options: {
  portalDir: string;
  log: (line: string) => void;
}): Promise<string> {
  const { portalDir } = options;
  const current = running.get(portalDir) ?? build(options).finally(() => running.delete(portalDir));
  running.set(portalDir, current);
  return current;
}

async function build({
  portalDir,
  log,
}: {
  portalDir: string;
  log: (line: string) => void;
}): Promise<string> {
  const buildsDir = join(portalDir, '.cache', 'builds');
  const finishedDir = join(buildsDir, await hashSources(portalDir));
  if (existsSync(join(finishedDir, 'index.html'))) return finishedDir;

  log('building the portal');
  const startedAt = performance.now();
  const temporaryDir = join(buildsDir, `.building-${process.pid}-${randomUUID()}`);
  await mkdir(temporaryDir, { recursive: true });
  try {
    await runVite(portalDir, temporaryDir, log);
    await writeCompressedCopies(temporaryDir);
    await moveIntoPlace(temporaryDir, finishedDir);
  } finally {
    await rm(temporaryDir, { recursive: true, force: true });
  }
  await removeOldBuilds(buildsDir, finishedDir);
  log(`built the portal in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return finishedDir;
}

async function moveIntoPlace(temporaryDir: string, finishedDir: string): Promise<void> {
  try {
    await rename(temporaryDir, finishedDir);
  } catch (error) {
    // Another process has finished the same build; its files are identical.
    if (!existsSync(join(finishedDir, 'index.html'))) throw error;
  }
}

/**
 * Vite runs in a separate process: it needs NODE_ENV=production for the whole process, uses a few hundred megabytes,
 * and must not see the server's settings and secrets.
 */
function runVite(portalDir: string, outDir: string, log: (line: string) => void): Promise<void> {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./run-vite.ts', import.meta.url)), portalDir, outDir],
    {
      cwd: portalDir,
      env: { NODE_ENV: 'production' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: buildLimitMs,
    },
  );
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => output.push(text));
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) return resolve();
      for (const line of output.join('').trimEnd().split('\n')) log(line);
      reject(new Error('the portal could not be built; the lines above say why'));
    });
  });
}

async function hashSources(portalDir: string): Promise<string> {
  const workspaceDir = findWorkspace(portalDir);
  const roots = [
    ...inputs.map((name) => join(portalDir, name)),
    ...(workspaceDir ? workspaceInputs.map((name) => join(workspaceDir, name)) : []),
  ];
  const hash = createHash('sha256');
  for (const root of roots) {
    for (const file of await listFiles(root)) {
      const content = await readFile(file);
      hash.update(`${relative(portalDir, file)}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** Finds the nearest parent directory with a lockfile; a copied portal without one is hashed alone. */
function findWorkspace(from: string): string | undefined {
  if (existsSync(join(from, 'package-lock.json'))) return from;
  const parent = dirname(from);
  return parent === from ? undefined : findWorkspace(parent);
}

/** Lists source files in a fixed order, without tests and tool output. */
async function listFiles(path: string): Promise<string[]> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return [];
  if (!info.isDirectory()) return [path];
  const names = (await readdir(path))
    .filter((name) => !/^(?:node_modules|dist|\..*)$|\.test\.tsx?$/.test(name))
    .sort();
  const nested = await Promise.all(names.map((name) => listFiles(join(path, name))));
  return nested.flat();
}

async function removeOldBuilds(buildsDir: string, currentDir: string): Promise<void> {
  const builds = await Promise.all(
    (await readdir(buildsDir)).map(async (name) => {
      const path = join(buildsDir, name);
      return { path, name, changedMs: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  const finished = builds
    .filter(({ path, name }) => path !== currentDir && /^[0-9a-f]{16}$/.test(name))
    .sort((left, right) => right.changedMs - left.changedMs);
  const abandoned = builds.filter(
    ({ name, changedMs }) => name.startsWith('.building-') && Date.now() - changedMs > abandonedMs,
  );
  for (const { path } of [...finished.slice(keptBuilds - 1), ...abandoned]) {
    await rm(path, { recursive: true, force: true });
  }
}
