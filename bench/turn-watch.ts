// Preloaded into a measured server: on SIGUSR2 it writes the longest turn of its event loop and starts again.
import { renameSync, writeFileSync } from 'node:fs';

const path = process.env.BENCH_TURNS ?? '';
let longest = { wallMs: 0, cpuMs: 0 };
let [at, cpu] = [performance.now(), process.threadCpuUsage()];

// A timer runs once per turn; CPU time of this thread does not count other processes on the same core.
setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpu);
  const wallMs = performance.now() - at;
  longest = {
    wallMs: Math.max(longest.wallMs, wallMs),
    cpuMs: Math.max(longest.cpuMs, (user + system) / 1000),
  };
  [at, cpu] = [performance.now(), process.threadCpuUsage()];
}, 1).unref();

process.on('SIGUSR2', () => {
  writeFileSync(`${path}.new`, JSON.stringify(longest));
  renameSync(`${path}.new`, path);
  longest = { wallMs: 0, cpuMs: 0 };
});
