import { lstat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { refuse, type ToolCall } from '../tool.ts';
import { checkArguments } from './arguments.ts';
import { type Places, pinDirectory } from './places.ts';
import { isRunner, type Policy, policyOf } from './policies.ts';
import type { Programs } from './programs.ts';
import type { Queue } from './queue.ts';
import { type RunLimits, type RunResult, runProgram } from './run.ts';
import { tokenize } from './tokenizer.ts';

export interface CommandDeps {
  /** security.allowedCommands */
  readonly allowed: readonly string[];
  /** `program:option` for programs that have no policy of ours. */
  readonly extraOptions: readonly string[];
  readonly programs: Programs;
  readonly places: Places;
  readonly queue: Queue;
  readonly limits: RunLimits;
}

export type CommandResult = Omit<RunResult, 'killedFor' | 'failedToStart'> & {
  argv: readonly string[];
  cwd: string;
};

const bareName = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$/;
const plainWord = /^[A-Za-z0-9][A-Za-z0-9_.,:@%+=-]{0,255}$/;

/** argv as it was given, or the text split by our own rules. */
export function readArgv(given: { argv?: readonly string[]; command?: string }): readonly string[] {
  if (given.argv !== undefined) {
    if (given.argv.some((argument) => argument.includes('\0')))
      refuse('invalid_params', 'a NUL character is refused');
    return given.argv;
  }
  if (given.command === undefined) refuse('invalid_params', 'send argv (preferred) or command');
  const tokens = tokenize(given.command);
  if (!tokens.ok) refuse(tokens.code, tokens.message);
  if (tokens.argv.length === 0) refuse('invalid_params', 'the command is empty');
  if (tokens.argv.length > 64) refuse('invalid_params', 'a command has at most 64 arguments');
  return tokens.argv;
}

/** The program's policy, for a name that stands on the allowlist and runs nothing on behalf of others. */
export function requireAllowed(deps: Pick<CommandDeps, 'allowed' | 'extraOptions'>, name: string): Policy {
  if (!bareName.test(name) || !deps.allowed.includes(name) || isRunner(name))
    refuse(
      'not_allowed',
      `${JSON.stringify(name.slice(0, 60))} is not an allowed command; allowed are ${deps.allowed.join(', ')}`,
    );
  return policyOf(name, deps.extraOptions);
}

export function requireArguments(
  policy: Policy,
  args: readonly string[],
  isOpaque?: (argument: string) => boolean,
): readonly string[] {
  const { paths, problem } = checkArguments(policy, args, isOpaque === undefined ? {} : { isOpaque });
  if (problem !== undefined) refuse('not_allowed', problem);
  return paths;
}

/** Everything is decided before anything runs, and decided again for what could change meanwhile. */
export async function execute(
  deps: CommandDeps,
  argv: readonly string[],
  cwd: string | undefined,
  call: Pick<ToolCall, 'announce' | 'note' | 'released'>,
): Promise<CommandResult> {
  const [name = '', ...args] = argv;
  const policy = requireAllowed(deps, name);
  const operands = requireArguments(policy, args);
  const directory = await requireDirectory(deps, cwd);
  try {
    const paths = await requirePaths(deps, policy, operands, directory.realPath);
    const file = await deps.programs.find(name);
    if (file === undefined)
      refuse('spawn_failed', `${name} is not installed on this host as a program of root`);
    call.note({ cwd: directory.realPath });
    const result = await deps.queue.run(async () => {
      await call.announce();
      return runProgram({
        file,
        args,
        cwd: directory.path,
        limits: deps.limits,
        prlimit: await deps.programs.find('prlimit'),
        released: call.released,
        stillThere: directory.unchanged,
      });
    });
    if (result === undefined) refuse('busy', 'too many commands are running; try again in a few seconds');
    const { killedFor, failedToStart, ...shown } = result;
    call.note({ exit_code: result.exitCode, signal: result.signal, duration_ms: result.durationMs });
    const moved = await findMoved(deps, paths, directory.realPath);
    if (killedFor === 'place' || moved)
      refuse('cwd_outside_roots', 'a directory was changed during the call');
    const data = { argv, cwd: directory.realPath, ...shown };
    judge(result, failedToStart, data, deps.limits);
    return data;
  } finally {
    await directory.close();
  }
}

function judge(result: RunResult, failedToStart: boolean, data: CommandResult, limits: RunLimits): void {
  if (failedToStart) refuse('spawn_failed', 'the program could not be started', data);
  const why = {
    time: `killed after ${limits.timeoutMs} ms`,
    output: 'killed because its output did not end',
    processes: `killed because it started more than ${limits.processes} processes`,
    place: 'killed',
    left: 'killed because the caller went away',
  };
  if (result.killedFor === 'time') refuse('timeout', why.time, data);
  if (result.killedFor !== undefined) refuse('exit_nonzero', why[result.killedFor], data);
  if (result.exitCode !== 0)
    refuse(
      'exit_nonzero',
      result.signal === null ? `ended with exit code ${result.exitCode}` : `ended by ${result.signal}`,
      data,
    );
}

async function requireDirectory(deps: CommandDeps, cwd: string | undefined) {
  const home = await deps.places.home();
  const outside = () => refuse('cwd_outside_roots', 'cwd must be a directory inside the allowed roots');
  if (cwd?.includes('\0')) refuse('invalid_params', 'a NUL character is refused');
  const target = cwd === undefined ? home : await deps.places.resolveInside(cwd, home);
  return (target === undefined ? undefined : await pinDirectory(target, deps.places)) ?? outside();
}

async function exists(from: string, given: string): Promise<boolean> {
  const facts = await lstat(resolve(from, given)).catch(() => undefined);
  return facts !== undefined;
}

interface CheckedPath {
  readonly given: string;
  readonly real: string;
}

async function requirePaths(
  deps: CommandDeps,
  policy: Policy,
  operands: readonly string[],
  from: string,
): Promise<readonly CheckedPath[]> {
  const checked: CheckedPath[] = [];
  for (const given of operands) {
    const real = await deps.places.resolveInside(given, from);
    const isWord = policy.operands === 'words-or-paths' && plainWord.test(given);
    if (real !== undefined) checked.push({ given, real });
    else if (!isWord || (await exists(from, given)))
      refuse('not_allowed', `${JSON.stringify(given.slice(0, 60))} is no path inside the allowed roots`);
  }
  return checked;
}

/** A link that was put in the place of a checked path while the command ran: what it printed is not shown. */
async function findMoved(deps: CommandDeps, paths: readonly CheckedPath[], from: string): Promise<boolean> {
  for (const { given, real } of paths)
    if ((await deps.places.resolveInside(given, from)) !== real) return true;
  return false;
}
