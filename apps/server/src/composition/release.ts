import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const packageDir = join(import.meta.dirname, '../..');
const checkout = join(packageDir, '../..');

export const packageVersion = (
  JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8')) as { version: string }
).version;

let release: string | undefined;

/** The package version with the commit of the checkout as SemVer build metadata: `0.2.0+1a2b3c4d5e6f`. */
export function readRelease(): string {
  release ??= [packageVersion, readCommit()].filter((part) => part !== undefined).join('+');
  return release;
}

function readCommit(): string | undefined {
  // A repository around an installed package is not its source.
  if (!existsSync(join(checkout, '.git'))) return undefined;
  try {
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], {
      cwd: checkout,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return undefined;
  }
}
