import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '..');
export const serverMain = join(root, 'apps/server/src/main.ts');
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string };
};
/** The Node options of `npm start`, so that the bench measures the shipped configuration. */
export const serverNodeArgs = scripts.start.split(' ').filter((word) => word.startsWith('--'));

export interface Child {
  pid: number;
  /** Time from the start of the process to its ready line. */
  readyMs: number;
  /** The ready line. */
  ready: string;
  /** The whole output until the process ended by itself. */
  ended: Promise<{ code: number | null; output: string }>;
  /** Stops the process, with SIGKILL if it does not react, and returns the duration. */
  stop(): Promise<number>;
}

export interface ChildOptions {
  script: string;
  args?: readonly string[];
  nodeArgs?: readonly string[];
  env?: Record<string, string>;
  /** Matches the output line that reports readiness. */
  readyWhen: RegExp;
  /** Timeout for the ready line. */
  patienceMs?: number;
  /** The log file for its output, like in production. */
  logFile: string;
}

const usualPatienceMs = 60_000;
const stopPatienceMs = 25_000;
const running = new Set<ChildProcess>();

/**
 * Starts a child in a separate process group: Ctrl-C reaches only the bench, which then stops everything in order.
 * The environment is not inherited, so that the settings of a developer's shell do not change the result.
 */
export async function startChild(options: ChildOptions): Promise<Child> {
  const log = openSync(options.logFile, 'a+');
  const startedMs = performance.now();
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const child = spawn(
    process.execPath,
    [...(options.nodeArgs ?? []), options.script, ...(options.args ?? [])],
    {
      cwd: root,
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...options.env },
    },
  );
  closeSync(log);
  running.add(child);
  const ended = new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      running.delete(child);
      resolve({ code, output: readFileSync(options.logFile, 'utf8') });
    });
  });
  ended.catch(() => undefined);
  const ready = await waitForLine(options, child, startedMs);
  return {
    pid: child.pid ?? 0,
    readyMs: performance.now() - startedMs,
    ready,
    ended,
    stop: () => stopChild(child, ended),
  };
}

/** The output goes to a file, because a pipe would wake the bench for every log line. */
async function waitForLine(options: ChildOptions, child: ChildProcess, startedMs: number): Promise<string> {
  const { patienceMs = usualPatienceMs } = options;
  for (;;) {
    const output = readFileSync(options.logFile, 'utf8');
    const line = output.split('\n').find((each) => options.readyWhen.test(each));
    if (line !== undefined) return line;
    if (child.exitCode !== null || performance.now() - startedMs > patienceMs) {
      child.kill('SIGTERM');
      throw new Error(`${options.script} did not get ready:\n${output.slice(-2000)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

async function stopChild(child: ChildProcess, ended: Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    const impatience = setTimeout(() => child.kill('SIGKILL'), stopPatienceMs);
    await ended;
    clearTimeout(impatience);
  }
  return performance.now() - startedMs;
}

const folders = new Set<string>();

export function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tamga-bench-'));
  // As root, the database runs as another user, who must be able to enter; otherwise it would use a directory that is
  // not removed here.
  chmodSync(folder, 0o711);
  folders.add(folder);
  return folder;
}

/** Ends all running processes and removes their files. */
export async function cleanUp(): Promise<void> {
  await Promise.all(
    [...running].map((child) => stopChild(child, new Promise((resolve) => child.once('exit', resolve)))),
  );
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/** CPU time of all live threads, from /proc; NaN without /proc. */
export function readCpuSeconds(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((thread) => Number((readProc(pid, `task/${thread}/schedstat`) ?? '').split(' ')[0]) / 1e9)
      .reduce((sum, seconds) => sum + seconds, 0);
  } catch {
    return Number.NaN;
  }
}

export function readRssMb(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readProc(pid, 'status') ?? '')?.[1];
  return found === undefined ? Number.NaN : Number(found) / 1024;
}

/**
 * Private memory plus a proportional share of shared memory, so that the sum over PostgreSQL's processes counts
 * nothing twice.
 */
export function readPssMb(pid: number): number {
  const found = /^Pss:\s+(\d+) kB/m.exec(readProc(pid, 'smaps_rollup') ?? '')?.[1];
  return found === undefined ? 0 : Number(found) / 1024;
}

export function listChildren(pid: number): number[] {
  const direct = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((candidate) => {
      const text = readProc(candidate, 'stat');
      return text !== undefined && Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]) === pid;
    });
  return [...direct, ...direct.flatMap(listChildren)];
}

export function countOpenFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length;
}

export function readFileLimit(pid: number): number {
  return Number(/Max open files\s+\d+\s+(\d+)/.exec(readProc(pid, 'limits') ?? '')?.[1] ?? 1024);
}

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8');
  } catch {
    return undefined;
  }
}
