import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { join } from 'node:path';
import { patienceMs } from '../../../scripts/patience.ts';

const main = join(import.meta.dirname, '../src/main.ts');

export interface RunOptions {
  cwd: string;
  env: Record<string, string | undefined>;
  /** Runs this script instead of the command line. */
  script?: string;
}

/** Runs the command as a person does: in another process, without our environment. */
export function spawnTamga(
  args: readonly string[],
  options: RunOptions,
  timeoutMs = 0,
): ChildProcessWithoutNullStreams {
  const what = options.script === undefined ? [main, ...args] : ['--input-type=module', '-e', options.script];
  return spawn(process.execPath, what, {
    cwd: options.cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...options.env },
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
}

export function runTamga(
  args: readonly string[],
  options: RunOptions,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    // A process that keeps running was not refused; its exit code then shows that.
    const child = spawnTamga(args, options, patienceMs);
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
    });
    child.stderr.on('data', (chunk) => {
      stderr += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, stdout, stderr }));
  });
}
