import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

export interface Command {
  command: string;
  args: readonly string[];
  cwd: string;
  env?: Readonly<Record<string, string>>;
}

const running = new Set<ChildProcess>();

/** Starts a process group with its output in a file, so that its children can be stopped with it. */
export function start({ command, args, cwd, env = {} }: Command, logFile: string): ChildProcess {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.once('error', (error) => log.write(`${error.message}\n`));
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** Runs a command to its end; a failure or the time limit ends the attempt. */
export async function finish(given: Command, logFile: string, seconds: number): Promise<void> {
  const child = start(given, logFile);
  const timer = setTimeout(() => kill(child, 'SIGKILL'), seconds * 1000);
  const code = await new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  clearTimeout(timer);
  if (code !== 0)
    throw new Error(`${given.command} ${given.args.join(' ')} ended with ${code}: see ${logFile}`);
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  kill(child, 'SIGTERM');
  if ((await Promise.race([ended, pause(20_000, 'late', { ref: false })])) === 'late') kill(child, 'SIGKILL');
}

export const stopAll = () => Promise.all([...running].map(stop));

function kill(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It ended by itself in between.
  }
}

/** Waits for a page or a demand to sign in: a proxy answers 404 before it knows the server behind it. */
export async function untilAnswers(url: string, child: ChildProcess, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before it answered`);
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(5000) }).catch(
      () => null,
    );
    if (answer !== null && (answer.status < 400 || answer.status === 401)) return;
    await pause(500);
  }
  throw new Error(`${url} did not answer within ${seconds} seconds`);
}
