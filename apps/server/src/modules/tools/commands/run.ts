import { type ChildProcess, spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import type { Account } from './account.ts';
import { type Mark, type ProcessTree, watchTree } from './process-tree.ts';
import { fixedPath } from './programs.ts';

export interface RunLimits {
  readonly timeoutMs: number;
  readonly outputBytes: number;
  /** Output above the kept size is read and discarded up to here; then the command is killed. */
  readonly drainBytes: number;
  readonly processes: number;
  readonly memoryBytes: number;
}

export const defaultLimits: RunLimits = {
  timeoutMs: 10_000,
  outputBytes: 64 * 1024,
  drainBytes: 16 * 1024 * 1024,
  processes: 32,
  memoryBytes: 1024 ** 3,
};

export interface RunRequest {
  /** The file found on the fixed path. */
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly limits: RunLimits;
  /** prlimit(1), if the host has it. */
  readonly prlimit: string | undefined;
  readonly released: AbortSignal;
  /** The account to run under, instead of the server's. */
  readonly account: Account | undefined;
  /** Called right after the start; false kills the command. */
  readonly stillThere: () => Promise<boolean>;
}

export interface RunResult {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly truncated: boolean;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** The reason why it was killed early, for the reader of the answer. */
  readonly killedFor: 'time' | 'output' | 'processes' | 'place' | 'left' | undefined;
  /** The program could not be started. */
  readonly failedToStart: boolean;
}

const pollMs = 50;

/**
 * Starts one program, without a shell, in a separate session and with an empty environment, and lets no
 * process of it survive: not after its deadline, not when it forks too much, not when it ends and leaves
 * children behind.
 */
export async function runProgram(request: RunRequest): Promise<RunResult> {
  const { limits } = request;
  const startedMs = performance.now();
  const mark: Mark = { variable: `TAMGA_CALL=${randomUUID()}`, limit: randomInt(2 ** 40, 2 ** 47) };
  const [file, args] = withLimits(request, mark);
  const child = start(request, file, args, mark);
  if (child === undefined) return { ...nothing, durationMs: elapsed(startedMs) };
  const root = child.pid;
  const failed = new Promise<true>((resolve) => child.once('error', () => resolve(true)));
  if (root === undefined) {
    await failed;
    return { ...nothing, durationMs: elapsed(startedMs) };
  }
  lowerPriority(root);
  const tree = watchTree(root, mark);
  let killedFor: RunResult['killedFor'];
  const kill = (why: NonNullable<RunResult['killedFor']>) => {
    killedFor ??= why;
    void tree.killAll();
  };
  const stdout = collect(child.stdout, limits, () => kill('output'));
  const stderr = collect(child.stderr, limits, () => kill('output'));
  let swept: Promise<void> | undefined;
  // Its children hold its output open: they are killed with it.
  const sweep = () => {
    swept ??= tree.killAll();
    return swept;
  };
  const ended = whenEnded(child, sweep);
  const stopWatching = watch(tree, limits, request.released, kill);
  if (!(await request.stillThere())) kill('place');
  try {
    const { code, signal } = await ended;
    return {
      exitCode: code,
      signal,
      stdout: stdout.text(),
      stderr: stderr.text(),
      truncated: stdout.truncated() || stderr.truncated(),
      timedOut: killedFor === 'time',
      durationMs: elapsed(startedMs),
      killedFor,
      failedToStart: false,
    };
  } finally {
    stopWatching();
    await sweep();
  }
}

/** Undefined when the host forbids it: changing the account throws, other failures come as an event. */
function start(request: RunRequest, file: string, args: string[], mark: Mark) {
  try {
    return spawn(file, args, {
      cwd: request.cwd,
      env: {
        PATH: fixedPath.join(':'),
        LANG: 'C.UTF-8',
        HOME: '/nonexistent',
        TAMGA_CALL: mark.variable.slice(11),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: false,
      detached: true,
      windowsHide: true,
      // Setting the user id also drops supplementary groups.
      ...(request.account === undefined ? {} : { uid: request.account.uid, gid: request.account.gid }),
    });
  } catch {
    return undefined;
  }
}

const nothing: Omit<RunResult, 'durationMs'> = {
  exitCode: null,
  signal: null,
  stdout: '',
  stderr: '',
  truncated: false,
  timedOut: false,
  killedFor: undefined,
  failedToStart: true,
};

const elapsed = (sinceMs: number) => Math.round(performance.now() - sinceMs);

/** A diagnostic command writes no file, keeps no core dump and opens few files. */
function withLimits({ file, args, limits, prlimit }: RunRequest, mark: Mark): [string, string[]] {
  if (prlimit === undefined) return [file, [...args]];
  const seconds = Math.ceil(limits.timeoutMs / 1000) + 1;
  const own = [
    `--as=${limits.memoryBytes}`,
    '--fsize=0',
    '--core=0',
    '--nofile=256',
    `--cpu=${seconds}`,
    `--rttime=${mark.limit}`,
    '--',
  ];
  return [prlimit, [...own, file, ...args]];
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The process has already ended.
  }
}

interface Collected {
  text(): string;
  truncated(): boolean;
}

function collect(stream: ChildProcess['stdout'], limits: RunLimits, onFlood: () => void): Collected {
  const kept: Buffer[] = [];
  let keptBytes = 0;
  let readBytes = 0;
  stream?.on('error', () => undefined);
  stream?.on('data', (chunk: Buffer) => {
    readBytes += chunk.length;
    const room = limits.outputBytes - keptBytes;
    if (room > 0) {
      const part = chunk.subarray(0, room);
      kept.push(part);
      keptBytes += part.length;
    }
    if (readBytes > limits.drainBytes) onFlood();
  });
  return {
    truncated: () => readBytes > keptBytes,
    text: () => {
      const text = Buffer.concat(kept).toString('utf8');
      // Removes a character that the limit cut in two.
      return readBytes > keptBytes ? text.replace(/\ufffd{1,3}$/, '') : text;
    },
  };
}

function whenEnded(
  child: ChildProcess,
  onExit: () => void,
): Promise<{ code: number | null; signal: string | null }> {
  return new Promise((resolve) => {
    child.once('exit', onExit);
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', () => resolve({ code: null, signal: null }));
  });
}

function watch(
  tree: ProcessTree,
  limits: RunLimits,
  released: AbortSignal,
  kill: (why: NonNullable<RunResult['killedFor']>) => void,
): () => void {
  const deadline = setTimeout(() => kill('time'), limits.timeoutMs);
  const onReleased = () => kill('left');
  released.addEventListener('abort', onReleased, { once: true });
  if (released.aborted) onReleased();
  const timer = setInterval(() => {
    if (tree.count() > limits.processes) kill('processes');
  }, pollMs);
  return () => {
    clearTimeout(deadline);
    clearInterval(timer);
    released.removeEventListener('abort', onReleased);
  };
}
