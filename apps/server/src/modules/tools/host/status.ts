import { statfs } from 'node:fs/promises';
import { arch, cpus, freemem, hostname, loadavg, platform, release, totalmem, uptime } from 'node:os';
import { oneOf, strict, Timestamp, Type } from '../../../kernel/http/schemas.ts';
import { defineTool, type Tool } from '../tool.ts';
import { readContainerLimits } from './cgroup.ts';
import { listNetwork, listProcesses } from './processes.ts';

const Figure = Type.Number();
const HostParameters = strict({
  detailed: Type.Optional(Type.Boolean({ description: 'Include detailed process and network metrics' })),
});
const HostStatus = Type.Object({
  status: oneOf('ok', 'warn', 'critical'),
  warnings: Type.Array(Type.String()),
  hostname: Type.String(),
  platform: Type.String(),
  release: Type.String(),
  arch: Type.String(),
  uptimeSeconds: Figure,
  timestamp: Timestamp,
  cpu: Type.Object({
    model: Type.String(),
    cores: Figure,
    usagePercent: Figure,
    loadAvg: Type.Array(Figure, { minItems: 3, maxItems: 3 }),
  }),
  memory: Type.Object({ totalBytes: Figure, usedBytes: Figure, freeBytes: Figure, usagePercent: Figure }),
  disk: Type.Array(
    Type.Object({
      mount: Type.String(),
      totalBytes: Figure,
      usedBytes: Figure,
      freeBytes: Figure,
      usagePercent: Figure,
    }),
  ),
  service: Type.Object({
    version: Type.String(),
    nodeVersion: Type.String(),
    pid: Figure,
    uptimeSeconds: Figure,
    rssBytes: Figure,
    heapUsedBytes: Figure,
  }),
  processes: Type.Optional(
    Type.Array(Type.Object({ pid: Figure, name: Type.String(), cpuPercent: Figure, memoryBytes: Figure })),
  ),
  network: Type.Optional(
    Type.Array(
      Type.Object({
        name: Type.String(),
        family: oneOf('IPv4', 'IPv6'),
        address: Type.String(),
        internal: Type.Boolean(),
        rxBytes: Type.Optional(Figure),
        txBytes: Type.Optional(Figure),
      }),
    ),
  ),
});

export interface HostDeps {
  readonly version: string;
  /** The directory of Tamga's files; its disk is reported beside that of the system. */
  readonly dataDir: string;
  readonly now: () => Date;
}

const percent = (used: number, total: number) =>
  total > 0 ? Number(Math.min(100, (used / total) * 100).toFixed(1)) : 0;

/** Cached for half a second: many callers cost as much as one. */
const keptMs = 500;

export function hostStatusTool(deps: HostDeps): Tool {
  const details = kept(async () => ({ processes: await listProcesses(), network: await listNetwork() }));
  const usage = createCpuUsage();
  const basics = kept(() => measure(deps, usage));
  return defineTool({
    name: 'host_status',
    description: 'Telemetry, resource usage (CPU, RAM, disk) and OS health of the host.',
    builtin: true,
    parameters: HostParameters,
    result: HostStatus,
    event: undefined,
    run: async ({ detailed = false }) => ({ ...(await basics()), ...(detailed ? await details() : {}) }),
  });
}

function kept<T>(measureAnew: () => Promise<T>): () => Promise<T> {
  let untilMs = 0;
  let value: Promise<T> | undefined;
  return () => {
    if (value === undefined || performance.now() >= untilMs) {
      untilMs = performance.now() + keptMs;
      value = measureAnew();
      value.catch(() => {
        value = undefined;
      });
    }
    return value;
  };
}

interface CpuSample {
  readonly busyMs: number;
  readonly atMs: number;
}

/** Measured between two calls, without a timer; the first call covers the time since the machine started. */
function createCpuUsage() {
  let before: CpuSample | undefined;
  return (cores: number, containerUs: number | undefined): number => {
    const times = cpus().map((cpu) => cpu.times);
    const busy = times.reduce((sum, time) => sum + time.user + time.nice + time.sys + time.irq, 0);
    const sample = {
      busyMs: containerUs === undefined ? busy : containerUs / 1000,
      atMs: performance.now(),
    };
    const since = before ?? { busyMs: 0, atMs: sample.atMs - uptime() * 1000 };
    before = sample;
    return percent(Math.max(0, sample.busyMs - since.busyMs), (sample.atMs - since.atMs) * cores);
  };
}

