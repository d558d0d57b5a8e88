import { readdir, readFile } from 'node:fs/promises';
import { networkInterfaces } from 'node:os';
import { parseStat } from '../commands/process-tree.ts';
import { readText } from './cgroup.ts';

export interface ProcessView {
  pid: number;
  name: string;
  cpuPercent: number;
  memoryBytes: number;
}

const most = 20;
/** USER_HZ, which is 100 on every Linux that Node runs on. */
const ticksPerSecond = 100;
const pageBytes = 4096;

/** Names and figures from /proc; command lines are never read, because people put secrets in them. */
export async function listProcesses(): Promise<ProcessView[]> {
  const uptime = Number((await readText('/proc/uptime'))?.split(' ')[0]);
  const names = await readdir('/proc').catch(() => [] as string[]);
  const pids = names.filter((name) => /^\d+$/.test(name));
  const views = await Promise.all(pids.map((pid) => readProcess(pid, uptime)));
  return views
    .filter((view) => view !== undefined)
    .sort((a, b) => b.memoryBytes - a.memoryBytes)
    .slice(0, most);
}

async function readProcess(pid: string, uptimeSeconds: number): Promise<ProcessView | undefined> {
  try {
    const text = await readFile(`/proc/${pid}/stat`, 'latin1');
    if (parseStat(text) === undefined) return undefined;
    const close = text.lastIndexOf(')');
    const fields = text.slice(close + 2).split(' ');
    const [user, system, started, pages] = [fields[11], fields[12], fields[19], fields[21]].map(Number);
    const livedSeconds = uptimeSeconds - (started ?? 0) / ticksPerSecond;
    const usedSeconds = ((user ?? 0) + (system ?? 0)) / ticksPerSecond;
    return {
      pid: Number(pid),
      name: text.slice(text.indexOf('(') + 1, close).slice(0, 64),
      cpuPercent: livedSeconds > 0 ? Number(((usedSeconds / livedSeconds) * 100).toFixed(1)) : 0,
      memoryBytes: Math.max(0, (pages ?? 0) * pageBytes),
    };
  } catch {
    return undefined;
  }
}

export interface NetworkView {
  name: string;
  family: 'IPv4' | 'IPv6';
  address: string;
  internal: boolean;
  rxBytes?: number;
  txBytes?: number;
}

export async function listNetwork(): Promise<NetworkView[]> {
  const counters = new Map<string, { rxBytes: number; txBytes: number }>();
  for (const line of ((await readText('/proc/net/dev')) ?? '').split('\n').slice(2)) {
    const [name = '', figures = ''] = line.split(':');
    const values = figures.trim().split(/\s+/).map(Number);
    counters.set(name.trim(), { rxBytes: values[0] ?? 0, txBytes: values[8] ?? 0 });
  }
  return Object.entries(networkInterfaces()).flatMap(([name, addresses]) =>
    (addresses ?? []).map(({ family, address, internal }) => ({
      name,
      family,
      address,
      internal,
      ...counters.get(name),
    })),
  );
}
