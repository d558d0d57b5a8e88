import { readFile } from 'node:fs/promises';

/** Resource limits of the container; undefined when there is no limit. */
export interface ContainerLimits {
  readonly memoryBytes: number | undefined;
  readonly memoryUsedBytes: number | undefined;
  readonly cores: number | undefined;
  /** CPU time used by everything in the container, in microseconds. */
  readonly cpuUsedUs: number | undefined;
}

export type ReadText = (path: string) => Promise<string | undefined>;

export const readText: ReadText = async (path) => {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch {
    return undefined;
  }
};

/** cgroup v1 writes "no limit" as a number near 2^63. */
const noLimit = 2 ** 60;

const toNumber = (text: string | undefined): number | undefined => {
  const value = text === undefined || !/^\d+$/.test(text) ? undefined : Number(text);
  return value === undefined || value >= noLimit ? undefined : value;
};

const statOf = (text: string | undefined, name: string): number | undefined =>
  toNumber(new RegExp(`^${name} (\\d+)$`, 'm').exec(text ?? '')?.[1]);

/** Version 2 first, then version 1; both are read from the container's view of /sys/fs/cgroup. */
export async function readContainerLimits(read: ReadText = readText): Promise<ContainerLimits> {
  const [max, current, cpu, stat, cpuStat] = await Promise.all([
    read('/sys/fs/cgroup/memory.max'),
    read('/sys/fs/cgroup/memory.current'),
    read('/sys/fs/cgroup/cpu.max'),
    read('/sys/fs/cgroup/memory.stat'),
    read('/sys/fs/cgroup/cpu.stat'),
  ]);
  if (max !== undefined || current !== undefined || cpu !== undefined) {
    const [quota = 'max', period = '100000'] = (cpu ?? '').split(' ');
    // The kernel reclaims file cache on demand, so it does not count as used.
    const reclaimable = statOf(stat, 'inactive_file') ?? 0;
    const used = toNumber(current);
    return {
      memoryBytes: toNumber(max),
      memoryUsedBytes: used === undefined ? undefined : Math.max(0, used - reclaimable),
      cores: /^\d+$/.test(quota) ? Number(quota) / Number(period) : undefined,
      cpuUsedUs: statOf(cpuStat, 'usage_usec'),
    };
  }
  return readVersionOne(read);
}

async function readVersionOne(read: ReadText): Promise<ContainerLimits> {
  const memory = '/sys/fs/cgroup/memory';
  const [limit, usage, stat, quota, period, used] = await Promise.all([
    read(`${memory}/memory.limit_in_bytes`),
    read(`${memory}/memory.usage_in_bytes`),
    read(`${memory}/memory.stat`),
    read('/sys/fs/cgroup/cpu/cpu.cfs_quota_us'),
    read('/sys/fs/cgroup/cpu/cpu.cfs_period_us'),
    read('/sys/fs/cgroup/cpuacct/cpuacct.usage'),
  ]);
  const bytes = toNumber(usage);
  const [quotaUs, periodUs, usedNs] = [toNumber(quota), toNumber(period), toNumber(used)];
  return {
    memoryBytes: toNumber(limit),
    memoryUsedBytes:
      bytes === undefined ? undefined : Math.max(0, bytes - (statOf(stat, 'total_inactive_file') ?? 0)),
    cores: quotaUs !== undefined && periodUs ? quotaUs / periodUs : undefined,
    cpuUsedUs: usedNs === undefined ? undefined : usedNs / 1000,
  };
}