async function measure(deps: HostDeps, usage: ReturnType<typeof createCpuUsage>) {
  const limits = await readContainerLimits();
  const processors = cpus();
  const cores = Math.min(limits.cores ?? Number.POSITIVE_INFINITY, processors.length || 1);
  const totalBytes = Math.min(limits.memoryBytes ?? Number.POSITIVE_INFINITY, totalmem());
  // The container's figure counts when it has a lower limit than the host.
  const inContainer = limits.memoryBytes !== undefined && limits.memoryBytes < totalmem();
  const used = inContainer ? limits.memoryUsedBytes : undefined;
  const usedBytes = Math.min(totalBytes, used ?? totalmem() - freemem());
  const memory = {
    totalBytes,
    usedBytes,
    freeBytes: totalBytes - usedBytes,
    usagePercent: percent(usedBytes, totalBytes),
  };
  const disk = await measureDisks(['/', deps.dataDir]);
  const loadAvg = loadavg().map((load) => Number(load.toFixed(2)));
  const held = process.memoryUsage();
  const warnings = findWarnings(memory.usagePercent, disk, loadAvg[0] ?? 0, cores);
  return {
    status: warnings.some(({ level }) => level === 'critical')
      ? 'critical'
      : warnings.length > 0
        ? 'warn'
        : 'ok',
    warnings: warnings.map(({ text }) => text),
    hostname: hostname(),
    platform: platform(),
    release: release(),
    arch: arch(),
    uptimeSeconds: Math.round(uptime()),
    timestamp: deps.now().toISOString(),
    cpu: {
      model: processors[0]?.model.trim() ?? 'unknown',
      cores: Number(cores.toFixed(2)),
      usagePercent: usage(cores, limits.cores === undefined ? undefined : limits.cpuUsedUs),
      loadAvg,
    },
    memory,
    disk,
    service: {
      version: deps.version,
      nodeVersion: process.version,
      pid: process.pid,
      uptimeSeconds: Math.round(process.uptime()),
      rssBytes: held.rss,
      heapUsedBytes: held.heapUsed,
    },
  };
}

interface DiskView {
  mount: string;
  totalBytes: number;
  usedBytes: number;
  freeBytes: number;
  usagePercent: number;
}

async function measureDisks(places: readonly string[]): Promise<DiskView[]> {
  const disks = new Map<string, DiskView>();
  for (const mount of places) {
    const facts = await statfs(mount).catch(() => undefined);
    if (facts === undefined || facts.blocks === 0) continue;
    const totalBytes = facts.blocks * facts.bsize;
    const usedBytes = (facts.blocks - facts.bfree) * facts.bsize;
    const freeBytes = facts.bavail * facts.bsize;
    // Two places on one disk are listed once.
    disks.set(`${facts.type}|${facts.blocks}|${facts.files}`, {
      mount,
      totalBytes,
      usedBytes,
      freeBytes,
      usagePercent: percent(usedBytes, usedBytes + freeBytes),
      ...(disks.get(`${facts.type}|${facts.blocks}|${facts.files}`) ?? {}),
    });
  }
  return [...disks.values()];
}

function findWarnings(
  memoryPercent: number,
  disks: readonly DiskView[],
  load: number,
  cores: number,
): { level: 'warn' | 'critical'; text: string }[] {
  const found: { level: 'warn' | 'critical'; text: string }[] = [];
  const add = (what: string, value: number, warnAt: number, criticalAt: number, unit: string) => {
    if (value >= warnAt)
      found.push({
        level: value >= criticalAt ? 'critical' : 'warn',
        text: `${what} is at ${value}${unit}`,
      });
  };
  add('memory', memoryPercent, 85, 95, ' %');
  for (const disk of disks) add(`disk ${disk.mount}`, disk.usagePercent, 85, 95, ' %');
  add('the load of the last minute', load, cores, 2 * cores, ` on ${Number(cores.toFixed(2))} cores`);
  return found;
}
