import { lstat, realpath } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { refuse, type ToolCall } from '../tool.ts';
import type { Account } from './account.ts';
import { checkArguments } from './arguments.ts';
import type { Use } from './diagnosis.ts';
import { type Places, pinDirectory } from './places.ts';
import { isRunner, isUsable, type Policy, policyOf } from './policies.ts';
import type { Programs } from './programs.ts';
import type { Queue } from './queue.ts';
import { type RunLimits, type RunResult, runProgram } from './run.ts';
import { tokenize } from './tokenizer.ts';

export interface CommandDeps {
  /** security.allowedCommands */
  readonly allowed: readonly string[];
  /** `program:option` for programs without a built-in policy. */
  readonly extraOptions: readonly string[];
  readonly programs: Programs;
  readonly places: Places;
  readonly queue: Queue;
  readonly limits: RunLimits;
  /** The account for commands when the server runs as root. */
  readonly account: () => Promise<Account | undefined>;
}

export type CommandResult = Omit<RunResult, 'killedFor' | 'failedToStart'> & {
  argv: readonly string[];
  cwd: string;
};

const plainWord = /^[A-Za-z0-9][A-Za-z0-9_.,:@%+=-]{0,255}$/;

/** The given argv, or the text split by our tokenizer. */
export function readArgv(given: { argv?: readonly string[]; command?: string }): readonly string[] {
  if (given.argv !== undefined) {
    if (given.argv.some((argument) => argument.includes('\0')))
      refuse('invalid_params', 'a NUL character is refused');
    return given.argv;
  }
  if (given.command === undefined) refuse('missing_param', 'send argv (preferred) or command');
  const tokens = tokenize(given.command);
  if (!tokens.ok) refuse(tokens.code, tokens.message);
  if (tokens.argv.length === 0) refuse('invalid_params', 'the command is empty');
  if (tokens.argv.length > 64) refuse('invalid_params', 'a command has at most 64 arguments');
  return tokens.argv;
}

/** The policy of a program that is on the allowlist and does not run other programs. */
export function requireAllowed(deps: Pick<CommandDeps, 'allowed' | 'extraOptions'>, name: string): Policy {
  if (!isUsable(name) || !deps.allowed.includes(name))
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

/** Checks everything before the command runs, and checks again what could change meanwhile. */
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
    const use = policy.use?.(args) ?? 'contents';
    const paths = await requirePaths(deps, policy, use, operands, directory.realPath);
    await requireNoDescent(deps, policy, args, paths, directory.realPath);
    const file = await requireProgram(deps, policy, name);
    const account = await deps.account();
    call.note({ cwd: directory.realPath });
    const result = await deps.queue.run(async () => {
      await call.announce();
      return runProgram({
        file,
        args: policy.rewrite?.(args) ?? args,
        account,
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
    const moved = await findMoved(deps, use, paths, directory.realPath);
    if (killedFor === 'place' || moved)
      refuse('cwd_outside_roots', 'a directory was changed during the call');
    const stderr = await showErrors(deps, policy, result.stderr, paths, directory.realPath);
    const data = { argv, cwd: directory.realPath, ...shown, stderr };
    if (failedToStart && account !== undefined)
      refuse(
        'spawn_failed',
        'the server runs as root and may not hand a command to an account without rights',
        data,
      );
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
  use: Use,
  operands: readonly string[],
  from: string,
): Promise<readonly CheckedPath[]> {
  const checked: CheckedPath[] = [];
  for (const given of operands) {
    const real = await deps.places.resolveNamed(given, from, use);
    const isWord = policy.operands === 'words-or-paths' && plainWord.test(given);
    if (real !== undefined) checked.push({ given, real });
    else if (!isWord || (await exists(from, given)))
      refuse(
        'not_allowed',
        `${JSON.stringify(given.slice(0, 60))} is not among the places that may be looked at; GET /api/v1/tools lists them`,
      );
  }
  return checked;
}

/** A directory is listed recursively only when nothing below it is closed. */
async function requireNoDescent(
  deps: CommandDeps,
  policy: Policy,
  args: readonly string[],
  paths: readonly CheckedPath[],
  cwd: string,
): Promise<void> {
  if (policy.descends?.(args) !== true) return;
  for (const real of paths.length === 0 ? [cwd] : paths.map((path) => path.real))
    if (!(await deps.places.mayDescend(real)))
      refuse('not_allowed', `what lies below ${real} is not shown; for du, add -s or -d 1`);
}

/** du names each directory that it may not enter, which must not reveal a home or a secret. */
async function showErrors(
  deps: CommandDeps,
  policy: Policy,
  stderr: string,
  paths: readonly CheckedPath[],
  cwd: string,
): Promise<string> {
  if (policy.namesInErrors !== true || stderr === '') return stderr;
  for (const real of paths.length === 0 ? [cwd] : paths.map((path) => path.real))
    if (!(await deps.places.mayDescend(real))) return 'some directories could not be read\n';
  return stderr;
}

async function requireProgram(deps: CommandDeps, policy: Policy, name: string): Promise<string> {
  const file = await deps.programs.find(name);
  if (file === undefined)
    return refuse('spawn_failed', `${name} is not installed on this host as a program of root`);
  const real = policy.needsOwnProgram === true ? await realpath(file).catch(() => '') : file;
  if (isRunner(basename(real)))
    refuse('not_allowed', `${name} of this host shows more than it should, and cannot be told not to`);
  return file;
}

/** Finds a link that replaced a checked path while the command ran: its output is then withheld. */
async function findMoved(
  deps: CommandDeps,
  use: Use,
  paths: readonly CheckedPath[],
  from: string,
): Promise<boolean> {
  for (const { given, real } of paths)
    if ((await deps.places.resolveNamed(given, from, use)) !== real) return true;
  return false;
}
