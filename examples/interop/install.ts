import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { finish } from './processes.ts';

/** Copies our application for one client: `snippets/NAME` or `quick-starts/NAME`. */
export function copyFiles(from: string, dir: string): void {
  cpSync(join(import.meta.dirname, from), dir, {
    recursive: true,
    filter: (file) => !file.endsWith('client.ts'),
  });
}

const readJson = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as { version: string };

/** Installs npm packages into the directory, and returns their versions. */
export async function installNode(
  dir: string,
  packages: readonly string[],
  logFile: string,
): Promise<string> {
  const missing = packages.filter((name) => !existsSync(join(dir, 'node_modules', name)));
  const args = ['install', '--prefix', dir, '--no-audit', '--no-fund', ...missing];
  if (missing.length > 0) await finish({ command: 'npm', args, cwd: dir }, logFile, 300);
  return packages
    .map((name) => `${name} ${readJson(join(dir, 'node_modules', name, 'package.json')).version}`)
    .join(', ');
}

/** Installs Python packages into a virtual environment of the directory. */
export async function installPython(
  dir: string,
  packages: readonly string[],
  logFile: string,
): Promise<{ python: string; versions: string }> {
  const python = join(dir, 'venv/bin/python');
  if (!existsSync(python))
    await finish({ command: 'python3', args: ['-m', 'venv', 'venv'], cwd: dir }, logFile, 120);
  await finish(
    { command: python, args: ['-m', 'pip', 'install', '-q', ...packages], cwd: dir },
    logFile,
    600,
  );
  const listFile = join(dir, 'packages.txt');
  await finish({ command: python, args: ['-m', 'pip', 'freeze'], cwd: dir }, listFile, 60);
  const installed = readFileSync(listFile, 'utf8').split('\n');
  const find = (name: string) =>
    installed.find((line) => line.toLowerCase().replaceAll('_', '-').startsWith(`${name.toLowerCase()}==`));
  return { python, versions: packages.map((name) => find(name)?.replace('==', ' ') ?? name).join(', ') };
}

export function readGoVersions(dir: string, modules: readonly string[]): string {
  const text = readFileSync(join(dir, 'go.mod'), 'utf8');
  return modules.map((name) => `${name} ${new RegExp(`${name} (v\\S+)`).exec(text)?.[1] ?? ''}`).join(', ');
}
