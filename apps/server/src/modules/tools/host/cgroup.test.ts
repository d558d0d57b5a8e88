import { describe, expect, it } from 'vitest';
import { readContainerLimits } from './cgroup.ts';

const files = (given: Record<string, string>) => async (path: string) => given[path];

describe('limits of the container', () => {
  it('are read from cgroup version 2, without reclaimable cache', async () => {
    const read = files({
      '/sys/fs/cgroup/memory.max': '536870912',
      '/sys/fs/cgroup/memory.current': '300000000',
      '/sys/fs/cgroup/memory.stat': 'anon 1\ninactive_file 100000000\nactive_file 5',
      '/sys/fs/cgroup/cpu.max': '150000 100000',
      '/sys/fs/cgroup/cpu.stat': 'usage_usec 123456\nuser_usec 1',
    });
    expect(await readContainerLimits(read)).toEqual({
      memoryBytes: 536870912,
      memoryUsedBytes: 200000000,
      cores: 1.5,
      cpuUsedUs: 123456,
    });
  });

  it('are read from cgroup version 1', async () => {
    const read = files({
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '536870912',
      '/sys/fs/cgroup/memory/memory.usage_in_bytes': '300000000',
      '/sys/fs/cgroup/memory/memory.stat': 'total_inactive_file 100000000',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '50000',
      '/sys/fs/cgroup/cpu/cpu.cfs_period_us': '100000',
      '/sys/fs/cgroup/cpuacct/cpuacct.usage': '2000000',
    });
    expect(await readContainerLimits(read)).toEqual({
      memoryBytes: 536870912,
      memoryUsedBytes: 200000000,
      cores: 0.5,
      cpuUsedUs: 2000,
    });
  });

  it('are absent without a limit and without a cgroup', async () => {
    const none = { memoryBytes: undefined, cores: undefined };
    const unlimited = files({
      '/sys/fs/cgroup/memory.max': 'max',
      '/sys/fs/cgroup/cpu.max': 'max 100000',
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
    });
    expect(await readContainerLimits(unlimited)).toMatchObject(none);
    const old = files({
      '/sys/fs/cgroup/memory/memory.limit_in_bytes': '9223372036854771712',
      '/sys/fs/cgroup/cpu/cpu.cfs_quota_us': '-1',
    });
    expect(await readContainerLimits(old)).toMatchObject(none);
    expect(await readContainerLimits(async () => undefined)).toMatchObject(none);
  });
});
