import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';

export interface ProcessFacts {
  readonly pid: number;
  readonly parent: number;
  readonly session: number;
  /** Identifies a process together with the pid: pids are reused, start times are not. */
  readonly startedAt: string;
}

/**
 * Field 2 of /proc/PID/stat is the program's name in brackets, and may contain any character: parsing starts
 * after the last bracket.
 */
export function parseStat(text: string): ProcessFacts | undefined {
  const pid = Number(text.slice(0, text.indexOf(' ')));
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state, parent, , session] = fields;
  const startedAt = fields[19];
  if (!Number.isInteger(pid) || startedAt === undefined || state === 'Z' || state === 'X') return undefined;
  return { pid, parent: Number(parent), session: Number(session), startedAt };
}

function readFacts(pid: number | string): ProcessFacts | undefined {
  try {
    return parseStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return undefined;
  }
}

const chunk = 64;

/**
 * Files of /proc are memory: reading one takes microseconds, a thread pool many times that; the event loop
 * runs in between.
 */
async function readAll(): Promise<ProcessFacts[]> {
  const pids = (await readdir('/proc').catch(() => [] as string[])).filter((name) => /^\d+$/.test(name));
  const all: ProcessFacts[] = [];
  for (const [at, pid] of pids.entries()) {
    if (at % chunk === chunk - 1) await new Promise((resolve) => setImmediate(resolve));
    const facts = readFacts(pid);
    if (facts !== undefined) all.push(facts);
  }
  return all;
}

function readOr(path: string, otherwise: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return otherwise;
  }
}

/** Every process that a command started, even outside its process group; without /proc it finds none. */
export interface ProcessTree {
  /** Number of live processes, found through the children files: cheap enough for every few milliseconds. */
  count(): number;
  /** Kills all live processes and repeats until none is left. */
  killAll(): Promise<void>;
}

/**
 * A mark that all children inherit: it finds a child that created a separate session and whose parent has
 * ended, which nothing else connects to the command.
 */
export interface Mark {
  /** In the environment, which only the same account may read, or root with CAP_SYS_PTRACE. */
  readonly variable: string;
  /** A limit on realtime scheduling, which commands do not use and every account may read. */
  readonly limit: number;
}

export function watchTree(root: number, mark: Mark): ProcessTree {
  const seen = new Map<number, string>();
  const bornAt = Number(readFacts(root)?.startedAt ?? 0);
  /** Processes that belong to the command by parents, session, an earlier scan or the mark. */
  const look = async (): Promise<ProcessFacts[]> => {
    const all = (await readAll()).filter(({ startedAt }) => Number(startedAt) >= bornAt);
    const members = new Set<number>([root]);
    for (const { pid, startedAt } of all)
      if (seen.get(pid) === startedAt || isMarked(pid, mark)) members.add(pid);
    for (let grew = true; grew; ) {
      grew = false;
      for (const { pid, parent, session } of all) {
        if (members.has(pid) || !(members.has(parent) || session === root)) continue;
        members.add(pid);
        grew = true;
      }
    }
    return all.filter(({ pid }) => members.has(pid));
  };
  return {
    count: () => {
      const queue = [root, ...seen.keys()];
      const living = new Set<number>();
      for (const pid of queue) {
        const facts = living.has(pid) || living.size > most ? undefined : readFacts(pid);
        if (facts === undefined || (seen.has(pid) && seen.get(pid) !== facts.startedAt)) continue;
        seen.set(pid, facts.startedAt);
        living.add(pid);
        const children = readOr(`/proc/${pid}/task/${pid}/children`, '');
        queue.push(...children.split(' ').filter(Boolean).map(Number));
      }
      return living.size;
    },
    killAll: async () => {
      for (let round = 0; round < 20; round += 1) {
        // The group first: the kernel kills all of it at once, however fast it forks.
        signal(-root);
        const living = await look();
        for (const { pid } of living) signal(pid);
        if (living.length === 0) return;
      }
    },
  };
}

/** A higher count would change nothing. */
const most = 1000;

function isMarked(pid: number, { variable, limit }: Mark): boolean {
  return (
    readOr(`/proc/${pid}/environ`, '').split('\0').includes(variable) ||
    readOr(`/proc/${pid}/limits`, '').includes(` ${limit} `)
  );
}

function signal(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has already ended.
  }
}
