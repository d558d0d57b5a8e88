import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../src/main.ts');

export interface RunOptions {
  cwd: string;
  env: Record<string, string | undefined>;
  /** Runs this instead of the command line. */
  script?: string;
}

/** The command as a person starts it: another process, with nothing of ours in its environment. */
export function spawnTamga(args: readonly string[], options: RunOptions): ChildProcessWithoutNullStreams {
  const what = options.script === undefined ? [main, ...args] : ['--input-type=module', '-e', options.script];
  return spawn(process.execPath, what, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.env },
  });
}

export function runTamga(
  args: readonly string[],
  options: RunOptions,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawnTamga(args, options);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    // One that keeps running was not refused; the exit code then says so.
    const patience = setTimeout(() => child.kill('SIGKILL'), 50_000);
    child.on('error', reject);
    child.on('close', (code) => {
      clearTimeout(patience);
      resolve({ code, stdout, stderr });
    });
  });
}
